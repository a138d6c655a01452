public import Tracking

/// Changes a private address in time: Core Specification 5.4, volume 3, part C, section 10.7.
public struct AddressRotation: Hashable, Sendable {
    /// How long an address is used; 15 min is the specification's recommendation.
    public let interval: Duration
    public let key: IdentityKey
    /// When the next address is due; nil before the first.
    public private(set) var due: Timestamp?

    public init(key: IdentityKey, interval: Duration = .seconds(900)) {
        self.key = key
        self.interval = max(interval, .seconds(1))
    }

    /// A new address if one is due; nil otherwise.
    public mutating func next(at now: Timestamp, using generator: inout some RandomNumberGenerator) -> DeviceAddress? {
        if let due, now < due { return nil }
        return renew(at: now, using: &generator)
    }

    /// A new address at once, as at a change between near and away from the owner.
    public mutating func renew(at now: Timestamp, using generator: inout some RandomNumberGenerator) -> DeviceAddress {
        due = now.advanced(by: interval)
        return key.address(using: &generator)
    }
}
