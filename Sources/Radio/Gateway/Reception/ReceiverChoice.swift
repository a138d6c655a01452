public import Bluetooth
public import Tracking

/// One adapter of one gateway.
public struct Receiver: Hashable, Sendable {
    public var gateway: Name
    /// Nil for a gateway that does not tell.
    public var adapter: BluetoothAddress?

    public init(gateway: Name, adapter: BluetoothAddress? = nil) { (self.gateway, self.adapter) = (gateway, adapter) }
}

extension Receiver: Comparable {
    public static func < (left: Receiver, right: Receiver) -> Bool {
        (left.gateway, left.adapter?.bits ?? 0) < (right.gateway, right.adapter?.bits ?? 0)
    }
}

/// Which of the receivers that hear a tag is the one to connect to it.
///
/// It follows from the proximity messages alone, the gateway's own ones included, in the order in which the broker hands
/// them out, and from the times in them. So gateways that read the same messages agree without any talk.
public struct ReceiverChoice: Hashable, Sendable {
    /// Who connects; nil before the first message.
    public private(set) var owner: Receiver?
    private var heard: [Receiver: Reception] = [:]

    private struct Reception: Hashable {
        /// Smoothed, in dBm.
        var strength: Double
        var time: Timestamp
        /// Since when it has been clearly better than the owner.
        var betterSince: Timestamp?
    }

    /// How much better another receiver has to be, in dB.
    public static let deadband = 6.0
    /// For how long, in milliseconds.
    public static let patience: Int64 = 10_000
    /// After so many milliseconds of silence the owner gives way to any other.
    public static let silence: Int64 = 30_000
    /// How much a new strength counts against those before.
    private static let weight = 0.3
    private static let mostReceivers = 16

    public init() {}

    /// Takes in that a receiver has heard the tag so strongly, in dBm; nil for as strongly as before.
    ///
    /// `isClaimed` tells whether it takes itself to be
    /// the owner.
    public mutating func heard(by receiver: Receiver, rssi: Int?, isClaimed: Bool, at time: Timestamp) {
        record(receiver, rssi.map(Double.init) ?? heard[receiver]?.strength ?? -127, time)
        guard let owner, let current = heard[owner] else {
            self.owner = receiver
            return
        }
        if receiver == owner { return compareAll(with: current) }
        if isClaimed, isStronger(receiver, than: owner) { return hand(to: receiver) }
        if time.milliseconds - current.time.milliseconds >= Self.silence { return hand(to: receiver) }
        compare(receiver, with: current)
        if let since = heard[receiver]?.betterSince, time.milliseconds - since.milliseconds >= Self.patience {
            hand(to: receiver)
        }
    }

    private mutating func record(_ receiver: Receiver, _ rssi: Double, _ time: Timestamp) {
        if var known = heard[receiver] {
            known.strength += Self.weight * (rssi - known.strength)
            known.time = max(known.time, time)
            heard[receiver] = known
            return
        }
        heard[receiver] = Reception(strength: rssi, time: time)
        // Who is left out has been silent for longest.
        while heard.count > Self.mostReceivers,
            let oldest = heard.filter({ $0.key != owner }).min(by: { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
            )
        { heard[oldest.key] = nil }
    }

    /// Two that both take themselves to be the owner have missed a message: all decide alike between them.
    private func isStronger(_ receiver: Receiver, than owner: Receiver) -> Bool {
        guard let mine = heard[receiver]?.strength, let other = heard[owner]?.strength else { return false }
        return mine == other ? receiver < owner : mine > other
    }

    private mutating func compareAll(with current: Reception) {
        for receiver in heard.keys where receiver != owner { compare(receiver, with: current) }
    }

    /// Notes since when a receiver has been clearly better, by its own latest word.
    private mutating func compare(_ receiver: Receiver, with current: Reception) {
        guard var known = heard[receiver] else { return }
        let isBetter = known.strength >= current.strength + Self.deadband
        known.betterSince = isBetter ? known.betterSince ?? known.time : nil
        heard[receiver] = known
    }

    private mutating func hand(to receiver: Receiver) {
        owner = receiver
        for other in heard.keys { heard[other]?.betterSince = nil }
    }
}
