public import Tracking

extension TagKind {
    /// Makes a tag.
    ///
    /// - Parameters:
    ///   - number: Tells tags of a kind apart: their identifiers and keys follow from it.
    ///   - policy: When those that know their owner change their address; nil for what is usual.
    ///   - now: The time, at which its battery is put in.
    /// - Returns: The tag, near its owner where it has one.
    public func tag(number: UInt64, policy: OwnerProximity.Policy? = nil, at now: Timestamp) -> TagServices {
        TagServices([part(number, policy, now)], at: now)
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

    /// Whether there is anything to connect for.
    public var isConnectable: Bool { !part(0, nil, Timestamp(seconds: 0)).services.isEmpty }

    /// Whether it changes its address in time.
    public var rotatesAddress: Bool {
        switch self {
        case .findMy, .fmdn, .dult: true
        case .itag, .ibeacon, .eddystone: false
        }
    }

    private func part(_ number: UInt64, _ policy: OwnerProximity.Policy?, _ now: Timestamp) -> any TagPart {
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
        case .findMy: FindMyTag(number: number, policy: policy ?? .init(), at: now)
        case .fmdn: FMDNTag(number: number, policy: policy, at: now)
        case .dult:
            DULTAccessory(
                information: DULTInformation(),
                identifier: key.bytes(8),
                policy: policy ?? .init(),
                at: now
            )
        }
    }
}
