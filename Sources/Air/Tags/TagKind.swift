public import Tracking

/// The tags of other makes that can be simulated, by the names of their device profiles.
public enum TagKind: String, Hashable, Sendable, CaseIterable {
    case itag, ibeacon, eddystone
    case findMy = "find-my"
    case fmdn, dult

    /// The kind whose tags a device profile describes; nil for a profile that no simulated tag has.
    public init?(profile: Name) {
        self.init(rawValue: "\(profile)")
    }

    /// Makes a tag.
    ///
    /// - Parameters:
    ///   - number: Tells tags of a kind apart: their identifiers and keys follow from it.
    ///   - now: The time, at which its battery is put in.
    /// - Returns: The tag, near its owner where it has one.
    public func tag(number: UInt64, at now: Timestamp) -> TagServices {
        TagServices([part(number, now)], at: now)
    }

    /// Between two advertisements: as specified for iBeacon and DULT, else our choice.
    public var interval: Duration {
        switch self {
        case .itag: .seconds(1)
        case .ibeacon: .milliseconds(100)
        case .eddystone: EddystoneBeacon.interval
        case .findMy, .fmdn, .dult: .seconds(2)
        }
    }

    private func part(_ number: UInt64, _ now: Timestamp) -> any TagPart {
        var key = KeyStream(number: number)
        return switch self {
        case .itag: ITag(at: now)
        case .ibeacon:
            IBeacon(
                uuid: key.uuid(),
                major: UInt16(truncatingIfNeeded: number >> 16),
                minor: UInt16(truncatingIfNeeded: number)
            )
        case .eddystone: EddystoneBeacon(identifier: key.bytes(16), at: now)
        case .findMy: FindMyTag(number: number, at: now)
        case .fmdn: FMDNTag(number: number, at: now)
        case .dult: DULTAccessory(information: DULTInformation(), identifier: key.bytes(8), at: now)
        }
    }
}
