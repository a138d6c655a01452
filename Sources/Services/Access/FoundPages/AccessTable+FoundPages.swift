extension AccessTable {
    /// Those of found pages; notices refer to the messages.
    static let foundPages = [
        AccessTable(
            "found_pages",
            [
                "id": .text, "hash": .bytes, "code": .text, "owner": .text, "tracker": .text,
                "item_created_ms": .number, "account": .text, "message": .text, "photo": .number, "section": .text,
                "created_ms": .number, "code_ms": .number,
            ]
        ),
        AccessTable(
            "finder_messages",
            [
                "id": .number, "page": .text, "time_ms": .number, "text": .text, "contact": .text,
                "lat_e7": .number, "lon_e7": .number, "accuracy_m": .number,
            ]
        ),
    ]
}
