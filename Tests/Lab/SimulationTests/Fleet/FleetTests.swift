import Messages
import Simulation
import Testing
import Tracking

/// A fleet without a broker: what is published is acknowledged here, or is not.
@Suite struct FleetTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)

    private static func plan(
        _ trackers: Int, connections: Int = 1, interval: Int = 10, ramp: Duration = .seconds(10), room: Int = 2048,
        ring: Int = 128
    ) throws -> FleetPlan {
        FleetPlan(
            trackers: trackers,
            connections: connections,
            name: try Name("fleet"),
            interval: interval,
            ramp: ramp,
            seed: 1,
            origin: try Coordinate(latitude: 46, longitude: 14),
            room: room,
            ring: ring,
            topics: Topics()
        )
    }

    /// A broker that may be away, or take messages without a word.
    private struct Broker {
        var fleet: Fleet
        var messages: [Message] = []
        var isThere = true
        var acknowledges = true
        private var up: Set<Int> = []

        init(_ fleet: Fleet) { self.fleet = fleet }

        mutating func play(from: Int64 = 0, to end: Int64) {
            var now = from
            while now <= end {
                fleet.advance(to: now)
                settle(at: now)
                now += 100
            }
        }

        mutating func settle(at now: Int64) {
            for connection in 0..<fleet.connections {
                if isThere, up.insert(connection).inserted { fleet.connected(connection, at: now) }
                if !isThere, up.remove(connection) != nil { fleet.disconnected(connection) }
                var sent = fleet.take(connection, moment: now * 1000)
                while isThere, acknowledges, !sent.isEmpty {
                    messages += sent
                    fleet.settled(
                        connection, acknowledged: sent.count, refused: 0, moment: now * 1000 + 500, at: now
                    )
                    sent = fleet.take(connection, moment: now * 1000)
                }
            }
        }

        func count(_ ending: String) -> Int { messages.count { $0.topic.hasSuffix(ending) } }

        var locations: [LocationMessage] {
            messages.compactMap {
                $0.topic.hasPrefix("owntracks/") ? try? LocationMessage(decoding: $0.payload) : nil
            }
        }
    }

    @Test(arguments: [1, 4, 40])
    func `each tracker introduces itself as a single one does, and reports once an interval`(connections: Int) throws {
        var broker = Broker(Fleet(try Self.plan(40, connections: connections), start: Self.start))
        broker.play(to: 59_900)
        #expect(broker.fleet.connections == connections)
        for topic in ["/desired", "/reported", "/availability"] { #expect(broker.count(topic) == 40) }
        // All have joined after ten seconds, and have had their first turn ten seconds later.
        #expect(broker.locations.count >= 40 * 4 && broker.locations.count <= 40 * 6)
        let counts = broker.fleet.counts
        #expect(counts.published == counts.acknowledged)
        #expect(counts.made == counts.confirmed && counts.sent == counts.made)
        #expect(counts.backlog == 0 && counts.lost == 0 && counts.skipped == 0)
    }

    @Test func `the fixes of a tracker are an interval apart and have names without gaps`() throws {
        var broker = Broker(Fleet(try Self.plan(7), start: Self.start))
        broker.play(to: 100_000)
        for tracker in 0..<7 {
            let own = try broker.messages.filter { $0.topic == "owntracks/fleet-0/t\(tracker)" }
                .map { try LocationMessage(decoding: $0.payload) }
            #expect(own.compactMap(\.mark?.sequence) == Array(1...UInt32(own.count)))
            let times = own.map(\.fix.time.milliseconds)
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 10_000 })
        }
    }

    @Test func `the same seed goes the same ways, another one others`() throws {
        func places(_ seed: UInt64) throws -> [Coordinate] {
            let origin = try Coordinate(latitude: 46, longitude: 14)
            return (0..<20).map {
                FleetWander(seed: seed, tracker: $0, origin: origin).position(at: Double($0) * 100).coordinate
            }
        }
        #expect(try places(1) == places(1))
        #expect(try places(1) != places(2))
    }

    @Test func `a way has no leaps`() throws {
        let origin = try Coordinate(latitude: 46, longitude: 14)
        for tracker in 0..<20 {
            let wander = FleetWander(seed: 3, tracker: tracker, origin: origin)
            var last = wander.position(at: 0)
            for second in stride(from: 5.0, to: 5000, by: 5) {
                let next = wander.position(at: second)
                #expect(last.coordinate.distance(to: next.coordinate) <= 5 * 14.1)
                last = next
            }
        }
    }

    @Test func `while the broker is away the trackers keep their fixes, and nothing is lost or doubled after`() throws {
        var broker = Broker(Fleet(try Self.plan(20, connections: 2), start: Self.start))
        broker.play(to: 30_000)
        broker.isThere = false
        broker.play(from: 30_100, to: 90_000)
        #expect(broker.fleet.counts.waiting > 80)
        broker.isThere = true
        broker.play(from: 90_100, to: 110_000)
        let counts = broker.fleet.counts
        #expect(counts.backlog == 0 && counts.lost == 0)
        #expect(counts.made == counts.confirmed)
        #expect(
            broker.locations.count
                == Set(
                    broker.messages.map { $0.topic + "\($0.payload)" }.filter {
                        $0.hasPrefix("owntracks")
                    }
                ).count)
    }

    @Test func `a tracker without space gives fixes up, and they are counted`() throws {
        var broker = Broker(Fleet(try Self.plan(4, ring: 8), start: Self.start))
        broker.play(to: 30_000)
        broker.isThere = false
        broker.play(from: 30_100, to: 400_000)
        #expect(broker.fleet.counts.waiting <= 4 * 8)
        broker.isThere = true
        broker.play(from: 400_100, to: 420_000)
        let counts = broker.fleet.counts
        #expect(counts.thinned > 0 && counts.lost == counts.thinned)
        #expect(counts.made == counts.confirmed + counts.thinned)
    }

    @Test func `a broker that takes messages without a word gets no more than there is room`() throws {
        var broker = Broker(Fleet(try Self.plan(100, ramp: .zero, room: 40), start: Self.start))
        broker.acknowledges = false
        broker.play(to: 60_000)
        let counts = broker.fleet.counts
        #expect(counts.unacknowledged <= 40)
        #expect(counts.waiting > 300)
    }

    @Test func `a refused message is lost, and its tracker goes on`() throws {
        var fleet = Fleet(try Self.plan(1, ramp: .zero), start: Self.start)
        fleet.advance(to: 0)
        fleet.connected(0, at: 0)
        var last = 0
        for now in stride(from: Int64(0), to: 30_000, by: 100) {
            fleet.advance(to: now)
            let sent = fleet.take(0, moment: now * 1000)
            last += sent.count
            fleet.settled(0, acknowledged: 0, refused: sent.count, moment: now * 1000, at: now)
        }
        #expect(fleet.counts.refused == last)
        #expect(fleet.counts.sent == 3)
        #expect(fleet.counts.lost == last)
    }

    @Test func `somebody who asks for a position gets one, and an answer`() throws {
        var broker = Broker(Fleet(try Self.plan(3, ramp: .zero), start: Self.start))
        broker.play(to: 20_000)
        let before = broker.locations.count
        let command = Command(id: "c-1", verb: .locate)
        let message = Message(topic: "tagalong/fleet-0/t1/command", payload: command.encoded())
        broker.fleet.received(message, on: 0, at: 20_050)
        broker.settle(at: 20_050)
        #expect(broker.locations.count == before + 1)
        #expect(broker.locations.last?.trigger == "u")
        #expect(broker.count("/result") == 1)
    }

    @Test func `a tracker that is let go says so and reports no more`() throws {
        var broker = Broker(Fleet(try Self.plan(2, ramp: .zero), start: Self.start))
        broker.play(to: 20_000)
        let command = Command(id: "c-1", verb: .unregister)
        broker.fleet.received(
            Message(topic: "tagalong/fleet-0/t1/command", payload: command.encoded()), on: 0, at: 20_050
        )
        broker.settle(at: 20_050)
        let before = broker.count("fleet-0/t1")
        broker.play(from: 20_100, to: 60_000)
        #expect(broker.count("fleet-0/t1") == before)
        #expect(broker.fleet.counts.backlog == 0)
    }

    @Test func `a report every other second is followed when its owner wants it`() throws {
        var broker = Broker(Fleet(try Self.plan(1, ramp: .zero), start: Self.start))
        broker.play(to: 20_000)
        let before = broker.locations.count
        let wish = DesiredState(version: Int(broker.fleet.boot) + 5, reportEvery: 2)
        let message = Message(topic: "tagalong/fleet-0/t0/desired", payload: wish.encoded())
        broker.fleet.received(message, on: 0, at: 20_050)
        broker.play(from: 20_100, to: 50_000)
        #expect(broker.locations.count - before >= 10)
    }

    @Test func `reports that this machine comes to late are skipped, not made up`() throws {
        var broker = Broker(Fleet(try Self.plan(10, ramp: .zero), start: Self.start))
        broker.play(to: 20_000)
        let before = broker.locations.count
        broker.play(from: 120_000, to: 120_000)
        #expect(broker.locations.count == before + 10)
        #expect(broker.fleet.counts.skipped >= 80)
        #expect(broker.fleet.counts.latest >= 90_000)
    }

    @Test(arguments: [true, false])
    func `at the end all say that they go, and take along what the broker keeps if so told`(removes: Bool) throws {
        var broker = Broker(Fleet(try Self.plan(30, room: 12), start: Self.start))
        broker.play(to: 30_000)
        broker.messages = []
        while !broker.fleet.end(removes: removes) { broker.settle(at: 30_100) }
        broker.settle(at: 30_200)
        let farewells = broker.messages.filter { String(decoding: $0.payload, as: UTF8.self) == "offline" }
        #expect(farewells.count == 30)
        #expect(broker.messages.count { $0.payload.isEmpty && $0.retained } == (removes ? 120 : 0))
        #expect(broker.fleet.counts.backlog == 0)
    }

    @Test(arguments: [(1, 1), (10, 3), (1000, 7), (250, 250), (99, 98)])
    func `each tracker has one connection, and each connection its share`(trackers: Int, connections: Int) throws {
        let plan = try Self.plan(trackers, connections: connections)
        var all: [Int] = []
        for connection in 0..<connections {
            let range = plan.trackers(of: connection)
            #expect(range.count >= trackers / connections && range.count <= trackers / connections + 1)
            for tracker in range { #expect(plan.connection(of: tracker) == connection) }
            all += range
        }
        #expect(all == Array(0..<trackers))
        for tracker in 0..<trackers { #expect(plan.tracker(plan.device(tracker)) == tracker) }
    }

    @Test func `a connection of whole owners hears of them by one filter each, a single tracker by its own`() throws {
        let shared = try Self.plan(200, connections: 1).session(of: 0)
        #expect(shared.subscriptions.count == 8)
        #expect(shared.will == nil)
        #expect(shared.subscriptions.contains(BusSession.Subscription("tagalong/fleet-1/+/command")))
        let single = try Self.plan(200, connections: 200).session(of: 150)
        #expect(single.clientID == "tagalong-fleet-1-t150")
        #expect(single.subscriptions.count == 4)
        #expect(single.will?.topic == "tagalong/fleet-1/t150/availability")
    }
}
