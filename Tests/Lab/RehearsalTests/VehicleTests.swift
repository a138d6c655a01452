import Foundation
import Messages
import Rehearsal
import Simulation
import Testing
import Tracking

/// What people and things that ride in a vehicle do.
@Suite struct VehicleTests {
    /// A bus goes north at 10 m/s from the 20th second on; Sam stands at its stop with the keys.
    private static func play(_ events: String, fleet: Int = 1, rest: String = "") throws -> EventRun {
        let text = """
            name: A bus
            duration: 120s
            vehicles:
              - id: bus
                points: [{at: 0s, lat: 46, lon: 14}, {at: 20s, lat: 46, lon: 14}, {at: 1020s, lat: 46.08997, lon: 14}]
            owners:
              - {id: sam, position: [46, 14], report-every: 1s}
              - {id: ana, aboard: bus, report-every: 1s}
            trackers:
              - {id: keys, owner: sam, with: sam, report-every: 1s}
              - {id: bag, owner: ana, aboard: bus, report-every: 1s}
            \(rest)
            events:
            \(events.split(separator: "\n").map { "  - {\($0)}" }.joined(separator: "\n"))
            """
        return EventRun(try ScenarioRun(Scenario.written(text), fleet: fleet, traced: true))
    }

    /// How many metres something is from the stop.
    private static func way(_ run: EventRun, _ kind: String, _ name: String, at second: Int) throws -> Double {
        let here = try #require(run.place(kind, name, at: second))
        return here.distance(to: try Coordinate(latitude: 46, longitude: 14)).rounded()
    }

    @Test func `an owner who boards rides along with all that goes with the owner, and stays where she alights`() throws
    {
        let run = try Self.play("at: 10s, owner: sam, do: board, vehicle: bus\nat: 50s, owner: sam, do: alight")
        for (second, metres) in [(15, 0), (30, 100), (49, 290), (50, 300), (90, 300)] as [(Int, Double)] {
            #expect(try Self.way(run, "owner", "sam", at: second) == metres)
            #expect(try Self.way(run, "tracker", "sam/keys", at: second) == metres)
            #expect(try Self.way(run, "vehicle", "bus", at: second) == Double(max(0, second - 20) * 10))
        }
        #expect(run.run.records.allSatisfy { $0.alerts.isEmpty })
        #expect(try Self.way(run, "owner", "ana", at: 90) == 700)
        #expect(try Self.way(run, "tracker", "ana/bag", at: 90) == 700)
    }

    @Test func `what is dropped in a vehicle rides on without its owner`() throws {
        let run = try Self.play(
            "at: 10s, owner: sam, do: board, vehicle: bus\nat: 30s, tracker: keys, do: drop\n"
                + "at: 50s, owner: sam, do: alight"
        )
        #expect(run.distance(at: 49) == 0 && abs(run.distance(at: 60) - 100) < 1)
        #expect(run.record.alerts.last?.message.level == .critical)
        #expect(run.record.alerts.allSatisfy { (50...54).contains($0.at / 1000) })
    }

    @Test func `who alights may walk on`() throws {
        let run = try Self.play(
            "at: 10s, owner: sam, do: board, vehicle: bus\n"
                + "at: 50s, owner: sam, do: alight, points: [{at: 0s, lat: 46, lon: 14}, {at: 100s, lat: 46.00899, lon: 14}]\n"
                + "at: 60s, tracker: bag, do: alight\nat: 70s, tracker: bag, do: board, vehicle: bus"
        )
        #expect(abs(try Self.way(run, "owner", "sam", at: 60) - 100) <= 1)
        #expect(try Self.way(run, "tracker", "ana/bag", at: 65) == 400)
        #expect(try Self.way(run, "tracker", "ana/bag", at: 75) == 550)
    }

    @Test func `a gateway aboard hears what rides with it, and nothing of what stays behind`() throws {
        let run = try Self.play(
            "at: 119s, do: broker-down",
            rest: "gateways: [{id: dashboard, aboard: bus}]"
        )
        let gateways = run.payloads("tagalong/ana/bag/proximity")
        #expect(gateways.count >= 10 && gateways.allSatisfy { $0.contains("dashboard") })
        #expect(run.times("tagalong/ana/bag/proximity").contains { $0 > 100 })
        #expect(run.run.records[1].modes.map(\.mode) == [.bluetooth])
        // What stays behind is out of its reach in the end, and it says so.
        let left = zip(run.times("tagalong/sam/keys/proximity"), run.payloads("tagalong/sam/keys/proximity"))
        #expect(left.allSatisfy { $0 <= 60 || $1.contains("\"samples\":0") })
    }

    @Test func `every copy of a fleet has a vehicle of its own`() throws {
        let events = "at: 10s, owner: sam, do: board, vehicle: bus\nat: 50s, tracker: keys, do: alight"
        let run = try Self.play(events, fleet: 3)
        let distances = run.run.report.trackers.filter { $0.id.hasPrefix("keys") }.map { $0.alerts.map(\.at) }
        #expect(distances.count == 3 && Set(distances).count == 1 && !distances[0].isEmpty)
    }
}
