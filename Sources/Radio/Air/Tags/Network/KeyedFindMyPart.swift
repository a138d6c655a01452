public import Bluetooth
public import Keys
public import Tracking

/// A ``KeyedFindMyTag`` in the air, whose address is part of the key that it advertises.
///
/// Near its owner it has another key and address each quarter of an hour, away from the owner another each day.
public struct KeyedFindMyPart: TagPart {
    private var tag: KeyedFindMyTag
    private let clock: PacedClock
    private let pairedAt: Timestamp
    private var proximity: OwnerProximity
    private var sighting: (address: BluetoothAddress, advertisement: Advertisement)?
    /// When the time of its key is over.
    private var due: Timestamp

    /// A tag that shows the right time now, near its owner; a quick clock, for tests, makes its rotations come so many
    /// times as often.
    public init(_ key: FindMyKey, pace: Double = 1, policy: OwnerProximity.Policy = .init(), at now: Timestamp) {
        (tag, pairedAt) = (KeyedFindMyTag(key), key.pairedAt)
        clock = PacedClock(start: now, pace: pace)
        proximity = OwnerProximity(policy: policy, at: now)
        due = now
        _ = renew(at: now)
    }

    /// The address that goes with what it advertises; nil before the pairing.
    public var address: BluetoothAddress? { sighting?.address }

    public func advertisement(at now: Timestamp) -> Advertisement? { sighting?.advertisement }

    public var nextWakeUp: Timestamp? { min(due, proximity.nextWakeUp) }

    public mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] {
        switch event {
        case .battery(let percent): tag.battery = percent
        case .owner(let isNear): _ = proximity.owner(isNear: isNear, at: now)
        case .tick, .owned: _ = proximity.tick(at: now)
        case .link, .subscribed, .pressed: return []
        }
        return renew(at: now)
    }

    private mutating func renew(at now: Timestamp) -> [TagEffect] {
        tag.isSeparated = proximity.isSeparated
        let old = sighting
        let time = clock.time(at: now)
        let period = tag.isSeparated ? FindMyKey.secondaryPeriod : FindMyKey.primaryPeriod
        let turns = pairedAt.duration(to: time).milliseconds / period.milliseconds
        due = clock.moment(at: time < pairedAt ? pairedAt : pairedAt.advanced(by: period * (turns + 1)))
        sighting = tag.sighting(at: time)
        guard let sighting, old.map({ $0 != sighting }) ?? true else { return [] }
        // With the address the host renews what it advertises.
        return old?.address == sighting.address ? [.advertisementChanged] : [.takeAddress(sighting.address)]
    }
}
