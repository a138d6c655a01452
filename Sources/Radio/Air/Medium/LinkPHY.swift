/// How bits are on the air: Core Specification 5.4, volume 6, part B, section 2.
public enum LinkPHY: UInt8, Hashable, Sendable, CaseIterable {
    /// LE 1M: 8 µs a byte. Legacy advertising uses nothing else, and each connection that follows it begins with it.
    case basic = 1
    /// LE 2M: 4 µs a byte.
    case double = 2
    /// LE Coded with eight symbols a bit, S=8: 64 µs a byte. S=2 is not on this air.
    case coded = 3

    /// The bit for it in masks of PHYs: volume 4, part E, section 7.8.49.
    var mask: UInt8 { 1 << (rawValue - 1) }

    /// How much weaker than with LE 1M a packet may arrive to get through as often, in dB.
    ///
    /// 8 dB for S=8: -95 and -103 dBm of the nRF52840 (Nordic's overview of it, in github.com/ShpakovDmitry/
    /// nRF52840_experiments), -96 and -104 dBm of the nRF54L15 (Nordic, "Receiver operation"); Microchip's chips have 6.5
    /// to 10. -3 dB for 2M: -98 and -95 dBm, -99 and -96 dBm, -95.5 and -92.5 dBm of three of Microchip's ("Bluetooth Low
    /// Energy RF Characteristics", onlinedocs.microchip.com); the nRF54L15 has 2 dB. The specification
    /// asks for -70 dBm with both uncoded PHYs, and for -82 dBm with S=8: volume 6, part A, section 4.1.
    public var gain: Double {
        switch self {
        case .basic: 0
        case .double: -3
        case .coded: 8
        }
    }

    /// How long a packet with such a payload is on the air, in microseconds.
    ///
    /// Uncoded: preamble (1 byte, 2 with LE 2M), access address 4, header 2, check 3. Coded: 376 µs up to the first
    /// terminator and 24 µs for the second: volume 6, part B, sections 2.1 and 2.2.
    func packet(_ octets: Int) -> Int64 {
        switch self {
        case .basic: Int64(octets + 10) * 8
        case .double: Int64(octets + 11) * 4
        case .coded: Int64(octets + 5) * 64 + 400
        }
    }
}

/// With which PHY each side of a link sends.
///
/// The names are those of a link to a tag. A host in the peripheral's role reads its own packets first as well, so that
/// it is told ``turned`` ones.
public struct LinkPHYs: Hashable, Sendable {
    public var toTag: LinkPHY = .basic
    public var toController: LinkPHY = .basic

    public init(toTag: LinkPHY = .basic, toController: LinkPHY = .basic) {
        (self.toTag, self.toController) = (toTag, toController)
    }

    /// The same link as its other side has it.
    var turned: LinkPHYs { LinkPHYs(toTag: toController, toController: toTag) }

    /// The one of the two that reaches less far.
    var weaker: LinkPHY { toTag.gain < toController.gain ? toTag : toController }

    /// How long a packet with such a payload and the answer's empty one take, in microseconds.
    ///
    /// A payload has a check of its integrity of 4 bytes; 150 µs lie between two packets.
    func exchange(_ octets: Int) -> Int64 { toTag.packet(octets + 4) + toController.packet(0) + 300 }
}

/// With which PHYs a controller would like to send and to hear: LE Set PHY, volume 4, part E, section 7.8.49.
public struct PHYWish: Hashable, Sendable {
    /// Nil: it does not matter.
    public var toTag: Set<LinkPHY>?, toController: Set<LinkPHY>?

    public init(toTag: Set<LinkPHY>?, toController: Set<LinkPHY>?) {
        (self.toTag, self.toController) = (toTag, toController)
    }

    /// The same wish in the directions of the other side.
    var turned: PHYWish { PHYWish(toTag: toController, toController: toTag) }

    /// All that are named for either direction.
    var named: Set<LinkPHY> { (toTag ?? []).union(toController ?? []) }

    /// What becomes of the PHYs of a link: the fastest of those that both sides have, else what was before.
    func result(from old: LinkPHYs, peerHas: Set<LinkPHY>) -> LinkPHYs {
        func choose(_ wish: Set<LinkPHY>?, _ old: LinkPHY) -> LinkPHY {
            guard let wish else { return old }
            return [.double, .basic, .coded].first { wish.contains($0) && peerHas.contains($0) } ?? old
        }
        return LinkPHYs(toTag: choose(toTag, old.toTag), toController: choose(toController, old.toController))
    }
}

extension LinkCapabilities {
    /// The PHYs by the feature bits: volume 6, part B, section 4.6.
    var phys: Set<LinkPHY> {
        var phys: Set<LinkPHY> = [.basic]
        if features >> 8 & 1 == 1 { phys.insert(.double) }
        if features >> 11 & 1 == 1 { phys.insert(.coded) }
        return phys
    }
}
