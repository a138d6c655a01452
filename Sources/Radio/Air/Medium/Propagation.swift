/// How strong a transmitter arrives at a receiver; the simulation knows, from where both are.
///
/// Noise belongs here: the medium asks once for every advertisement, scan response, connection request and connection
/// event, in the order of the run, so that a model with a seeded generator gives the same run again.
public protocol Propagation: Sendable {
    /// The strength of one packet in dBm; `-.infinity` gets through nowhere.
    mutating func strength(on path: SignalPath, at time: AirTime) -> Double

    /// One packet as it arrives.
    ///
    /// By default its strength is ``strength(on:at:)``, and the medium's ``ReceptionCurve`` decides by chance whether it
    /// is received.
    mutating func arrival(on path: SignalPath, at time: AirTime) -> Arrival
}

extension Propagation {
    public mutating func arrival(on path: SignalPath, at time: AirTime) -> Arrival {
        Arrival(strength: strength(on: path, at: time))
    }
}

/// A packet as it arrives at a receiver.
public struct Arrival: Hashable, Sendable {
    /// In dBm; what is reported is the nearest whole number from -127 to 20.
    public var strength: Double
    /// Whether it gets through; nil leaves that to the medium's ``ReceptionCurve``.
    public var isReceived: Bool?

    public init(strength: Double, isReceived: Bool? = nil) {
        (self.strength, self.isReceived) = (strength, isReceived)
    }
}

/// From whom to whom a packet goes, on which channel, 37 to 39, or 0 for data and secondary channels, and with which PHY.
public struct SignalPath: Hashable, Sendable {
    public var transmitter: Transmitter
    public var receiver: ReceiverID
    public var channel: UInt8
    public var phy: LinkPHY

    public init(from transmitter: Transmitter, to receiver: ReceiverID, channel: UInt8, phy: LinkPHY = .basic) {
        (self.transmitter, self.receiver, self.channel, self.phy) = (transmitter, receiver, channel, phy)
    }
}
