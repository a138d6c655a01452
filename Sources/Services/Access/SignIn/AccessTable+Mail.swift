extension AccessTable {
    /// Those of signing in by mail and by OpenID Connect.
    static let signIn = [
        AccessTable(
            "mail_links",
            [
                "hash": .bytes, "kind": .text, "account": .text, "mail": .text, "created_ms": .number,
                "expires_ms": .number, "used_ms": .number,
            ]
        ),
        AccessTable(
            "identities",
            ["issuer": .text, "subject": .text, "account": .text, "created_ms": .number, "used_ms": .number]
        ),
        AccessTable("mail_counts", ["subject": .text, "count": .number, "since_ms": .number]),
    ]
}
