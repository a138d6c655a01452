import Messages
import Tracking

/// Sums up what gateways hear of one tag while somebody stands in a room.
actor RoomEar {
    private struct Sum {
        var excess = 0.0
        var samples = 0
    }

    private let topic: String
    private var sums: [Name: Sum] = [:]
    private var isMeasuring = false

    /// An ear for the messages of one topic.
    init(topic: String) { self.topic = topic }

    /// Takes in a message; one that cannot be read, or comes between two rooms, is passed over.
    func hear(_ message: Message) {
        guard isMeasuring, message.topic == topic, !message.retained,
            let proximity = try? ProximityMessage(decoding: message.payload), let rssi = proximity.rssi,
            proximity.samples > 0
        else { return }
        let power = proximity.signal?.powerAtOneMetre ?? Self.usualPower
        sums[proximity.gateway, default: Sum()].excess += (Double(rssi) - power) * Double(proximity.samples)
        sums[proximity.gateway, default: Sum()].samples += proximity.samples
    }

    /// The strength at a metre, in dBm, where a gateway does not tell it: that of a profile without one.
    private static let usualPower = -59.0

    /// Begins with a room.
    func begin() {
        sums = [:]
        isMeasuring = true
    }

    /// How many reports have come in this room.
    var samples: Int { sums.values.reduce(0) { $0 + $1.samples } }

    /// Ends with a room: what each gateway heard on average, in the order of their names.
    func end() -> [RoomSurvey.Level] {
        isMeasuring = false
        return sums.map { gateway, sum in
            let mean = sum.excess / Double(sum.samples)
            return RoomSurvey.Level(gateway: gateway, excess: (mean * 10).rounded() / 10, samples: sum.samples)
        }
        .sorted { $0.gateway < $1.gateway }
    }
}
