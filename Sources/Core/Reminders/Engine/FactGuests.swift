import Tracking

/// What is needed from elsewhere for a short while, because somebody tries a condition before there is a reminder.
///
/// It is bounded, for an owner and altogether: whoever tries many has to wait until the first of them are over.
struct FactGuests: Sendable {
    private var ends: [Guest: Timestamp] = [:]
    private var counts: [Need: Int] = [:]

    /// How long something is needed after it was last asked for.
    static let stay = Duration.seconds(90)
    /// How many facts are needed for one owner, and for all.
    static let mostOfOwner = 6
    static let most = 100
    /// Why nothing is found out of one that is too many.
    static let tooMany = "too much is being tried at once: wait a minute or two"

    private struct Guest: Hashable, Sendable {
        let need: Need
        let owner: Name
    }

    var isEmpty: Bool { ends.isEmpty }
    var needs: [Need] { Array(counts.keys) }
    var firstEnd: Timestamp? { ends.values.min() }

    func has(_ need: Need) -> Bool { counts[need] != nil }
    func has(_ owner: Name) -> Bool { ends.keys.contains { $0.owner == owner } }

    /// Whether there may be one more.
    func hasRoom(for owner: Name) -> Bool {
        ends.count < Self.most && ends.keys.count { $0.owner == owner } < Self.mostOfOwner
    }

    /// Takes a need in, or goes on with it; false where there are too many.
    mutating func take(_ need: Need, for owner: Name, at now: Timestamp) -> Bool {
        let guest = Guest(need: need, owner: owner)
        if ends[guest] == nil {
            guard hasRoom(for: owner) else { return false }
            counts[need, default: 0] += 1
        }
        ends[guest] = now.advanced(by: Self.stay)
        return true
    }

    /// Takes out what is over, also what a clock that was ahead has put off too far.
    mutating func sweep(at now: Timestamp) -> (needs: Set<Need>, owners: Set<Name>) {
        let latest = now.advanced(by: Self.stay)
        let over = ends.filter { $0.value <= now || $0.value > latest }.map(\.key)
        for guest in over {
            ends[guest] = nil
            counts[guest.need] = counts[guest.need].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        return (Set(over.map(\.need)), Set(over.map(\.owner)))
    }
}
