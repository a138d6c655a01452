import Foundation
import Messages
import Rehearsal
import Simulation
import Testing
import Tracking

/// Location requests from end to end: history, broker and the tracker's own firmware.
@Suite struct LocationRequestTests {
    /// The keys lie 200 m away and report each ten minutes over their modem, but for what happens.
    private func play(_ events: String, minutes: Int) throws -> EventRun {
        let text = """
            name: Requests
            duration: \(minutes)m
            step: 5s
            start: 2026-01-01T00:00:00Z
            owners:
              - {id: sam, position: [46, 14], report-every: 1m}
            trackers:
              - {id: keys, owner: sam, position: [46.0018, 14], report-every: 10m}
            \(events.isEmpty ? "" : "events:")
            \(events.split(separator: "\n").map { "  - {\($0)}" }.joined(separator: "\n"))
            """
        return EventRun(try ScenarioRun(Scenario.written(text), traced: true))
    }

    private func requests(_ run: EventRun) -> [String] {
        run.payloads("tagalong/sam/keys/command").filter { $0.contains(#""do":"locate""#) }
    }

    @Test func `2-1-2: the tracker answers a request with its position, which is stored`() throws {
        let run = try play(
            "at: 12m, tracker: keys, do: coverage-lost\nat: 27m, tracker: keys, do: coverage-back",
            minutes: 40
        )
        #expect(requests(run).count == 1)
        let answers = run.locations.filter { $0.location.trigger == FixTrigger.asked.rawValue }
        #expect(answers.map { $0.at / 60 } == [27])
        #expect(run.payloads("tagalong/sam/keys/result").count { $0.contains(#""ok":true"#) } == 1)
        #expect(run.report.trackers[0].fixes == Set(run.marks).count)
    }

    @Test func `2-1-2: a tracker that answers nothing is unreachable until it comes back`() throws {
        let run = try play(
            "at: 12m, tracker: keys, do: coverage-lost\nat: 80m, tracker: keys, do: coverage-back",
            minutes: 95
        )
        #expect(requests(run).count == 3)
        let states = run.payloads("tagalong/sam/keys/state").map { $0.contains("\"unreachable\"") }
        #expect(states.contains(true) && states.last == false)
        // All three waited in its session, and one position answers them all.
        #expect(run.payloads("tagalong/sam/keys/result").count == 3)
        #expect(run.locations.count { $0.location.trigger == FixTrigger.asked.rawValue } == 1)
    }

    @Test func `2-1-3: the history is kept at regular intervals without a request`() throws {
        let run = try play("", minutes: 125)
        #expect(requests(run).isEmpty)
        let times = run.fixes.map { $0 / 60 }
        for minute in stride(from: 10, through: 120, by: 10) { #expect(times.contains { abs($0 - minute) <= 2 }) }
        #expect(run.report.trackers[0].fixes == Set(run.marks).count)
    }
}
