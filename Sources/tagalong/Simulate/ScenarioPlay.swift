import Foundation
import Rehearsal
import Simulation
import Synchronization
import Tracking
import Web

/// A scenario played step by step, as fast as its trace is read.
struct ScenarioPlay: SimulationRun {
    private let lines = Lines()
    private var rehearsal: Rehearsal
    /// Nil where everything of each tracker is told.
    private var frames: FleetFrames?
    private var step = 0
    private var isOver = false

    /// With more trackers than these, only where they are at some moments is told unless more is asked for.
    private static let mostInFull = 20
    /// What a run may come to in a service that has other work: it is played in the same process.
    private static let mostTrackers = 10_000, mostLooks = 20_000_000, mostFixes = 1_000_000

    /// How often a tracker without `report-every` reports, about.
    private static let usualReport = Duration.seconds(10)

    init(_ scenario: Scenario, _ order: SimulationOrder) throws {
        let lines = lines
        let isLarge = scenario.trackers.count * order.fleet > Self.mostInFull
        let isFull = (order.view ?? (isLarge ? .fleet : .full)) == .full
        rehearsal = try Rehearsal(
            scenario,
            fleet: order.fleet,
            trace: isFull ? TraceWriter { lines.append($0) } : nil
        )
        frames = isFull ? nil : FleetFrames(of: rehearsal, fleet: order.fleet)
        lines.append(frames?.head(of: rehearsal) ?? Self.gateways(of: rehearsal))
    }

    /// Refuses what would take all of a service's time, or memory.
    static func check(_ scenario: Scenario, fleet: Int) throws(ScenarioProblem) {
        let trackers = scenario.trackers.count * fleet
        let looks = Double(trackers) * Double(scenario.steps)
        let rates = scenario.trackers.map { 1 / ($0.reportEvery ?? usualReport).inSeconds }
        let fixes = rates.reduce(0, +) * scenario.duration.inSeconds * Double(fleet)
        let found: String
        let other = "for a service that has other work: fewer copies"
        if trackers > mostTrackers {
            found = "at most \(mostTrackers) trackers are expected, found \(trackers)"
        } else if looks > Double(mostLooks) {
            found = """
                \(trackers) trackers, each at \(scenario.steps) steps, are too much \(other), a longer 'step' or a \
                shorter 'duration' is expected
                """
        } else if fixes > Double(mostFixes) {
            found = """
                \(Int(fixes)) positions are too many \(other), a longer 'report-every' or a shorter 'duration' is \
                expected
                """
        } else {
            return
        }
        throw ScenarioProblem("\(found); 'tagalong simulate' has no such limit")
    }

    mutating func next() throws -> [UInt8]? {
        let pause = max(1, 20_000 / max(1, rehearsal.trackerCount))
        for _ in 0..<pause where step < rehearsal.steps && lines.count < 1 << 16 {
            try rehearsal.play(step: step)
            if let told = frames?.frame(of: rehearsal) { lines.append(told) }
            step += 1
        }
        if step == rehearsal.steps, !isOver {
            isOver = true
            lines.append(try ending())
        }
        if let told = lines.drain() { return told }
        // Whoever waits learns how far it is.
        return isOver ? nil : Array("{\"at_s\":\(Double(step) * rehearsal.scenario.step.inSeconds)}\n".utf8)
    }

    /// What came of the run: the assertions of the file, those that failed first.
    private func ending() throws -> [UInt8] {
        let report = try rehearsal.report(wallSeconds: 0)
        let all = report.expectations
        let listed = (all.filter { !$0.passed } + all.filter(\.passed)).prefix(Self.mostVerdicts)
        let line = Ending(
            at: rehearsal.scenario.duration.inSeconds,
            report: Ending.Report(
                passed: report.passed,
                held: all.count(where: \.passed),
                failed: all.count { !$0.passed },
                expectations: Array(listed),
                messages: report.messages
            )
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(line)) + [UInt8(ascii: "\n")]
    }

    private static let mostVerdicts = 200

    private struct Ending: Encodable {
        let at: Double
        let report: Report

        enum CodingKeys: String, CodingKey {
            case at = "at_s"
            case report
        }

        struct Report: Encodable {
            let passed: Bool
            let held: Int
            let failed: Int
            let expectations: [Verdict]
            let messages: RunReport.Messages
        }
    }

    /// Where gateways stand that nobody carries.
    private static func gateways(of rehearsal: Rehearsal) -> [UInt8] {
        rehearsal.standingGateways.flatMap { id, place in
            Array("{\"at_s\":0,\"gateway\":\"\(id)\",\"lat\":\(place.latitude),\"lon\":\(place.longitude)}\n".utf8)
        }
    }

    /// What has been traced and not read yet.
    private final class Lines: Sendable {
        private let bytes = Mutex<[UInt8]>([])

        var count: Int { bytes.withLock { $0.count } }
        func append(_ line: [UInt8]) { bytes.withLock { $0 += line } }

        func drain() -> [UInt8]? {
            bytes.withLock { bytes in
                defer { bytes.removeAll() }
                return bytes.isEmpty ? nil : bytes
            }
        }
    }
}
