public import Bluetooth
public import Cryptography
public import Tracking

/// A tag in Google's Find Hub network: an ephemeral identifier, and whether unwanted tracking protection mode is on.
///
/// Find Hub Network Accessory Specification 1.3, "ID rotation" and "Unwanted tracking prevention". While the mode is off,
/// address and identifier change together; while it is on, the address changes once a day and the identifier goes on as
/// before. The network switches the mode on when the owner has been away for long; here that is the separated state of
/// DULT, whose controls the tag has. The identifier is random, where a real one follows from a key; one of secp256r1 has
/// 32 bytes, and needs an extended advertisement.
public struct FMDNTag: TagPart {
    /// What a stranger may do with it; it advertises nothing of its own.
    public private(set) var accessory: DULTAccessory
    private let number: UInt64
    private let curve: EphemeralCurve
    private let start: Timestamp
    private let period: Duration
    /// How often the identifier has changed.
    private var turn: UInt64 = 0

    /// How often the identifier changes, on average: 1024 s.
    public static let rotation: Duration = .seconds(1024)
    /// How much later than it was due an identifier is used at most, in parts of the period: 204 s of 1024 s.
    private static let latest: Int64 = 204

    /// A tag whose identifiers are as long as those of a curve.
    public init(
        number: UInt64,
        policy: OwnerProximity.Policy? = nil,
        curve: EphemeralCurve = .secp160r1,
        at now: Timestamp
    ) {
        var key = KeyStream(number: number)
        let policy = policy ?? OwnerProximity.Policy(nearRotation: Self.rotation)
        accessory = DULTAccessory(
            information: DULTInformation(network: 2, model: "Find Hub tag"),
            identifier: key.bytes(18),
            policy: policy,
            at: now
        )
        (self.number, self.curve, start, period) = (number, curve, now, policy.nearRotation)
    }

    public var services: [LocalService] { accessory.services }
    public var advertisesExtended: Bool { curve == .secp256r1 }

    public var nextWakeUp: Timestamp? { min(nextTurn, accessory.nextWakeUp ?? nextTurn) }

    /// When the identifier changes next: when it is due, and 1 to 204 s of 1024 s later by chance.
    private var nextTurn: Timestamp {
        var chance = KeyStream(number: ~number, turn: turn + 1)
        let draw = chance.bytes(2).reduce(0) { $0 << 8 | Int64($1) }
        let late = period.milliseconds * (1 + draw % Self.latest) / 1024
        return start.advanced(by: .milliseconds(Int64(turn + 1) * period.milliseconds + late))
    }

    public func advertisement(at now: Timestamp) -> Advertisement? {
        let type: UInt8 = accessory.proximity.isSeparated ? 0x41 : 0x40
        var key = KeyStream(number: number, turn: turn)
        return Advertisement(serviceData: [FMDNFrame.service: [type] + key.bytes(curve.size) + [0]])
    }

    public mutating func write(
        _ value: [UInt8], to attribute: AttributeName, over link: LinkState, at now: Timestamp
    ) throws(AttributeError) -> [TagEffect] {
        try accessory.write(value, to: attribute, over: link, at: now)
    }

    public mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] {
        let wasSeparated = accessory.proximity.isSeparated
        var effects = accessory.handle(event, at: now)
        let isSeparated = accessory.proximity.isSeparated
        // While the mode is off, the address goes with the identifier.
        if !wasSeparated, !isSeparated { effects.removeAll { $0 == .rotateAddress } }
        return event == .tick ? effects + turnOver(isSeparated, at: now) : effects
    }

    /// Takes the identifier that is due.
    private mutating func turnOver(_ isSeparated: Bool, at now: Timestamp) -> [TagEffect] {
        guard nextTurn <= now else { return [] }
        while nextTurn <= now { turn += 1 }
        return isSeparated ? [.advertisementChanged] : [.rotateAddress, .advertisementChanged]
    }
}
