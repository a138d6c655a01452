import Bluetooth
import JSON
import Messages
import Tracking

/// What a node of ESPresense would publish of the tags that this gateway hears.
///
/// ESPresense `src/BleFingerprint.cpp` (`fill`, `report`) and `src/main.cpp` (`sendTelemetry`); `idType` and `raw` (metres
/// by the last report alone) as firmware before 4 wrote them.
struct ESPresenseOutput: Sendable {
    /// The room as it stands in the topics.
    let room: String
    private let gateway: Name
    private var tags: [BluetoothAddress: Track] = [:]
    private var started: Timestamp?
    private var telemetrySent: Timestamp?
    private var (adverts, seen, reported) = (0, 0, 0)

    private struct Track {
        let first: Timestamp
        var count = 0
        var last: Timestamp
        var readings: [(time: Timestamp, rssi: Double)] = []
        var next: Timestamp?
        var told = 0.0
    }

    /// `include/defaults.h`: what has not moved is told of after `SKIP_MS`, and forgotten after `FORGET_MS`.
    static let skip: Int64 = 5000
    private static let skipDistance = 0.5
    private static let mostDivisor = 10.0
    static let memory: Int64 = 150_000
    /// `lib/filtering/AdaptivePercentileRSSI.h`: 15 seconds; of them the latest.
    private static let window: Int64 = 15_000
    private static let mostReadings = 20
    private static let telemetryEvery: Int64 = 15_000
    private static let mostTags = 4000

    init(gateway: Name, room: String) {
        self.gateway = gateway
        let words = ForeignText.words(of: room, separator: "_")
        self.room = words.isEmpty ? gateway.text : words
    }

    /// Whether the room is there; retained.
    func state(_ availability: Availability) -> Message {
        Message(topic: "espresense/rooms/\(room)/status", payload: availability.encoded(), retained: true)
    }

    /// Takes in a report of a tag, in dBm; a message when it is time.
    mutating func heard(_ tag: TagSighting, rssi: Int, at now: Timestamp) -> Message? {
        adverts += 1
        var track = tags[tag.address] ?? Track(first: now, last: now)
        guard tags[tag.address] != nil || tags.count < Self.mostTags else { return nil }
        if track.count == 0 { seen += 1 }
        track.count += 1
        track.last = now
        track.readings.append((now, Double(rssi)))
        track.readings.removeAll { now.milliseconds - $0.time.milliseconds > Self.window }
        if track.readings.count > Self.mostReadings { track.readings.removeFirst() }
        let estimate = Estimate(track.readings.map(\.rssi), Self.signal(of: tag))
        defer { tags[tag.address] = track }
        guard Self.isDue(track, estimate.distance, at: now) else { return nil }
        track.next = now.advanced(by: .milliseconds(Self.skip))
        track.told = estimate.distance
        reported += 1
        return message(tag, track, estimate, rssi: rssi, at: now)
    }

    /// Each five seconds, and up to half of that earlier the farther it has moved.
    private static func isDue(_ track: Track, _ distance: Double, at now: Timestamp) -> Bool {
        guard let next = track.next, now < next else { return true }
        let steps = (abs(distance - track.told) / skipDistance).rounded(.down)
        guard steps >= 1 else { return false }
        let early = Double(skip) / max(2, mostDivisor - steps)
        return Double(next.milliseconds - now.milliseconds) <= early
    }

    private func message(
        _ tag: TagSighting, _ track: Track, _ estimate: Estimate, rssi: Int, at now: Timestamp
    ) -> Message {
        let id = ESPresenseID(tag)
        let telemetry = tag.recognition?.telemetry
        let passed = now.milliseconds - track.first.milliseconds
        let body: JSONValue = [
            "mac": .text(tag.address.plain),
            "id": .text(id.text),
            "name": tag.advertisement.name.map { .text($0) },
            "idType": .whole(Int64(id.type)),
            "rssi@1m": .whole(Int64(estimate.signal.powerAtOneMetre.rounded())),
            "rssi": .number(estimate.rssi.rounded(decimals: 2)),
            "rxAdj": .whole(0),
            "rssiVar": estimate.rssiVariance > 0 ? .number(estimate.rssiVariance.rounded(decimals: 2)) : nil,
            "raw": .number(estimate.signal.distance(atRSSI: Double(rssi)).rounded(decimals: 2)),
            "distance": .number(estimate.distance.rounded(decimals: 2)),
            "var": .number(estimate.distanceVariance.rounded(decimals: 2)),
            "int": .whole(passed / Int64(max(track.count, 1))),
            "mV": telemetry?.batteryMillivolts.map { .whole(Int64($0)) },
            "batt": tag.recognition?.battery.map { .whole(Int64($0)) },
            "temp": telemetry?.temperature.map { .number($0.rounded(decimals: 2)) },
            ForeignMark.key: .text(gateway.text),
        ]
        return Message(
            topic: "espresense/devices/\(id.text)/\(room)", payload: body.encoded(), quality: .atMostOnce
        )
    }

    /// Lets time pass: forgets what is gone, and tells each 15 s how the node is.
    mutating func tick(at now: Timestamp) -> Message? {
        tags = tags.filter { now.milliseconds - $0.value.last.milliseconds <= Self.memory }
        let started = started ?? now
        self.started = started
        if let telemetrySent, now.milliseconds - telemetrySent.milliseconds < Self.telemetryEvery { return nil }
        telemetrySent = now
        let body: JSONValue = [
            "uptime": .whole((now.milliseconds - started.milliseconds) / 1000),
            "firm": .text(ForeignMark.key),
            "adverts": .whole(Int64(adverts)),
            "seen": .whole(Int64(seen)),
            "reported": .whole(Int64(reported)),
            "fingerprints": .whole(Int64(tags.count)),
            ForeignMark.key: .text(gateway.text),
        ]
        return Message(
            topic: "espresense/rooms/\(room)/telemetry", payload: body.encoded(), quality: .atMostOnce
        )
    }
}

extension ESPresenseOutput {
    /// How strongly a tag is heard at a metre, and how that falls: by its profile; ESPresense's own defaults otherwise.
    ///
    /// `include/defaults.h`: -65 dBm at a metre for 0 dBm sent, -6 dBm sent where nobody says, absorption 2.7.
    static func signal(of tag: TagSighting) -> PathLoss {
        guard tag.recognition == nil else { return tag.pathLoss }
        return PathLoss(powerAtOneMetre: -65 + Double(tag.advertisement.txPower ?? -6), exponent: 2.7)
    }

    /// What some strengths tell.
    struct Estimate: Sendable {
        let signal: PathLoss
        let rssi: Double
        let rssiVariance: Double
        let distance: Double
        let distanceVariance: Double

        init(_ strengths: [Double], _ signal: PathLoss) {
            self.signal = signal
            (rssi, rssiVariance) = Self.moments(strengths)
            distance = signal.distance(atRSSI: rssi)
            distanceVariance = Self.moments(strengths.map { signal.distance(atRSSI: $0) }).variance
        }

        private static func moments(_ values: [Double]) -> (mean: Double, variance: Double) {
            let count = Double(max(values.count, 1))
            let mean = values.reduce(0, +) / count
            return (mean, values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count)
        }
    }
}
