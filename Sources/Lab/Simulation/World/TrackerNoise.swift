import Messages
import Tracking

/// What is wrong about one tracker, and what is under way because of it.
struct TrackerNoise: Sendable {
    var gnss: GNSSNoise?
    /// One for each gateway that serves it, in that order; none where Bluetooth is exact.
    var radios: [RadioNoise] = []
    var modem: CellularNoise?
    var clock: ClockNoise
    /// When it advertises next, in milliseconds.
    var nextAdvertisement: Int64
    let advertiseEvery: Int64
    /// When the connection to its gateway was last known to be alive, in milliseconds.
    var lastContact: Int64 = 0
    /// What it has said into a connection that did not carry it yet.
    var held: [Uplink] = []
    /// What its modem has sent and the broker does not have yet.
    var sent: [(due: Int64, message: Message)] = []
    /// What the broker has for a modem that is asleep.
    var waiting: [Message] = []

    init(_ parameters: NoiseParameters, _ tracker: Scenario.Tracker, id: DeviceID, gateways: [Name], seed: UInt64) {
        let stream = { (purpose: String) in SplitMix(seed: seed, stream: "\(purpose)/\(id)") }
        gnss = parameters.gnss.map { GNSSNoise($0, stream("gnss")) }
        if let radio = parameters.radio {
            radios = gateways.map { RadioNoise(radio, stream("radio/\($0)")) }
        }
        let modem = tracker.device.modem
        self.modem = parameters.cellular.map {
            CellularNoise($0, attach: modem.attach.inSeconds, exchange: modem.exchange.inSeconds, stream("cellular"))
        }
        clock = ClockNoise(spread: parameters.clockRate, stream("clock"))
        advertiseEvery = max(20, tracker.device.bluetooth.advertiseEvery.milliseconds)
        var draws = stream("advertising")
        nextAdvertisement = Int64(draws.unit() * Double(advertiseEvery))
    }

    mutating func enter(_ parameters: NoiseParameters, at seconds: Double) {
        if let gnss = parameters.gnss { self.gnss?.enter(gnss, at: seconds) }
        if let radio = parameters.radio {
            for index in radios.indices { radios[index].enter(radio, at: seconds) }
        }
        if let cellular = parameters.cellular { modem?.enter(cellular, at: seconds) }
    }

    /// All advertisements up to a moment have been sent.
    mutating func passAdvertisements(until elapsed: Int64) {
        guard nextAdvertisement <= elapsed else { return }
        nextAdvertisement += ((elapsed - nextAdvertisement) / advertiseEvery + 1) * advertiseEvery
    }

    /// Keeps a message for later; of what the broker retains, and of what is stored, the newest counts.
    mutating func wait(_ message: Message) {
        if message.retained || message.topic.hasSuffix("/stored") || message.topic.hasSuffix("/desired") {
            waiting.removeAll { $0.topic == message.topic }
        }
        waiting.append(message)
        // As brokers do, which queue a thousand at most.
        if waiting.count > 1000 { waiting.removeFirst() }
    }
}
