internal import Tracking

/// How many bytes may come in a day, of UTC, from all sources together.
struct FactBudget: Hashable, Sendable {
    let limit: Int
    private(set) var day: Int64 = 0
    private(set) var used = 0
    /// What fetches under way may still bring.
    private var reserved = 0

    private static let length: Int64 = 86_400_000
    /// With less than that left, no fetch begins.
    static let least = 16 * 1024

    init(limit: Int) { self.limit = limit }

    /// What was used on a day, before a restart.
    mutating func restore(day: Int64, used: Int) { (self.day, self.used) = (day, max(0, used)) }

    private static func day(of time: Timestamp) -> Int64 {
        Timestamp(milliseconds: time.milliseconds).wholeSeconds / 86_400
    }

    func used(at now: Timestamp) -> Int { Self.day(of: now) == day ? used : 0 }

    func isUsedUp(at now: Timestamp) -> Bool { limit - used(at: now) < Self.least }

    /// When there is a new day's.
    static func renewal(after now: Timestamp) -> Timestamp { Timestamp(milliseconds: (day(of: now) + 1) * length) }

    /// Lays bytes aside for a fetch, at most so many; nil when there are too few.
    mutating func reserve(_ bytes: Int, at now: Timestamp) -> Int? {
        let free = limit - used(at: now) - reserved
        guard free >= min(bytes, Self.least) else { return nil }
        let room = min(bytes, free)
        reserved += room
        return room
    }

    /// Ends a fetch that had room and has brought so many.
    mutating func spend(_ bytes: Int, of room: Int, at now: Timestamp) {
        used = used(at: now) + bytes
        day = Self.day(of: now)
        reserved = max(0, reserved - room)
    }
}
