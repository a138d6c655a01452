extension AccessTable {
    /// Those of people; what may be found of them follows from these, and is made anew where they are taken over.
    static let people = [
        AccessTable(
            "profiles",
            [
                "account": .text, "name": .text, "town": .text, "school": .text, "employer": .text, "shown": .text,
                "updated_ms": .number,
            ]
        ),
        AccessTable(
            "profile_entries",
            [
                "account": .text, "place": .number, "section": .text, "kind": .text, "label": .text, "value": .text,
            ]
        ),
        AccessTable("contacts", ["account": .text, "other": .text, "level": .text, "since_ms": .number]),
        AccessTable(
            "contact_requests",
            [
                "asker": .text, "asked": .text, "grants": .text, "wants": .text, "asked_ms": .number,
                "rejected_ms": .number, "withdrawn_ms": .number,
            ]
        ),
        AccessTable(
            "user_groups",
            [
                "id": .text, "name": .text, "description": .text, "open": .number, "creator": .text,
                "created_ms": .number,
            ]
        ),
        AccessTable(
            "group_members",
            ["group_id": .text, "account": .text, "admin": .number, "level": .text, "joined_ms": .number]
        ),
        AccessTable(
            "group_invitations",
            ["group_id": .text, "account": .text, "inviter": .text, "invited_ms": .number]
        ),
        AccessTable(
            "told_invitations", ["group_id": .text, "account": .text, "inviter": .text, "told_ms": .number]
        ),
        AccessTable(
            "contact_shares",
            [
                "giver": .text, "account": .text, "owner": .text, "tracker": .text, "right": .text,
                "by_area": .number, "created_ms": .number, "item_created_ms": .number,
            ]
        ),
        AccessTable(
            "group_shares",
            [
                "giver": .text, "group_id": .text, "owner": .text, "tracker": .text, "right": .text,
                "by_area": .number, "created_ms": .number, "item_created_ms": .number,
            ]
        ),
        AccessTable(
            "pictures",
            ["account": .text, "group_id": .text, "kind": .text, "data": .bytes, "updated_ms": .number]
        ),
        AccessTable(
            "notices",
            [
                // Lists of notices go on behind a number.
                "id": .number, "account": .text, "kind": .text, "time_ms": .number, "about": .text, "group_id": .text,
                "owner": .text, "tracker": .text, "text": .text, "read_ms": .number, "message": .number,
            ]
        ),
        AccessTable("silenced", ["account": .text, "kind": .text]),
    ]
}
