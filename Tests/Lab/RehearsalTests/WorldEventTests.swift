import Foundation
import Messages
import Rehearsal
import Simulation
import Testing
import Tracking

/// What each event of a scenario brings about, as the rest of the world sees it.
@Suite struct WorldEventTests {
    /// Sam walks north at 1 m/s from the start; Ana stands 100 m east; the keys are with Sam.
    static func play(_ events: String, seconds: Int = 120, tracker: String = "", world: String = "") throws -> EventRun
    {
        let text = """
            name: Events
            duration: \(seconds)s
            owners:
              - {id: sam, points: [{at: 0s, lat: 46, lon: 14}, {at: 1000s, lat: 46.00899, lon: 14}], report-every: 1s}
              - {id: ana, position: [46, 14.0013], report-every: 1s}
            trackers:
              - {id: keys, owner: sam, with: sam, report-every: 1s\(tracker)}
            \(world)
            events:
            \(events.split(separator: "\n").map { "  - {\($0)}" }.joined(separator: "\n"))
            """
        return EventRun(try ScenarioRun(Scenario.written(text), traced: true))
    }

    @Test func `drop: it lies where it was at that moment`() throws {
        let run = try Self.play("at: 20s, tracker: keys, do: drop")
        #expect(abs(run.distance(at: 20)) < 0.001 && abs(run.distance(at: 30) - 10) < 0.1)
        #expect(run.record.alerts.map(\.message.level) == [.warning, .critical])
    }

    @Test func `pick-up: it goes with somebody else`() throws {
        let run = try Self.play("at: 10s, tracker: keys, do: pick-up, by: ana")
        #expect(run.distance(at: 9) == 0 && run.distance(at: 50) > 100)
    }

    @Test func `follow: it goes its own way from then on`() throws {
        let points = "points: [{at: 0s, lat: 46, lon: 14}, {at: 10s, lat: 46, lon: 14.002}]"
        let run = try Self.play("at: 20s, tracker: keys, do: follow, \(points)")
        #expect(abs(run.distance(at: 20) - 20) < 0.1 && run.distance(at: 30) > 150)
    }

    @Test func `power-off and power-on: it rests, still hears, and works again`() throws {
        let run = try Self.play("at: 20s, tracker: keys, do: power-off\nat: 60s, tracker: keys, do: power-on")
        #expect(run.record.modes.map(\.mode) == [.bluetooth, .off, .bluetooth])
        #expect(run.record.modes.map { $0.at / 1000 } == [0, 20, 60])
        #expect(run.fixes.allSatisfy { !(20..<60).contains($0) } && run.fixes.contains(61))
        #expect(run.payloads("tagalong/sam/keys/desired").contains { $0.contains(#""power":"off""#) })
    }

    @Test func `without any gateway a tracker hears of its owner over the network`() throws {
        let run = try Self.play("at: 20s, tracker: keys, do: drop", seconds: 200, world: "gateways: []")
        let last = try #require(run.record.modes.last)
        // Near its owner its modem is off; after two minutes without a gateway it asks over the network.
        #expect(last.mode == .cellular && last.at <= 125_000)
        #expect(run.record.alerts.map(\.message.level) == [.warning, .critical])
        #expect(Set(run.fixes).count == 201)
    }

    @Test(arguments: [0, 100])
    func `ring and locate are answered once, near and far`(metres: Int) throws {
        let drop = metres > 0 ? "at: 0s, tracker: keys, do: drop\n" : ""
        let run = try Self.play(drop + "at: 100s, tracker: keys, do: ring\nat: 101s, tracker: keys, do: locate")
        let results = run.payloads("tagalong/sam/keys/result")
        #expect(results.count == 2 && results.allSatisfy { $0.contains(#""ok":true"#) })
        #expect(run.payloads("owntracks/sam/keys").count { $0.contains(#""t":"u""#) } == 1)
    }

    @Test func `a tracker that rang near its owner does not ring again when it is lost`() throws {
        let run = try Self.play("at: 5s, tracker: keys, do: ring\nat: 20s, tracker: keys, do: drop")
        #expect(run.record.modes.map(\.mode) == [.bluetooth, .cellular])
        #expect(run.payloads("tagalong/sam/keys/result").count == 1)
    }

    @Test func `battery: the charge is set, and an empty one ends it all with the broker's word`() throws {
        let run = try Self.play(
            "at: 1s, tracker: keys, do: drop\nat: 50s, tracker: keys, battery: 4\nat: 60s, tracker: keys, battery: 0\n"
                + "at: 90s, tracker: keys, battery: 50"
        )
        #expect(run.record.modes.map(\.mode) == [.bluetooth, .cellular, .off, .cellular])
        #expect(run.fixes.allSatisfy { !(60..<90).contains($0) })
        #expect(run.payloads("owntracks/sam/keys").contains { $0.contains(#""batt":4"#) })
        #expect(abs(run.report.trackers[0].batteryEnd - 50) < 0.5)
        #expect(run.marks.contains { $0.boot == 2 })
    }

    @Test(arguments: ["1h", "-10m"], [true, false])
    func `skew-clock: its messages have its clock's times, over both radios`(skew: String, isNear: Bool) throws {
        let drop = isNear ? "" : "at: 0s, tracker: keys, do: drop\n"
        let run = try Self.play(drop + "at: 60s, tracker: keys, do: skew-clock, skew-clock: \(skew)")
        let times = run.locations.map { ($0.at, $0.location.fix.time, $0.location.createdAt) }
        let offset: Double = skew == "1h" ? 3600 : -600
        for (at, time, created) in times where at > 61 {
            #expect(abs(time.seconds - run.start.seconds - Double(at) - offset) <= 1)
            #expect(abs((created?.seconds ?? 0) - run.start.seconds - Double(at) - offset) <= 1)
        }
        #expect(run.report.messages.quarantined == 0 && run.report.trackers[0].fixes >= 118)
    }

    @Test func `gnss-lost and gnss-back: the last position in place of new ones, then new ones`() throws {
        let run = try Self.play(
            "at: 20s, tracker: keys, do: gnss-lost\nat: 200s, tracker: keys, do: gnss-back",
            seconds: 260
        )
        let during = run.locations.filter { (20..<200).contains($0.at) }
        #expect(!during.isEmpty && during.allSatisfy { $0.location.source == .lastKnown })
        #expect(run.locations.filter { $0.at > 201 }.allSatisfy { $0.location.source == .gnss })
        #expect(run.record.alerts.isEmpty)
    }

    @Test func `coverage-lost and coverage-back: nothing is lost`() throws {
        let run = try Self.play(
            "at: 0s, tracker: keys, do: drop\nat: 50s, tracker: keys, do: coverage-lost\n"
                + "at: 90s, tracker: keys, do: coverage-back"
        )
        #expect(run.report.trackers[0].fixes == 121)
        #expect(run.availability == ["online", "online", "online"], "near, away, and again")
        #expect(!run.locations.contains { (50..<90).contains($0.at) })
    }

    @Test func `reboot: another boot, whose fixes count from 1`() throws {
        let run = try Self.play("at: 50s, tracker: keys, do: reboot")
        #expect(Set(run.marks.map(\.boot)) == [1, 2])
        #expect(run.marks.filter { $0.boot == 2 }.map(\.sequence).min() == 1)
        #expect(run.report.trackers[0].fixes >= 120)
    }

    @Test func `broker-down and broker-up: what happened meanwhile is stored once it is back`() throws {
        let run = try Self.play("at: 20s, do: broker-down\nat: 60s, do: broker-up\nat: 30s, tracker: keys, do: drop")
        #expect(run.report.trackers[0].fixes == 121)
        #expect(run.record.alerts.map { $0.at / 1000 }.allSatisfy { $0 >= 60 })
        // Where the owner was meanwhile nobody has told: what is known at once is that it is far now.
        #expect(run.record.alerts.map(\.message.level) == [.critical])
    }

    @Test func `gateway-down and gateway-up: it says nothing while it is down, and the tracker is served again`() throws
    {
        let run = try Self.play("at: 20s, do: gateway-down\nat: 60s, do: gateway-up")
        #expect(!run.locations.contains { (20..<60).contains($0.at) })
        #expect(run.report.trackers[0].fixes == 121)
        #expect(run.record.modes.map(\.mode) == [.bluetooth])
        #expect(run.availability.last == "online")
        #expect(run.payloads("tagalong/gateway/gateway-sam/status").count == 2)
    }

    @Test func `a gateway that is down and up within a step serves its trackers on`() throws {
        let run = try Self.play("at: 20s, do: gateway-down\nat: 20s, do: gateway-up")
        #expect(run.report.trackers[0].fixes == 121 && run.locations.contains { $0.at == 30 })
    }

    @Test func `a factory-new tracker is silent, whatever is asked of it`() throws {
        let events = ["ring", "locate", "power-off", "power-on", "reboot", "drop", "coverage-lost", "gnss-lost"]
        let run = try Self.play(
            events.enumerated().map { "at: \($0.offset + 1)s, tracker: keys, do: \($0.element)" }.joined(
                separator: "\n"
            ),
            tracker: ", state: factory-new"
        )
        #expect(run.record.modes.map(\.mode) == [.off])
        #expect(run.locations.isEmpty && run.record.alerts.isEmpty && run.report.trackers[0].fixes == 0)
    }

    @Test func `a tracker that begins switched off works once it is switched on`() throws {
        let run = try Self.play("at: 30s, tracker: keys, do: power-on", tracker: ", state: off")
        #expect(run.record.modes.map(\.mode) == [.off, .bluetooth])
        #expect(run.fixes.first.map { $0 >= 30 } == true)
    }
}

/// A run with its messages sorted out.
struct EventRun {
    let run: ScenarioRun
    let start = Timestamp("2026-01-01T00:00:00Z") ?? Timestamp(seconds: 0)
    private var lines: [[String: Any]]

    init(_ run: ScenarioRun) {
        self.run = run
        lines = run.trace.split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
        }
    }

    var record: TrackerRecord { run.records[0] }
    var report: RunReport { run.report }

    /// The true distance at a second.
    func distance(at second: Int) -> Double {
        lines.first { $0["tracker"] != nil && $0["at_s"] as? Int == second }?["distance_m"] as? Double ?? -1
    }

    /// Where somebody or something truly is at a second.
    func place(_ kind: String, _ name: String, at second: Int) -> Coordinate? {
        let line = lines.first { $0[kind] as? String == name && $0["at_s"] as? Int == second }
        guard let latitude = line?["lat"] as? Double, let longitude = line?["lon"] as? Double else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }

    func payloads(_ topic: String) -> [String] {
        lines.filter { $0["topic"] as? String == topic }.compactMap { line in
            guard let payload = line["payload"] else { return nil }
            if let text = payload as? String { return text }
            let data = try? JSONSerialization.data(withJSONObject: payload, options: .withoutEscapingSlashes)
            return data.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    var availability: [String] { payloads("tagalong/sam/keys/availability") }

    /// The tracker's positions and the seconds at which they were published.
    var locations: [(at: Int, location: LocationMessage)] {
        lines.filter { $0["topic"] as? String == "owntracks/sam/keys" }.compactMap { line in
            guard let payload = line["payload"], let at = line["at_s"] as? Int,
                let data = try? JSONSerialization.data(withJSONObject: payload),
                let location = try? LocationMessage(decoding: Array(data))
            else { return nil }
            return (at, location)
        }
    }

    /// The seconds at which something was published on a topic.
    func times(_ topic: String) -> [Int] {
        lines.filter { $0["topic"] as? String == topic }.compactMap { $0["at_s"] as? Int }
    }

    /// The positions on a topic, with the seconds at which they were published and measured.
    func positions(_ topic: String) -> [(at: Int, measured: Int, accuracy: Double)] {
        zip(times(topic), payloads(topic)).compactMap { at, payload in
            guard let fix = try? LocationMessage(decoding: Array(payload.utf8)).fix else { return nil }
            return (at, Int(fix.time.seconds - start.seconds), fix.accuracy ?? 0)
        }
    }

    /// The seconds since the start at which the tracker's positions were measured.
    var fixes: [Int] { locations.map { Int($0.location.fix.time.seconds - start.seconds) } }
    var marks: [FixMark] { locations.compactMap(\.location.mark) }
}
