/// What somebody looks for: words, each of which has to be there, and phrases in quotes.
struct SearchQuery: Hashable, Sendable {
    /// One of the words, or the words of a phrase.
    struct Part: Hashable, Sendable {
        let words: FoldedText
        /// Whether more may follow the last letter: for words of two letters and more, and not for phrases.
        let isBeginning: Bool
    }

    let parts: [Part]
    /// The mail address that is looked for; nil for none.
    let mail: String?

    /// Reads a query as it was typed; quotes that nobody closes go to the end.
    init(_ text: String) {
        var parts: [Part] = []
        for (place, piece) in Self.pieces(of: text).enumerated() {
            let folded = FoldedText(piece)
            if place % 2 == 1 {
                parts.append(Part(words: folded, isBeginning: false))
            } else {
                parts += folded.words.map { Part(words: FoldedText($0), isBeginning: $0.unicodeScalars.count > 1) }
            }
        }
        var seen: Set<Part> = []
        self.parts = parts.filter { !$0.words.text.isEmpty && seen.insert($0).inserted }
        let typed = text.trimmingSpace
        mail = typed.contains("@") && !typed.contains(where: \.isWhitespace) ? typed : nil
    }

    /// What is outside of quotes and what is in them, in turns.
    private static func pieces(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: isQuote)
    }

    private static func isQuote(_ character: Character) -> Bool { "\"„“”«»".contains(character) }

    /// How many words there are, those of phrases too.
    var count: Int { parts.reduce(0) { $0 + $1.words.words.count } }

    /// The same where every word is asked for as a whole.
    var whole: SearchQuery { SearchQuery(parts: parts.map { Part(words: $0.words, isBeginning: false) }, mail: mail) }

    private init(parts: [Part], mail: String?) { (self.parts, self.mail) = (parts, mail) }

    /// Whether every part stands in one of some texts.
    func matches(_ texts: [FoldedText]) -> Bool {
        parts.allSatisfy { part in texts.contains { part.words.isPart(of: $0, asWhole: !part.isBeginning) } }
    }

    /// As FTS5 reads it (SQLite, "Full-text Query Syntax"), in the name only or anywhere.
    ///
    /// Each part is a string in quotes, of letters, digits and spaces alone: nothing in it is syntax.
    func fts5(inName: Bool) -> String {
        let all = parts.map { "\"\($0.words.text)\"" + ($0.isBeginning ? " *" : "") }.joined(separator: " AND ")
        return inName ? "name : (\(all))" : all
    }

    /// As PostgreSQL's `to_tsquery` reads it, by the same rule.
    func tsquery(inName: Bool) -> String {
        parts.map { part in
            let flags = (part.isBeginning ? "*" : "") + (inName ? "A" : "")
            let words = part.words.words.map { "'\($0)'" + (flags.isEmpty ? "" : ":\(flags)") }
            return "(\(words.joined(separator: " <-> ")))"
        }.joined(separator: " & ")
    }
}

extension String {
    /// Without space at both ends.
    fileprivate var trimmingSpace: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
