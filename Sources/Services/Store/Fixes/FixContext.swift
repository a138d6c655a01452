import Tracking

/// What a fix says in words: few combinations, each a row of `fix_contexts`.
struct FixContext: Hashable, Sendable {
    var mode: Mode?
    var source: FixSource?
    var trigger: String?
    var connection: String?
    var gateway: Name?
    /// The keys that come again with each fix of a phone.
    var kept: KeptTemplate?

    /// How many combinations there may be: a stranger must not fill the memory with ever new words.
    static let most = 10_000
    /// Stands for the words beyond that.
    static let none = FixContext()
    /// From so many on, keys that come again are no part of them, and each fix keeps its own.
    static let mostWithKept = most / 2

    init() {}

    init(_ fix: StoredFix) {
        mode = fix.mode
        source = fix.source
        trigger = Self.short(fix.trigger)
        connection = Self.short(fix.connection)
        gateway = fix.gateway
        kept = fix.extra.flatMap { KeptTemplate($0, sent: fix.toldSending) }
    }

    /// Whether it is the context of a fix: for certain, or what has to be found out by making it.
    ///
    /// Without making it, as each fix is asked that comes, and nearly all have that of the one before.
    func isSurely(of fix: borrowing StoredFix) -> Bool {
        guard mode == fix.mode, source == fix.source, gateway == fix.gateway, Self.isShort(fix.trigger, trigger),
            Self.isShort(fix.connection, connection)
        else { return false }
        guard let extra = fix.extra else { return kept == nil }
        return kept?.stands(for: extra, sent: fix.toldSending) ?? false
    }

    /// Whether a text surely is as short as the table has it.
    private static func isShort(_ text: String?, _ short: String?) -> Bool {
        guard let text else { return short == nil }
        return text == short && text.utf8.count <= 16
    }

    /// A text that the table takes: not empty, at most 64 characters, none of them NUL, where SQLite stops counting.
    private static func short(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        if text.utf8.count <= 16, !text.utf8.contains(0) { return text }
        let kept = String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(64)))
        return kept.isEmpty ? nil : kept
    }
}

extension StoredFix {
    /// When it was sent, where that is stored as it was told.
    var toldSending: Timestamp? {
        guard let sent, Int32(exactly: sent.wholeSeconds &- fix.time.wholeSeconds) != nil else { return nil }
        return sent
    }
}

extension FixContext {
    init(row: SQLRow) throws {
        mode = try Self.word(row[1])
        source = try Self.word(row[2])
        trigger = row[3]
        connection = row[4]
        gateway = try (row[5] as String?).map { try Name(stored: $0) }
        kept = (row[6] as String?).map { KeptTemplate(stored: $0) }
    }

    private static func word<Word: RawRepresentable<String>>(_ text: String?) throws -> Word? {
        guard let text else { return nil }
        guard let word = Word(rawValue: text) else { throw Damage(detail: "'\(text)' is no word for a fix") }
        return word
    }

    static let columns = #"id, mode, source, "trigger", connection, gateway, kept"#

    var arguments: SQLArguments {
        [mode?.rawValue, source?.rawValue, trigger, connection, gateway?.text, kept?.text]
    }
}

/// The contexts that have been read, by their row.
struct ContextCache: Sendable {
    private var contexts: [Int64: FixContext] = [:]
    /// The one asked for last, which is mostly the next too.
    private var last: (id: Int64, context: FixContext)?

    mutating func context(_ id: Int64, _ database: Session) throws -> FixContext {
        if let last, last.id == id { return last.context }
        let context = try find(id, database)
        last = (id, context)
        return context
    }

    private mutating func find(_ id: Int64, _ database: Session) throws -> FixContext {
        if let known = contexts[id] { return known }
        // Rows are never changed or removed, so what has been committed once can be kept.
        let rows = try database.cursor("SELECT \(FixContext.columns) FROM fix_contexts")
        while let row = try rows.next() { contexts[row[0]] = try FixContext(row: row) }
        guard let context = contexts[id] else { throw Damage(detail: "fix context \(id) is missing") }
        return context
    }
}
