import Gateway
import Messages
import Testing
import Tracking

/// A gateway on the bench: messages and radio events by hand, with what it did written down.
struct GatewayBench: CoreBench {
    var core: GatewayCore
    var now = Timestamp(seconds: 1000)
    let keys: DeviceID
    let phone: DeviceID
    let home: Coordinate
    let topics = Topics()

    init(referenceEvery: Int64 = 60_000) throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        phone = DeviceID(owner: try Name("sam"), device: try Name("phone"))
        home = try Coordinate(latitude: 46, longitude: 14)
        core = GatewayCore(
            GatewayCore.Configuration(
                id: try Name("hall"),
                trackers: [keys],
                proximityEvery: 10_000,
                referenceEvery: referenceEvery
            )
        )
    }

    mutating func wait(_ seconds: Double) { now = now.advanced(by: .milliseconds(Int64(seconds * 1000))) }

    /// The phone's position, measured so many seconds from now.
    func position(_ device: DeviceID? = nil, in seconds: Double = 0, north: Double = 0) -> Message {
        let time = Timestamp(milliseconds: now.milliseconds + Int64(seconds * 1000))
        let fix = Fix(coordinate: home.offset(north: north, east: 0), time: time, accuracy: 4)
        let location = LocationMessage(fix: fix)
        return Message(topic: topics.location(device ?? phone), payload: location.encoded())
    }

    func desired(_ state: DesiredState, more: String = "") -> Message {
        var payload = state.encoded()
        if !more.isEmpty { payload = Array((String(decoding: payload, as: UTF8.self).dropLast() + more + "}").utf8) }
        return Message(topic: topics.desired(keys), payload: payload, retained: true)
    }

    func reported(_ mode: Mode) -> ReportedState {
        ReportedState(
            version: 1,
            power: .on,
            reportEvery: 10,
            mode: .auto,
            firmware: "1",
            model: "T1",
            boot: 1,
            battery: 90,
            activeMode: mode
        )
    }

    func fix(_ sequence: UInt32) -> TrackerFix {
        TrackerFix(
            fix: Fix(coordinate: home, time: now, accuracy: 3),
            mark: FixMark(boot: 7, sequence: sequence),
            mode: .bluetooth,
            source: .gnss,
            trigger: .periodic,
            battery: 90
        )
    }
}

extension [GatewayCore.Action] {
    var published: [Message] { compactMap { if case .publish(let message) = $0 { message } else { nil } } }
    var sent: [Downlink] { compactMap { if case .send(let downlink, _) = $0 { downlink } else { nil } } }

    /// What was published about somebody's being there.
    var availability: [String] {
        published.filter { $0.topic.hasSuffix("/availability") }.map { String(decoding: $0.payload, as: UTF8.self) }
    }
}
