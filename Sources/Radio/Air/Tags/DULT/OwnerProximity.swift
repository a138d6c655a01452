public import Tracking

/// Whether a tag takes itself to be near its owner, and when it changes its address for that.
///
/// draft-ietf-dult-accessory-protocol-00, "Maximum duration …" and "Rotation policy".
public struct OwnerProximity: Hashable, Sendable {
    /// The spans of a network's tags.
    public struct Policy: Hashable, Sendable {
        /// How long the owner has to be away, and longer, before the tag is separated.
        public var separatedAfter: Duration
        /// How long the owner has to be back before the tag is near again.
        public var reunitedAfter: Duration
        public var nearRotation: Duration
        public var separatedRotation: Duration

        /// The draft's times; shorter ones than its 30 minutes to separate and 15 to change the address, a second at
        /// least, are for tests only.
        ///
        /// It allows at most 30 minutes to reunite.
        public init(
            separatedAfter: Duration = .seconds(30 * 60),
            reunitedAfter: Duration = .zero,
            nearRotation: Duration = .seconds(15 * 60)
        ) {
            self.separatedAfter = separatedAfter
            self.reunitedAfter = max(.zero, min(reunitedAfter, .seconds(30 * 60)))
            self.nearRotation = max(.seconds(1), nearRotation)
            separatedRotation = .seconds(24 * 60 * 60)
        }
    }

    /// What a tag does when its state or its address changes.
    public enum Action: Hashable, Sendable {
        case becomes(isSeparated: Bool)
        case rotateAddress
    }

    public let policy: Policy
    public private(set) var isSeparated: Bool
    private var ownerIsNear: Bool
    private var ownerChanged: Timestamp
    private var rotated: Timestamp

    /// A tag at its owner's.
    public init(policy: Policy = Policy(), at now: Timestamp) {
        self.policy = policy
        isSeparated = false
        ownerIsNear = true
        ownerChanged = now
        rotated = now
    }

    /// When something is due next.
    public var nextWakeUp: Timestamp { min(transition ?? rotation, rotation) }

    /// The owner has come, or has gone; returns what was due before, and what is by this.
    public mutating func owner(isNear: Bool, at now: Timestamp) -> [Action] {
        let actions = tick(at: now)
        guard isNear != ownerIsNear else { return actions }
        ownerIsNear = isNear
        ownerChanged = now
        return actions + tick(at: now)
    }

    /// Time has passed; returns a transition with its change of address, and of several changes that were missed, one.
    public mutating func tick(at now: Timestamp) -> [Action] {
        var actions: [Action] = []
        if let transition, transition <= now {
            isSeparated.toggle()
            rotated = transition
            actions += [.becomes(isSeparated: isSeparated), .rotateAddress]
        }
        if rotation <= now {
            let missed = rotated.duration(to: now).milliseconds / period.milliseconds
            rotated = rotated.advanced(by: .milliseconds(missed * period.milliseconds))
            actions.append(.rotateAddress)
        }
        return actions
    }

    private var period: Duration { isSeparated ? policy.separatedRotation : policy.nearRotation }
    private var rotation: Timestamp { rotated.advanced(by: period) }

    /// When the state changes; nil while it is what it is to be.
    private var transition: Timestamp? {
        guard isSeparated == ownerIsNear else { return nil }
        // More than so long apart: the first moment behind it.
        return ownerChanged.advanced(by: ownerIsNear ? policy.reunitedAfter : policy.separatedAfter + .milliseconds(1))
    }
}
