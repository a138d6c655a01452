public import Cryptography
public import Tracking

extension TagKind {
    /// Makes a tag, near its owner where it has one.
    ///
    /// Identifiers and keys follow from the number; without a policy, those that know their owner change their address
    /// as usual; some tags count the intervals between two advertisements. The curve is that of Find Hub identifiers: those
    /// of secp256r1 need an extended advertisement.
    public func tag(
        number: UInt64,
        policy: OwnerProximity.Policy? = nil,
        interval: Duration = .seconds(1),
        curve: EphemeralCurve = .secp160r1,
        at now: Timestamp
    ) -> TagServices {
        TagServices([part(number, policy, interval, curve, now)], at: now)
    }

    /// Whether there is anything to connect for.
    public var isConnectable: Bool { !part(0, nil, .seconds(1), .secp160r1, Timestamp(seconds: 0)).services.isEmpty }

    /// Whether it changes its address in time.
    public var rotatesAddress: Bool {
        switch self {
        case .findMy, .fmdn, .dult: true
        case .itag, .ibeacon, .eddystone: false
        }
    }

    /// How many centrals it takes at once, which is how long it goes on advertising.
    ///
    /// Two for Find Hub, the least that Nordic's firmware allows, which advertises until all places are taken
    /// (`CONFIG_BT_FAST_PAIR_FMDN_MAX_CONN`, sdk-nrf, `subsys/bluetooth/services/fast_pair/fmdn/Kconfig`); one for an iTag,
    /// and for DULT, whose draft names no number. Of the others nobody asks for a link.
    public var linkLimit: Int { self == .fmdn ? 2 : 1 }

    private func part(
        _ number: UInt64,
        _ policy: OwnerProximity.Policy?,
        _ interval: Duration,
        _ curve: EphemeralCurve,
        _ now: Timestamp
    ) -> any TagPart {
        var key = KeyStream(number: number)
        return switch self {
        case .itag: ITag(at: now)
        case .ibeacon:
            IBeacon(
                uuid: key.uuid(),
                major: UInt16(truncatingIfNeeded: number >> 16),
                minor: UInt16(truncatingIfNeeded: number)
            )
        case .eddystone: EddystoneBeacon(identifier: key.bytes(16), interval: interval, at: now)
        case .findMy: FindMyTag(number: number, policy: policy ?? .init(), at: now)
        case .fmdn: FMDNTag(number: number, policy: policy, curve: curve, at: now)
        case .dult:
            DULTAccessory(information: DULTInformation(), identifier: key.bytes(8), policy: policy ?? .init(), at: now)
        }
    }
}
