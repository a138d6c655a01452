import Messages
import Synchronization
import Tracking

/// Listens to the bus of a run, and follows the levels of all methods from what is said there.
final class SituationEars: Sendable {
    private let hearing: Mutex<SituationHearing>

    /// - Throws: ``Name/Invalid`` for what is no name.
    init(tracker: String, owner: String) throws(Name.Invalid) {
        hearing = Mutex(try SituationHearing(tracker: tracker, owner: owner))
    }

    func hear(_ message: Message) { hearing.withLock { $0.hear(message) } }
    func levels(at second: Int) -> [AlertLevel] { hearing.withLock { $0.levels(at: second) } }
}

/// What was heard so far, and the levels that follow.
private struct SituationHearing {
    private let topics = Topics()
    private let tracker: DeviceID
    private let owner: Name
    private var told = AlertLevel.none
    private var fixes: [Bool: LocationMessage] = [:]
    private var strengths: [Double] = []
    private var peers = Peer.allCases.map { PeerWatch($0) }

    /// - Throws: ``Name/Invalid`` for what is no name.
    init(tracker: String, owner: String) throws(Name.Invalid) {
        self.owner = try Name(owner)
        self.tracker = DeviceID(owner: self.owner, device: try Name(tracker))
    }

    mutating func hear(_ message: Message) {
        switch topics.parse(message.topic) {
        case .alert(tracker):
            if let alert = try? AlertMessage(decoding: message.payload) { told = alert.level }
        case .location(let device) where device.owner == owner:
            if let location = try? message.decoded(as: LocationMessage.self) { fixes[device == tracker] = location }
        case .proximity(tracker):
            guard let proximity = try? ProximityMessage(decoding: message.payload), let rssi = proximity.rssi
            else { return }
            strengths.append(Double(rssi))
        default: return
        }
    }

    mutating func levels(at second: Int) -> [AlertLevel] {
        let strength = strengths.isEmpty ? nil : strengths.reduce(0, +) / Double(strengths.count)
        strengths = []
        let moment = DayMoment(second: second, distance: 0, strength: strength)
        return [told, apart] + peers.indices.map { peers[$0].observe(moment) }
    }

    /// The distance of the last two positions against the thresholds, as trackers of vehicles have it.
    private var apart: AlertLevel {
        guard let item = fixes[true]?.fix.coordinate, let phone = fixes[false]?.fix.coordinate else { return .none }
        return Thresholds.standard.level(at: item.distance(to: phone))
    }
}
