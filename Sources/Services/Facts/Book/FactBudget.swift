internal import Tracking

/// How many bytes may come in a day, of UTC, from all sources together, and how many of them for what and for whom.
///
/// What comes compressed counts as it comes. Files of this machine cost nothing.
struct FactBudget: Hashable, Sendable {
    let limit: Int
    /// Among how many calendars theirs are shared out.
    var calendars = 1
    private(set) var day: Int64 = 0
    private var spent = Tally()
    /// What fetches under way may still bring.
    private var reserved = Tally()

    private static let length: Int64 = 86_400_000
    /// With less than that left, no fetch begins.
    static let least = 16 * 1024
    /// What a small budget has, too, for one fetch, and for all that there is a share for.
    static let leastOfFetch = 256 * 1024
    static let leastOfShare = 64 * 1024

    init(limit: Int) { self.limit = limit }

    /// What a fetch is for, and who pays for it: the owner of a calendar, or the account that tries one or searches; nil where
    /// accounts are off.
    enum Purpose: Hashable, Sendable {
        case weather, shops
        case calendar(String)
        case trial(String?)
        case search(String?)
        /// A file of this machine, for which nothing comes over the net.
        case file
    }

    /// What there are bytes for.
    enum Pool: String, Hashable, Sendable { case weather, shops, calendars, trials, searches }

    /// Bytes by what and whom they are for.
    struct Tally: Hashable, Sendable {
        /// Of a payer within a pool, or with nil of the pool.
        struct Key: Hashable, Sendable {
            let pool: Pool
            let payer: String?

            /// Both in one line.
            var text: String { "\(pool.rawValue) \(payer ?? "")" }
        }

        private(set) var total = 0
        private(set) var parts: [Key: Int] = [:]

        init() {}

        init(total: Int, parts: [Key: Int]) {
            (self.total, self.parts) = (max(0, total), parts.mapValues { max(0, $0) })
        }

        /// What is for something else than the weather.
        var others: Int { parts.reduce(0) { $1.key.payer == nil && $1.key.pool != .weather ? $0 + $1.value : $0 } }

        subscript(pool: Pool, payer: String? = nil) -> Int { parts[Key(pool: pool, payer: payer)] ?? 0 }

        mutating func add(_ bytes: Int, for purpose: Purpose) {
            guard let pool = purpose.pool else { return }
            total = max(0, total + bytes)
            add(bytes, Key(pool: pool, payer: nil))
            if let payer = purpose.payer { add(bytes, Key(pool: pool, payer: payer)) }
        }

        static func + (some: Tally, more: Tally) -> Tally {
            Tally(total: some.total + more.total, parts: some.parts.merging(more.parts, uniquingKeysWith: +))
        }

        private mutating func add(_ bytes: Int, _ key: Key) {
            let sum = (parts[key] ?? 0) + bytes
            parts[key] = sum > 0 ? sum : nil
        }
    }

    // Shares

    /// What one fetch may bring: a fifth, so that as many as may be under way leave something for searches.
    var ofFetch: Int { max(limit / 5, Self.leastOfFetch) }

    /// What all of a kind may bring on a day; the weather may have whatever is left, and the last fifth is its alone.
    func share(_ pool: Pool) -> Int {
        switch pool {
        case .weather: limit
        case .shops, .trials: max(limit / 10 * 3, Self.leastOfShare)
        case .calendars: max(limit / 10 * 4, Self.leastOfShare)
        case .searches: max(limit / 10, Self.leastOfShare)
        }
    }

    /// What everything but the weather may bring on a day.
    var ofOthers: Int { limit - limit / 5 }

    /// What one owner or account may bring of a share; what one fetch may have at least, but for searches.
    func payerShare(_ pool: Pool) -> Int {
        switch pool {
        case .weather, .shops: limit
        case .trials: ofFetch
        case .calendars: max(share(pool) / max(1, calendars), ofFetch)
        case .searches: max(share(pool) / 4, 2 * Self.least)
        }
    }

    /// How long a calendar rests that has brought so much, a day at most.
    ///
    /// Its share suffices all day: of four fifths of that share so much comes in that time.
    func rest(afterCalendarOf bytes: Int) -> Duration {
        let daily = max(1, share(.calendars) / max(1, calendars) / 5 * 4)
        return .seconds(min(86_400, Int64(bytes) * 86_400 / Int64(daily)))
    }

    // A day

    private static func day(of time: Timestamp) -> Int64 {
        Timestamp(milliseconds: time.milliseconds).wholeSeconds / 86_400
    }

    private func spent(at now: Timestamp) -> Tally { Self.day(of: now) == day ? spent : Tally() }

    /// What was used on a day, before a restart.
    mutating func restore(day: Int64, _ spent: Tally) { (self.day, self.spent) = (day, spent) }

    /// What the day has used.
    var usage: Tally { spent }

    func used(at now: Timestamp) -> Int { spent(at: now).total }

    func isUsedUp(at now: Timestamp) -> Bool { limit - used(at: now) < Self.least }

    /// When there is a new day's.
    static func renewal(after now: Timestamp) -> Timestamp { Timestamp(milliseconds: (day(of: now) + 1) * length) }

    /// What is left for something, of all shares that it is counted in, when so much has come.
    private func left(for purpose: Purpose, _ used: Tally) -> Int {
        guard let pool = purpose.pool else { return .max }
        var left = limit - used.total
        guard pool != .weather else { return left }
        left = min(left, ofOthers - used.others, share(pool) - used[pool])
        if let payer = purpose.payer { left = min(left, payerShare(pool) - used[pool, payer]) }
        return left
    }

    private func free(for purpose: Purpose, at now: Timestamp) -> Int {
        // What is under way counts as if it had come.
        left(for: purpose, spent(at: now) + reserved)
    }

    /// Whether the day has too little left for something, which needs so much at least.
    func isUsedUp(for purpose: Purpose, needing bytes: Int = 0, at now: Timestamp) -> Bool {
        left(for: purpose, spent(at: now)) < max(Self.least, bytes)
    }

    /// When a fetch may begin: now, tomorrow, or when those under way have ended, of which nobody tells here.
    func opening(for purpose: Purpose, needing bytes: Int = 0, at now: Timestamp) -> Timestamp {
        if isUsedUp(for: purpose, needing: bytes, at: now) { return Self.renewal(after: now) }
        return free(for: purpose, at: now) >= max(Self.least, bytes) ? now : now.advanced(by: .seconds(5))
    }

    /// Why nothing is fetched for something any more today; nil where it is.
    func exhaustion(for purpose: Purpose, at now: Timestamp) -> String? {
        if purpose.pool != nil, isUsedUp(at: now) { return "the bytes of the day are used up until midnight UTC" }
        guard isUsedUp(for: purpose, at: now) else { return nil }
        let what =
            switch purpose {
            case .weather, .file: ""
            case .shops: " for shops"
            case .calendar: " for this calendar"
            case .trial: " for trying calendars"
            case .search: " for searches"
            }
        return "the bytes of the day\(what) are used up until midnight UTC"
    }

    /// Why ``reserve(_:for:needing:at:)`` has nothing.
    func refusal(for purpose: Purpose, at now: Timestamp) -> FactError {
        if let sentence = exhaustion(for: purpose, at: now) {
            return FactError(sentence, retryAfter: now.duration(to: Self.renewal(after: now)))
        }
        let sentence = "what is left of the bytes of the day is laid aside for what is being fetched"
        return FactError(sentence, retryAfter: .seconds(10))
    }

    /// Lays bytes aside for a fetch, at most so many; nil when there are too few, or fewer than it is known to need.
    mutating func reserve(_ bytes: Int, for purpose: Purpose, needing known: Int = 0, at now: Timestamp) -> Int? {
        guard let pool = purpose.pool else { return bytes }
        let (free, most) = (free(for: purpose, at: now), min(bytes, ofFetch))
        guard free >= max(min(bytes, Self.least), known) else { return nil }
        // What would be cut short for those under way only, waits for them.
        if pool == .calendars || pool == .trials, free < most, left(for: purpose, spent(at: now)) > free { return nil }
        let room = min(most, free)
        reserved.add(room, for: purpose)
        return room
    }

    /// Ends a fetch that had room and has brought so many.
    mutating func spend(_ bytes: Int, of room: Int, for purpose: Purpose, at now: Timestamp) {
        guard purpose.pool != nil else { return }
        spent = spent(at: now)
        day = Self.day(of: now)
        spent.add(bytes, for: purpose)
        reserved.add(-room, for: purpose)
    }
}

extension FactBudget.Purpose {
    /// What it is counted in; nil for what costs nothing.
    var pool: FactBudget.Pool? {
        switch self {
        case .weather: .weather
        case .shops: .shops
        case .calendar: .calendars
        case .trial: .trials
        case .search: .searches
        case .file: nil
        }
    }

    /// Whose part of it, too.
    var payer: String? {
        switch self {
        case .calendar(let owner): owner
        case .trial(let account), .search(let account): account
        case .weather, .shops, .file: nil
        }
    }
}
