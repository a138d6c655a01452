public import Tracking

/// What a tag in a finding network sends: a key that changes with its address.
public struct RotatingKey: Hashable, Sendable {
    public private(set) var proximity: OwnerProximity
    private let number: UInt64
    private var turn: UInt64 = 0

    public init(number: UInt64, policy: OwnerProximity.Policy = .init(), at now: Timestamp) {
        self.number = number
        proximity = OwnerProximity(policy: policy, at: now)
    }

    /// So many bytes of the key that holds now.
    public func bytes(_ count: Int) -> [UInt8] {
        var key = KeyStream(number: number, turn: turn)
        return key.bytes(count)
    }

    /// Takes what happens to the owner, and lets time pass.
    mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] {
        switch event {
        case .owner(let isNear): carryOut(proximity.owner(isNear: isNear, at: now))
        case .tick: carryOut(proximity.tick(at: now))
        case .link, .subscribed, .pressed, .owned, .battery: []
        }
    }

    /// With the address the key changes, and with the state the frame: the advertisement is another one each time.
    private mutating func carryOut(_ actions: [OwnerProximity.Action]) -> [TagEffect] {
        for case .rotateAddress in actions { turn += 1 }
        return actions.contains(.rotateAddress) ? [.rotateAddress, .advertisementChanged] : []
    }
}
