import Messages
import Settings
import Simulation
import Testing
import Tracking

/// What leaves a world with noise.
@Suite struct NoisyWorldTests {
    private static func world(_ noise: String, seed: Int = 1, at longitude: Double = 14.00001) throws -> World {
        let text = """
            name: World
            seed: \(seed)
            duration: 10m
            noise: \(noise)
            owners: [{id: sam, position: [46, 14], report-every: 1s}]
            gateways: [{id: hall, position: [46, 14]}]
            trackers: [{id: keys, owner: sam, position: [46, \(longitude)], report-every: 10s}]
            """
        return try World(Scenario.parse(SettingsFile(name: "x.yaml", text: text), devices: DeviceLibrary()))
    }

    private static func play(
        _ world: inout World,
        _ seconds: Range<Int64>,
        _ act: (inout World) -> Void = { _ in }
    ) -> [(at: Int64, output: WorldOutput)] {
        var outputs: [(Int64, WorldOutput)] = []
        for second in seconds {
            world.begin(at: second * 1000)
            world.moveOwners()
            if second == 0 { world.switchOn() }
            act(&world)
            world.runTrackers()
            while let output = world.next() { outputs.append((second, output)) }
        }
        return outputs
    }

    private static func fix(_ output: WorldOutput) -> Fix? {
        switch output {
        case .publish(let message, .phone): try? LocationMessage(decoding: message.payload).fix
        case .uplink(.fix(let fix, _), _, _): fix.fix
        default: nil
        }
    }

    @Test func `the phone and the tracker err, each in its own way, and say how much`() throws {
        var world = try Self.world("{gnss: {}, radio: none, cellular: none}")
        let outputs = Self.play(&world, 0..<300)
        let phone = outputs.compactMap { if case .publish(_, .phone) = $0.output { Self.fix($0.output) } else { nil } }
        let tracker = outputs.compactMap { if case .uplink = $0.output { Self.fix($0.output) } else { nil } }
        #expect(phone.count == 300)
        // A cold start, then one each ten seconds.
        #expect((24...29).contains(Set(tracker.map(\.time)).count))
        let home = try Coordinate(latitude: 46, longitude: 14)
        for fixes in [phone, tracker] {
            #expect(fixes.allSatisfy { $0.accuracy ?? 0 > 0.4 })
            #expect(fixes.allSatisfy { (0.001..<30).contains($0.coordinate.distance(to: home)) })
        }
        #expect(phone.map(\.coordinate).last != tracker.map(\.coordinate).last)
    }

    @Test func `a gateway hears single advertisements, and some not at all`() throws {
        var world = try Self.world("{gnss: none, cellular: none}")
        let strengths = Self.play(&world, 0..<1000).compactMap { (_, output) in
            if case .heard(_, _, let rssi) = output { rssi } else { nil }
        }
        #expect((900..<1000).contains(strengths.count))
        #expect(Set(strengths).count > 10)
    }

    @Test func `a connection breaks some seconds after the last packet`() throws {
        var world = try Self.world("{gnss: none, cellular: none, radio: {bias-db: 0, body-db: 0}}")
        let far = Track(at: try Coordinate(latitude: 46, longitude: 14.013))
        let links = Self.play(&world, 0..<60) { world in
            if world.elapsed == 30_000 { world.apply(.follow(far), to: 0) { _ in nil } }
        }.compactMap { (at, output) -> String? in
            if case .link(_, _, let up) = output { "\(up ? "up" : "down") \(at)" } else { nil }
        }
        #expect(links.first == "up 0" || links.first == "up 1")
        #expect(links.last == "down 35")
    }

    @Test func `a command waits with the broker until the modem wakes`() throws {
        var world = try Self.world("{gnss: none, radio: none, cellular: {hole-every: 0s}}", at: 14.013)
        _ = Self.play(&world, 0..<200)
        let command = { (id: String, world: World) in
            let topic = world.topics.command(world.id(ofTracker: 0))
            return Message(topic: topic, payload: Command(id: id, verb: .ring).encoded())
        }
        // It reports each ten seconds, and the connection lasts longer than that.
        world.deliver(command("awake", world), to: 0)
        #expect(world.truth(ofTracker: 0).isRinging)
        // Nothing is left to be sent, and nothing more comes.
        world.apply(.gnssLost, to: 0) { _ in nil }
        let all = StoredMessage(mark: FixMark(boot: 1, sequence: 1000))
        world.deliver(Message(topic: world.topics.stored(world.id(ofTracker: 0)), payload: all.encoded()), to: 0)
        _ = Self.play(&world, 200..<260)
        #expect(!world.truth(ofTracker: 0).isRinging)
        world.deliver(command("asleep", world), to: 0)
        #expect(!world.truth(ofTracker: 0).isRinging)
        world.apply(.gnssBack, to: 0) { _ in nil }
        _ = Self.play(&world, 260..<265)
        #expect(world.truth(ofTracker: 0).isRinging)
    }

    @Test(arguments: Surroundings.allCases)
    func `the same seed gives the same world, another one another`(surroundings: Surroundings) throws {
        func trace(_ seed: Int) throws -> [String] {
            var world = try Self.world(surroundings.rawValue, seed: seed)
            return Self.play(&world, 0..<120).map { "\($0)" }
        }
        #expect(try trace(1) == trace(1))
        #expect(try trace(1) != trace(2))
    }

    @Test func `other surroundings are entered by an event`() throws {
        var world = try Self.world("{surroundings: open-sky, radio: none, cellular: none}")
        var accuracies: [Double] = []
        for (at, output) in Self.play(
            &world,
            0..<600,
            { if $0.elapsed == 300_000 { $0.enter(.urban) } }
        ) {
            if case .publish(_, .phone) = output, let radius = Self.fix(output)?.accuracy, at > 30 {
                accuracies.append(radius)
            }
        }
        let (before, after) = (accuracies.prefix(260), accuracies.suffix(260))
        #expect(after.reduce(0, +) > 2 * before.reduce(0, +))
    }
}
