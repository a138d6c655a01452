extension AccessTable {
    /// That of invitations by mail, behind the links that its rows refer to.
    static let invitations = [
        AccessTable(
            "person_invitations",
            ["hash": .bytes, "id": .text, "level": .text, "group_id": .text, "place": .bytes]
        )
    ]
}
