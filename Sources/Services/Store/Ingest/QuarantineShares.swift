/// Which refused messages are kept, by who sent them, so that a sender that floods removes only its own.
///
/// While there is room anybody may fill it. Of more than ``QuarantineRow/most``, the oldest of the owner goes who has the
/// most, and of that owner's devices the one that has the most. Who sent a message is told by the second and third level
/// of its topic, as in `owntracks/sam/phone`; a private broker lets a device use no other's.
struct QuarantineShares: Sendable {
    private var owners: [Substring: Owner] = [:]
    private(set) var count = 0

    private struct Owner {
        var devices: [Substring: ArraySlice<Int64>] = [:]
        var count = 0

        /// Of those that have the same, the one with the oldest message.
        var biggestDevice: Substring? {
            devices.max { ($0.value.count, $1.value.first ?? 0) < ($1.value.count, $0.value.first ?? 0) }?.key
        }
    }

    /// Takes a message in, whose number is higher than those before; returns the number of one that goes in return, nil
    /// while there is room.
    mutating func add(_ id: Int64, _ topic: String, room: Int) -> Int64? {
        let (owner, device) = Self.sender(topic)
        owners[owner, default: Owner()].devices[device, default: []].append(id)
        owners[owner]?.count += 1
        count += 1
        return count > room ? removeOldest(preferring: owner, device) : nil
    }

    /// Whoever has a fair share is not searched for a bigger one: a flood costs no search.
    private mutating func removeOldest(preferring owner: Substring, _ device: Substring) -> Int64? {
        let isFull = (owners[owner]?.count ?? 0) > count / max(1, owners.count)
        let loser = isFull ? owner : owners.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
        guard let loser, var losing = owners[loser] else { return nil }
        let own = loser == owner ? losing.devices[device]?.count ?? 0 : 0
        let isOwn = own > losing.count / max(1, losing.devices.count)
        let poorer = isOwn ? device : losing.biggestDevice
        guard let poorer, let id = losing.devices[poorer]?.popFirst() else { return nil }
        if losing.devices[poorer]?.isEmpty ?? true { losing.devices[poorer] = nil }
        losing.count -= 1
        count -= 1
        owners[loser] = losing.count == 0 ? nil : losing
        return id
    }

    private static func sender(_ topic: String) -> (Substring, Substring) {
        let levels = topic.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return (levels.count > 1 ? levels[1] : "", levels.count > 2 ? levels[2] : "")
    }
}
