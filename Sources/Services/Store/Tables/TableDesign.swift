/// Tables that lie beside a history, in a schema of their own in PostgreSQL.
package struct TableDesign: Sendable {
    /// What their schema's name has more than the history's, such as `accounts`; also the table that says the version.
    let name: String
    /// How they are called in messages, such as "accounts".
    let words: String
    /// The steps that lead to the present form, the first to version 1.
    let steps: [String]
    /// The tables that ``PostgresTables/rewrite()`` writes anew.
    let tables: [String]

    package init(name: String, words: String, steps: [String], tables: [String]) {
        (self.name, self.words, self.steps, self.tables) = (name, words, steps, tables)
    }
}
