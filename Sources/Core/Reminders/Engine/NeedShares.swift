import Tracking

/// How many facts from elsewhere the reminders of each owner may need, so that nobody's use up what can be fetched for all.
///
/// The weather where an owner is, and their calendar, are one each, and not counted.
struct NeedShares: Sendable {
    /// What is counted.
    enum Share: Hashable, Sendable {
        /// The weather of a place.
        case weather(Cell)
        /// Shops of a kind, wherever their owner is.
        case spots(SpotKind)
    }

    private var counts: [Name: [Share: Int]] = [:]
    private var freed: Set<Name> = []

    /// How many places the weather may be needed of, and how many kinds of shops, for one owner.
    static let mostPlaces = 10
    static let mostKinds = 3

    /// Why nothing is found out of one that is too many.
    static let tooManyPlaces =
        "one owner's reminders may need the weather of \(mostPlaces) places besides where they are"
    static let tooManyKinds = "one owner's reminders may need \(mostKinds) kinds of shops"

    /// Takes shares for one of an owner's reminders in place of those that it had; answers with those that it has now.
    mutating func take(_ wanted: [Share], for owner: Name, insteadOf former: [Share]) -> [Share] {
        var own = counts[owner] ?? [:]
        for share in former { own[share] = own[share].flatMap { $0 > 1 ? $0 - 1 : nil } }
        var taken: [Share] = []
        for share in wanted where Self.hasRoom(for: share, in: own) {
            own[share, default: 0] += 1
            taken.append(share)
        }
        if former.contains(where: { own[$0] == nil }) { freed.insert(owner) }
        counts[owner] = own.isEmpty ? nil : own
        return taken
    }

    private static func hasRoom(for share: Share, in own: [Share: Int]) -> Bool {
        if own[share] != nil { return true }
        switch share {
        case .weather: return own.keys.count { if case .weather = $0 { true } else { false } } < mostPlaces
        case .spots: return own.keys.count { if case .spots = $0 { true } else { false } } < mostKinds
        }
    }

    /// Whose reminders have given something up since that was asked last.
    mutating func takeFreed() -> [Name] {
        guard !freed.isEmpty else { return [] }
        defer { freed = [] }
        return freed.sorted { $0.text < $1.text }
    }
}

extension ReminderEngine {
    /// What counts of a need; nil for what does not.
    static func share(of need: Need, _ entry: Entry) -> NeedShares.Share? {
        switch need {
        case .weather(let cell): entry.conditions.weather?.place == nil ? nil : .weather(cell)
        case .spots(let kind, _): .spots(kind)
        case .calendar: nil
        }
    }

    /// Lets those of an owner's reminders have what they need that were refused it, where others have given something up.
    mutating func passOn(at now: Timestamp) {
        for owner in shares.takeFreed() {
            for number in owners[owner]?.entries ?? [] where entries[number]?.refused.isEmpty == false {
                stand(number, at: now)
                look(number, .all, at: now)
            }
        }
    }
}
