import Foundation
import Simulation
import Synchronization
import Testing

@testable import Rehearsal

/// Fleets that are played in parts.
@Suite struct ShardTests {
    /// A street with everything: noise or none, a broker that goes, gateways that go, messages that are lost, and things
    /// that are dropped and picked up.
    private static func street(noise: String) throws -> Scenario {
        try .written(
            """
            name: Street
            duration: 90s
            seed: 11
            noise: \(noise)
            fleet: [{weight: 2, report-every: 2s}, {report-every: 5s, phone-report-every: 3s}]
            owners:
              - {id: sam, position: [46, 14], report-every: 1s}
              - {id: ben, position: [46.00002, 14], report-every: 4s}
            households: [[sam, ben]]
            gateways:
              - {id: pocket, carried-by: sam}
              - {id: hall, position: [46, 14.0001]}
            trackers:
              - {id: keys, owner: sam, with: sam, report-every: 2s}
              - {id: bag, owner: ben, with: ben, report-every: 2s}
              - {id: bike, owner: sam, position: [46.001, 14], report-every: 2s}
            events:
              - {at: 5s, messages: {drop: 20%, duplicate: 20%, reorder: 2s}}
              - {at: 20s, tracker: keys, do: drop}
              - {at: 25s, do: broker-down}
              - {at: 35s, do: broker-up}
              - {at: 40s, do: gateway-down, gateway: hall}
              - {at: 50s, do: gateway-up, gateway: hall}
              - {at: 60s, tracker: keys, do: pick-up, by: sam}
            expect:
              - {tracker: keys, fixes: {at-least: 1}}
              - {tracker: bike, alert: warning, by: 80s}
              - {tracker: bag, no-alert: true}
            """
        )
    }

    private struct Played: Equatable {
        var trace: String
        var report: String
        var records: [String]
    }

    private static func play(
        _ scenario: Scenario, fleet: Int = 9, workers: Int, stepsTogether: Int = 7, trackersInShard: Int
    ) throws -> Played {
        let lines = TraceLines()
        var rehearsal = try Rehearsal(
            scenario,
            fleet: fleet,
            hasRadio: true,
            storePath: nil,
            workers: workers,
            countsBytes: true,
            trace: lines.writer,
            tap: nil,
            trackersInShard: trackersInShard
        )
        for step in stride(from: 0, to: rehearsal.steps, by: stepsTogether) {
            try rehearsal.play(steps: step..<min(rehearsal.steps, step + stepsTogether))
        }
        #expect(rehearsal.elapsed == 90_000)
        return Played(
            trace: String(decoding: lines.take(), as: UTF8.self),
            report: try rehearsal.report(wallSeconds: 0).json(),
            records: rehearsal.records.map { "\($0)" }
        )
    }

    @Test(arguments: ["none", "urban"])
    func `the trace and the report of a fleet are the same with any number of threads`(noise: String) throws {
        let street = try Self.street(noise: noise)
        let alone = try Self.play(street, workers: 1, trackersInShard: 6)
        #expect(alone.trace.contains("owntracks/sam-9/keys-9") && alone.trace.contains("\"at_s\":90,"))
        for workers in [2, 5] {
            #expect(try Self.play(street, workers: workers, trackersInShard: 6) == alone)
        }
        #expect(try Self.play(street, workers: 3, stepsTogether: 1, trackersInShard: 6) == alone)
    }

    @Test func `parts that share a store live as those that have one each`() throws {
        let street = try Self.street(noise: "none")
        // Of sixteen parts one thread has each two in a store.
        let shared = try Self.play(street, fleet: 16, workers: 1, trackersInShard: 3)
        #expect(shared.trace.contains("owntracks/sam-16/keys-16"))
        #expect(try Self.play(street, fleet: 16, workers: 2, trackersInShard: 3) == shared)
    }

    /// Nothing is drawn by chance there, so that nobody's life depends on who is in the same part.
    @Test func `a fleet in parts lives as one in one piece`() throws {
        let quiet = try Scenario.written(
            """
            name: Quiet
            duration: 90s
            owners: [{id: sam, position: [46, 14], report-every: 1s}]
            gateways: [{id: pocket, carried-by: sam}]
            trackers:
              - {id: keys, owner: sam, with: sam, report-every: 2s}
              - {id: bike, owner: sam, position: [46.001, 14], report-every: 2s}
            events:
              - {at: 20s, tracker: keys, do: drop}
              - {at: 25s, do: broker-down}
              - {at: 35s, do: broker-up}
            expect: [{tracker: keys, fixes: {at-least: 1}}, {tracker: bike, alert: warning, by: 30s}]
            """
        )
        let whole = try Self.play(quiet, workers: 1, trackersInShard: 1000)
        let parted = try Self.play(quiet, workers: 2, trackersInShard: 4)
        #expect(parted.report == whole.report && parted.records == whole.records)
        let lines = [whole, parted].map { $0.trace.split(separator: "\n").filter { !$0.contains("alerts/") }.sorted() }
        #expect(lines[0] == lines[1] && lines[0].count > 1000)
    }

    @Test func `what a run says once is said once, whatever its parts`() throws {
        let trace = try Self.play(try Self.street(noise: "none"), workers: 2, trackersInShard: 6).trace
        let own = trace.split(separator: "\n").filter { $0.contains("tagalong/history/") }
        // At the start, and when the broker has come back: a fence and a status each.
        #expect(own.count == 4)
    }

    @Test func `an error of the trace ends the run`() throws {
        struct Full: Error {}
        var rehearsal = try Rehearsal(
            try Self.street(noise: "none"), fleet: 60, workers: 2, trace: TraceWriter { _ in throw Full() }
        )
        #expect(throws: Full.self) { try rehearsal.play(step: 0) }
    }

    @Test func `every piece of work is done once`() {
        for (pieces, workers) in [(0, 3), (1, 3), (100, 1), (100, 3), (3, 100)] {
            let done = Mutex<[Int]>([])
            Crew.work(pieces, workers: workers) { piece in done.withLock { $0.append(piece) } }
            #expect(done.withLock(\.self).sorted() == Array(0..<pieces))
        }
    }
}
