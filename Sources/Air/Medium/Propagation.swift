/// How strong a transmitter arrives at a receiver; the simulation knows, from where both are.
///
/// Noise belongs here: the medium asks once for every packet.
public protocol Propagation: Sendable {
    /// The strength of one packet in dBm.
    mutating func strength(on path: SignalPath, at time: AirTime) -> Double
}

/// From whom to whom a packet goes, and on which channel: 37 to 39, or 0 for data channels.
public struct SignalPath: Hashable, Sendable {
    public var transmitter: Transmitter
    public var receiver: ReceiverID
    public var channel: UInt8

    public init(from transmitter: Transmitter, to receiver: ReceiverID, channel: UInt8) {
        (self.transmitter, self.receiver, self.channel) = (transmitter, receiver, channel)
    }
}

/// Strengths that are set by hand.
public struct FixedPropagation: Propagation {
    /// For what has no strength of its own.
    public var standard: Double
    /// In dBm, for each tag.
    public var strengths: [TagID: Double]

    public init(standard: Double = -60, strengths: [TagID: Double] = [:]) {
        (self.standard, self.strengths) = (standard, strengths)
    }

    public func strength(on path: SignalPath, at time: AirTime) -> Double {
        guard case .tag(let tag) = path.transmitter else { return standard }
        return strengths[tag] ?? standard
    }
}
