internal import Tracking

/// How many bytes may come in a day, of UTC, from all sources together.
struct FactBudget: Hashable, Sendable {
    let limit: Int
    private(set) var day: Int64 = 0
    private(set) var used = 0
    /// How many of them searches have brought.
    private(set) var searched = 0
    /// What fetches under way may still bring, and what of it searches may.
    private var reserved = 0
    private var reservedForSearches = 0

    private static let length: Int64 = 86_400_000
    /// With less than that left, no fetch begins.
    static let least = 16 * 1024
    /// What a small budget has, too, for one fetch and for all searches of a day.
    static let leastOfFetch = 256 * 1024
    static let leastOfSearches = 64 * 1024

    /// What one fetch may bring: a fifth, so that as many as may be under way leave something for searches.
    var ofFetch: Int { max(limit / 5, Self.leastOfFetch) }
    /// What searches may bring on a day, so that nobody who searches takes their weather from all: a tenth.
    var ofSearches: Int { max(limit / 10, Self.leastOfSearches) }

    init(limit: Int) { self.limit = limit }

    /// What was used on a day, before a restart.
    mutating func restore(day: Int64, used: Int, searched: Int) {
        (self.day, self.used, self.searched) = (day, max(0, used), max(0, searched))
    }

    private static func day(of time: Timestamp) -> Int64 {
        Timestamp(milliseconds: time.milliseconds).wholeSeconds / 86_400
    }

    func used(at now: Timestamp) -> Int { Self.day(of: now) == day ? used : 0 }

    private func searched(at now: Timestamp) -> Int { Self.day(of: now) == day ? searched : 0 }

    /// What neither has come nor may come of what is under way.
    private func free(at now: Timestamp) -> Int { limit - used(at: now) - reserved }

    private func isUsedUpBySearches(at now: Timestamp) -> Bool { ofSearches - searched(at: now) < Self.least }

    /// Whether a fetch may begin; where none may, that may be for those under way only.
    func hasRoom(at now: Timestamp) -> Bool { free(at: now) >= Self.least }

    func isUsedUp(at now: Timestamp) -> Bool { limit - used(at: now) < Self.least }

    /// When there is a new day's.
    static func renewal(after now: Timestamp) -> Timestamp { Timestamp(milliseconds: (day(of: now) + 1) * length) }

    /// Why ``reserve(_:for:at:)`` has nothing.
    func refusal(for purpose: Purpose, at now: Timestamp) -> FactError {
        let rest = now.duration(to: Self.renewal(after: now))
        if isUsedUp(at: now) { return FactError(Self.isOver, retryAfter: rest) }
        if purpose == .search, isUsedUpBySearches(at: now) {
            return FactError("the bytes of the day for searches are used up until midnight UTC", retryAfter: rest)
        }
        let sentence = "what is left of the bytes of the day is laid aside for what is being fetched"
        return FactError(sentence, retryAfter: .seconds(10))
    }

    /// That nothing is fetched any more on a day.
    static let isOver = "the bytes of the day are used up until midnight UTC"

    /// What a fetch is for.
    enum Purpose: Hashable, Sendable {
        case fact, search
        /// A file of this machine, for which nobody waits.
        case file
    }

    /// Lays bytes aside for a fetch, at most so many; nil when there are too few.
    mutating func reserve(_ bytes: Int, for purpose: Purpose = .fact, at now: Timestamp) -> Int? {
        var free = free(at: now)
        if purpose == .search { free = min(free, ofSearches - searched(at: now) - reservedForSearches) }
        guard free >= min(bytes, Self.least) else { return nil }
        let room = min(bytes, free, purpose == .file ? free : ofFetch)
        reserved += room
        if purpose == .search { reservedForSearches += room }
        return room
    }

    /// Ends a fetch that had room and has brought so many.
    mutating func spend(_ bytes: Int, of room: Int, for purpose: Purpose = .fact, at now: Timestamp) {
        let isSearch = purpose == .search
        (used, searched) = (used(at: now) + bytes, searched(at: now) + (isSearch ? bytes : 0))
        day = Self.day(of: now)
        reserved = max(0, reserved - room)
        if isSearch { reservedForSearches = max(0, reservedForSearches - room) }
    }
}
