import Foundation
import Settings
import Simulation
import Testing

@testable import Evaluation

@Suite struct SituationScriptTests {
    @Test(arguments: SituationBattery.small.situations)
    func `the script of a situation parses, and is the same for the same seed`(_ situation: Situation) throws {
        let script = SituationScript(situation, seed: 7)
        #expect(try script.text() == SituationScript(situation, seed: 7).text())
        #expect(try script.text() != SituationScript(situation, seed: 8).text())
        #expect(try script.scenario().duration == .seconds(Situation.length))
    }

    @Test func `a phone below the ground is silent, and so is what is there with it`() throws {
        let situation = Situation(.metro, .every(5), .none, nil, .kept)
        let text = try SituationScript(situation, seed: 3).text()
        let events = text.split(separator: "\n").filter { $0.contains("do: coverage-") }
        #expect(events.count == 2)
        let silence = try #require(events.first.flatMap(Self.second))...(try #require(events.last.flatMap(Self.second)))
        let line = try #require(text.split(separator: "\n").first { $0.contains("reports-at") })
        let reports = line.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        #expect(reports.count > 100)
        #expect(!reports.contains { silence.lowerBound <= $0 && $0 < silence.upperBound })
        #expect(reports.contains { $0 >= silence.upperBound })
    }

    @Test func `an item in a plane is silent from take-off on, and one that stays behind is not`() throws {
        let kept = try SituationScript(Situation(.plane, .every(5), .none, nil, .kept), seed: 3).text()
        #expect(kept.contains("do: gnss-lost") && kept.contains("do: coverage-lost"))
        #expect(!kept.contains("do: gnss-back"))
        let left = try SituationScript(Situation(.plane, .every(5), .none, nil, .left), seed: 3).text()
        #expect(!left.contains("do: gnss-lost"))
    }

    @Test func `each situation of the standard battery is there once, and has a script that parses`() throws {
        let situations = SituationBattery.standard.situations
        #expect(Set(situations).count == situations.count)
        #expect(Set(situations.map(\.description)).count == situations.count)
        for situation in situations.enumerated().filter({ $0.offset % 40 == 0 }).map(\.element) {
            #expect(throws: Never.self) { try SituationScript(situation, seed: 1).scenario() }
        }
        for travel in Situation.Travel.allCases {
            #expect(situations.contains { $0.travel == travel && $0.isKept })
            #expect(situations.contains { $0.travel == travel && !$0.isKept })
        }
        #expect(Set(situations.map(\.happening)) == Set(Situation.Happening.allCases))
    }

    @Test func `a battery is narrowed to descriptions that have one of some texts`() {
        let small = SituationBattery.small
        #expect(small.narrowed(to: []) == small)
        #expect(small.narrowed(to: ["kept/bus", "taken/"]).situations.map(\.travel) == [.bus, .bicycle])
        #expect(small.narrowed(to: ["kept/camel"]).situations.isEmpty)
    }

    @Test func `a recorded way begins somewhere else, and is as long as it was`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "way \(UUID()).gpx")
        let points = ["09:00:00Z\"0", "09:01:40Z\"0.001", "10:00:00Z\"0.01"].map { text in
            let words = text.split(separator: "\"")
            return "<trkpt lat=\"46.\(words[1].dropFirst(2))\" lon=\"14.5\"><time>2026-05-01T\(words[0])</time></trkpt>"
        }
        try Data("<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let battery = try SituationBattery.recorded([file.path, file.path])
        #expect(battery.situations.count == 8)
        #expect(Set(battery.situations.map(\.description)).count == 8)
        let recording = try #require(battery.situations.first?.recording)
        #expect(recording.name.hasPrefix("way-"))
        #expect(recording.places.count == Situation.ride)
        // A thousandth of a degree.
        #expect(abs(recording.places[100].x - 111.1) < 0.2)
        let text = try SituationScript(battery.situations[0], seed: 1).text()
        #expect(!text.contains("lat: 46.0"))
        #expect(throws: Never.self) { try SituationScript(battery.situations[0], seed: 1).scenario() }
    }

    private static func second(_ event: Substring) -> Int? {
        event.split(separator: "at: ").last?.split(separator: "s").first.flatMap { Int($0) }
    }
}
