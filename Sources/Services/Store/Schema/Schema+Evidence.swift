extension Schema.Migration {
    /// Version 2: what an alert rested on is kept beside it.
    static let evidence = Schema.Migration(
        name: "the evidence of alerts",
        sql: "ALTER TABLE alerts ADD COLUMN evidence BLOB"
    )
}
