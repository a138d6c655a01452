import Messages
import Paths
import Simulation
import Testing
import Tracking

@Suite struct FleetTrafficTests {
    private static func fleet(_ trackers: Int) throws -> Fleet {
        let plan = FleetPlan(
            trackers: trackers,
            connections: 1,
            name: try Name("fleet"),
            interval: 1,
            ramp: .zero,
            seed: 1,
            origin: try Coordinate(latitude: 46, longitude: 14),
            room: 100,
            ring: 100,
            topics: Topics()
        )
        return Fleet(plan, start: Timestamp(milliseconds: 1_800_000_000_000), rides: true)
    }

    private static func step(_ time: Double, _ vehicles: [(String, Double)]) throws -> FCDStep {
        FCDStep(
            time: time,
            vehicles: try vehicles.map {
                FCDVehicle(id: $0.0, coordinate: try Coordinate(latitude: 46, longitude: $0.1), speed: 10, course: 90)
            }
        )
    }

    /// Plays so many seconds, everything acknowledged; answers the positions by topic.
    private func play(_ traffic: inout FleetTraffic, _ fleet: inout Fleet, seconds: Int64) throws -> [Message] {
        var messages: [Message] = []
        for now in stride(from: Int64(0), through: seconds * 1000, by: 10) {
            traffic.advance(&fleet, to: now)
            fleet.advance(to: now)
            guard fleet.connections > 0 else { continue }
            if now == 0 { fleet.connected(0, at: now) }
            var sent = fleet.take(0, moment: now * 1000)
            while !sent.isEmpty {
                messages += sent
                fleet.settled(0, acknowledged: sent.count, refused: 0, moment: now * 1000, at: now)
                sent = fleet.take(0, moment: now * 1000)
            }
        }
        return messages
    }

    @Test func `a tracker rides with a vehicle from where it appears to where it leaves`() throws {
        var fleet = try Self.fleet(1)
        var traffic = FleetTraffic(trackers: 1)
        // The file's time begins where it likes.
        let steps = try (0...10).map { try Self.step(100 + Double($0), $0 < 6 ? [("a", 14 + Double($0) * 0.001)] : []) }
        traffic.add(steps, isLast: true)
        let messages = try play(&traffic, &fleet, seconds: 10)
        let places = try messages.filter { $0.topic.hasPrefix("owntracks") }
            .map { try LocationMessage(decoding: $0.payload) }
        #expect(places.count == 6)
        let start = fleet.start.milliseconds
        for place in places {
            // Between two steps it is between their places.
            let seconds = min(5, Double(place.fix.time.milliseconds - start) / 1000)
            #expect(abs(place.fix.coordinate.longitude - (14 + seconds * 0.001)) < 1e-6)
            #expect(place.fix.speed == 36 && place.fix.course == 90)
        }
        let says = messages.filter { $0.topic.hasSuffix("availability") }.map {
            String(decoding: $0.payload, as: UTF8.self)
        }
        #expect(says == ["online", "offline"])
        #expect(traffic.isOver && fleet.counts.left == 1)
    }

    @Test func `a vehicle that finds no free tracker is left out, and the next one takes what has become free`() throws
    {
        var fleet = try Self.fleet(2)
        var traffic = FleetTraffic(trackers: 2)
        let ids = [["a", "b"], ["a", "b", "c"], ["b", "c"], ["b", "c", "d"], ["d"]]
        let steps = try ids.enumerated().map { time, ids in try Self.step(Double(time), ids.map { ($0, 14.0) }) }
        traffic.add(steps, isLast: true)
        _ = try play(&traffic, &fleet, seconds: 6)
        #expect(traffic.leftOut == 2)
        #expect(fleet.counts.joined == 4 && fleet.counts.left == 3)
        #expect(fleet.counts.backlog == 0)
    }

    @Test func `trackers that become free at once are taken in the same order each time`() throws {
        var fleet = try Self.fleet(8)
        var traffic = FleetTraffic(trackers: 8)
        let ids = (0..<8).map { "v\($0)" }
        let vehicles = [ids.map { ($0, 14.0) }, [], [("x", 15.0)]]
        traffic.add(try vehicles.enumerated().map { try Self.step(Double($0), $1) }, isLast: true)
        let messages = try play(&traffic, &fleet, seconds: 3)
        // Of those that left together the last by name goes first.
        let last = messages.last { $0.topic.hasPrefix("owntracks") }
        #expect(last?.topic == "owntracks/fleet-0/t7")
        let gone = messages.filter { $0.payload == Array("offline".utf8) }.map(\.topic)
        #expect(gone.prefix(8) == ids.indices.map { "tagalong/fleet-0/t\($0)/availability" }[...])
    }

    @Test func `steps are asked for ahead, and not beyond the end`() throws {
        var traffic = FleetTraffic(trackers: 1)
        #expect(traffic.needsSteps(until: 0))
        traffic.add([try Self.step(0, []), try Self.step(1, [])], isLast: false)
        #expect(!traffic.needsSteps(until: 900))
        #expect(traffic.needsSteps(until: 1100))
        traffic.add([], isLast: true)
        #expect(!traffic.needsSteps(until: 5000))
    }
}
