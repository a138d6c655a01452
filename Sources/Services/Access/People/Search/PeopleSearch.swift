internal import Store
public import Tracking

extension AccessControl {
    /// The search for people and groups.
    public var peopleSearch: PeopleSearch { PeopleSearch(database: database) }
}

/// Finds people by what they show to everybody, and groups that are open; one's own contacts and groups by all that one
/// sees of them in public.
///
/// Best first: one's own before others, the name before anything else, whole words before beginnings. What may not be
/// found is not in the index, so that it is missing in no other way than what is not there.
public struct PeopleSearch: Sendable {
    let database: AccessDatabase

    /// How much is found at most.
    public static let most = 50
    /// How long a query may be, in characters.
    public static let longestQuery = 100
    /// How many words it may have.
    public static let mostWords = 8

    /// What a query has to be, as it stands in a sentence.
    public static let expected = "a text of 1 to \(longestQuery) characters and at most \(mostWords) words"

    /// Whether a query is no longer than it may be.
    public static func accepts(_ text: String) -> Bool {
        TextBounds(1...longestQuery).fits(text) && SearchQuery(text).count <= mostWords
    }

    /// People and groups for all words of a query, at most ``most``, best first; of a query without a letter or digit
    /// nothing.
    ///
    /// - Throws: ``PeopleError/badText(field:_:)`` for a query that is too long.
    public func find(_ text: String, for viewer: Name, at now: Timestamp) throws(AccessError) -> [SearchHit] {
        guard Self.accepts(text) else { throw .people(.badText(field: "q", "\(Self.expected) is expected")) }
        let query = SearchQuery(text)
        guard !query.parts.isEmpty else { return [] }
        return try database.read { session in
            var hits = try session.ownHits(query, of: viewer)
            var seen = Set(hits.map(\.key))
            for account in try session.people(withMail: query.mail) where seen.insert(account.text).inserted {
                hits += try session.people([account], for: viewer, at: now).map { .person($0) }
            }
            for tier in SearchTier.allCases where hits.count < Self.most {
                let keys = try session.keys(query, tier, most: Self.most).filter { seen.insert($0.text).inserted }
                hits += try session.hits(Array(keys.prefix(Self.most - hits.count)), for: viewer, at: now)
            }
            return Array(hits.prefix(Self.most))
        }
    }
}

/// How well something fits, the best first.
enum SearchTier: CaseIterable {
    case wholeName, beginningOfName, whole, beginning

    var isInName: Bool { self == .wholeName || self == .beginningOfName }
    var isWhole: Bool { self == .wholeName || self == .whole }
}

/// What the index names.
private enum FoundKey: Hashable {
    case person(Name)
    case group(String)

    var text: String {
        switch self {
        case .person(let name): name.text
        // No name of an account has a colon.
        case .group(let id): "group:\(id)"
        }
    }
}

extension SearchHit {
    fileprivate var key: String {
        switch self {
        case .person(let person): FoundKey.person(person.account).text
        case .group(let group): FoundKey.group(group.id).text
        }
    }

    fileprivate var name: String {
        switch self {
        case .person(let person): person.name
        case .group(let group): group.name
        }
    }
}

/// Something of one's own that fits, with its place among all.
private struct RankedHit: Comparable {
    let hit: SearchHit
    private let place: (tier: Int, name: String, key: String)

    /// The hit with its texts, the name first; nil for one that does not fit.
    init?(_ hit: SearchHit, _ texts: [String?], _ query: SearchQuery) {
        let folded = texts.compactMap { $0.map { FoldedText($0) } }
        guard query.matches(folded), let name = folded.first else { return nil }
        let tier = SearchTier.allCases.firstIndex { tier in
            (tier.isWhole ? query.whole : query).matches(tier.isInName ? [name] : folded)
        }
        self.hit = hit
        place = (tier ?? SearchTier.allCases.count, name.text, hit.key)
    }

    static func < (one: Self, other: Self) -> Bool { one.place < other.place }
    static func == (one: Self, other: Self) -> Bool { one.place == other.place }
}

extension SQLSession {
    /// What the index has of one tier: the first that it comes upon, so that a common beginning takes no longer than a
    /// rare one.
    fileprivate func keys(_ query: SearchQuery, _ tier: SearchTier, most: Int) throws -> [FoundKey] {
        let query = tier.isWhole ? query.whole : query
        let (sql, asked) =
            isShared
            ? (
                """
                SELECT f.account, f.group_id FROM found f
                WHERE f.words @@ to_tsquery('simple', ?) AND (f.account IS NULL OR \(Self.isActive("f.account")))
                ORDER BY f.id LIMIT ?
                """,
                query.tsquery(inName: tier.isInName)
            )
            : (
                """
                SELECT f.account, f.group_id FROM found_words w CROSS JOIN found f ON f.id = w.rowid
                WHERE w.found_words MATCH ? AND (f.account IS NULL OR \(Self.isActive("f.account"))) LIMIT ?
                """,
                query.fts5(inName: tier.isInName)
            )
        return try rows(sql, [asked, most]) { row in
            if let account: String = row[0] { .person(try Name(account)) } else { .group(row[1]) }
        }
    }

    /// The people who let themselves be found by a mail address, and have it in their profile.
    fileprivate func people(withMail mail: String?) throws -> [Name] {
        guard let mail else { return [] }
        let sql = """
            SELECT p.account, p.shown FROM profile_entries e JOIN profiles p ON p.account = e.account
            WHERE e.kind = 'mail' AND \(lowered("e.value")) = \(lowered("CAST(? AS TEXT)")) ORDER BY p.account
            """
        return try rows(sql, [mail]) { (account: try Name($0[0] as String), shown: $0[1] as String) }
            .filter { ShownField.fields(stored: $0.shown).isSuperset(of: [.name, .mail]) }
            .prefix(PeopleSearch.most).map(\.account)
    }

    /// What of one's own fits: contacts and groups, the best first.
    fileprivate func ownHits(_ query: SearchQuery, of viewer: Name) throws -> [SearchHit] {
        let people = try contacts(of: viewer).compactMap { person in
            RankedHit(.person(person), [person.name, person.town, person.school, person.employer], query)
        }
        let groups = try groups("m.account IS NOT NULL", [], for: viewer).compactMap { group in
            RankedHit(.group(group), [group.name, group.description], query)
        }
        return (people + groups).sorted().map(\.hit)
    }

    /// What somebody sees of what the index has named, in the order of the names.
    fileprivate func hits(_ keys: [FoundKey], for viewer: Name, at now: Timestamp) throws -> [SearchHit] {
        let accounts = keys.compactMap { if case .person(let name) = $0 { name } else { nil } }
        let ids = keys.compactMap { if case .group(let id) = $0 { id } else { nil } }
        var hits = try people(accounts, for: viewer, at: now).map { SearchHit.person($0) }
        if !ids.isEmpty {
            let marks = Self.marks(ids.count)
            hits += try groups("g.open = 1 AND g.id IN (\(marks))", ids, for: viewer).map { .group($0) }
        }
        let named = hits.map { (name: FoldedText($0.name).text, key: $0.key, hit: $0) }
        return named.sorted { ($0.name, $0.key) < ($1.name, $1.key) }.map(\.hit)
    }

    fileprivate func groups(_ condition: String, _ ids: [String], for viewer: Name) throws -> [GroupHit] {
        try rows(
            """
            SELECT g.id, g.name, g.description, i.updated_ms, m.account IS NOT NULL, g.open FROM user_groups g
            LEFT JOIN group_members m ON m.group_id = g.id AND m.account = ?
            LEFT JOIN pictures i ON i.group_id = g.id WHERE \(condition)
            """,
            SQLArguments([viewer.text.sqlValue] + ids.map(\.sqlValue))
        ) { row in
            GroupHit(
                id: row[0],
                name: row[1],
                description: row[2],
                picture: (row[3] as Int64?).map(Timestamp.init(milliseconds:)),
                isMember: row[4],
                isOpen: row[5]
            )
        }
    }

    /// People as somebody sees them, without what their sections tell.
    fileprivate func people(_ accounts: [Name], for viewer: Name, at now: Timestamp) throws -> [PersonView] {
        try accounts.compactMap { try person($0, for: viewer, at: now).view?.withoutEntries }
    }
}

extension PersonView {
    /// The same as in a list, where nobody looks at numbers and addresses.
    var withoutEntries: PersonView { with([]) }

    /// The same with other entries.
    func with(_ entries: [ProfileEntry]) -> PersonView {
        PersonView(
            account: account,
            name: name,
            town: town,
            school: school,
            employer: employer,
            picture: picture,
            entries: entries,
            standing: standing,
            connection: connection,
            request: request
        )
    }
}
