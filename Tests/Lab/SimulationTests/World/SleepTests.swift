import Messages
import Settings
import TestSupport
import Testing
import Tracking

@testable import Simulation

/// A world that sleeps where nothing can change is, to the last bit, one that visits everybody at each step.
@Suite struct SleepTests {
    @Test(arguments: 1...24 as ClosedRange<UInt64>)
    func `whatever happens, a sleeping world is as one that visits everybody at each step`(seed: UInt64) throws {
        var pair = try WorldPair(seed: seed)
        for second in 0..<900 {
            try pair.step(to: Int64(second) * pair.stepMilliseconds)
            guard pair.difference == nil else { break }
        }
        #expect(pair.difference == nil)
        #expect(pair.sleeping.visits < pair.visited.visits)
    }

    @Test func `steps of another length, and one that is left out, wake everybody`() throws {
        var pair = try WorldPair(seed: 77, isQuiet: true)
        for elapsed in [0, 1000, 2000, 3000, 3500, 4000, 4500, 10_000, 11_000, 12_000, 13_000] as [Int64] {
            try pair.step(to: elapsed)
        }
        pair.leaveOut(14_000)
        for elapsed in 15...40 as ClosedRange<Int64> { try pair.step(to: elapsed * 1000) }
        #expect(pair.difference == nil)
    }

    @Test func `a thing at rest with an owner at rest is visited for its reports and little else`() throws {
        let text = """
            name: At rest
            noise: none
            owners: [{id: sam, position: [46, 14]}]
            trackers: [{id: keys, owner: sam, position: [46, 14.01], report-every: 10m}]
            duration: 2h
            """
        let scenario = try Scenario.parse(SettingsFile(name: "rest.yaml", text: text), devices: DeviceLibrary())
        var pair = try WorldPair(scenario, seed: 1, isQuiet: true)
        for second in 0..<7200 as Range<Int64> { try pair.step(to: second * 1000) }
        #expect(pair.difference == nil)
        #expect(pair.visited.visits == 7200)
        // A report each ten minutes, a word of the owner each half a minute; each is followed by a visit or two.
        #expect(pair.sleeping.visits < 7200 / 8)
    }
}

/// Two worlds of one scenario to which the same happens: one sleeps where it can, the other never does.
private struct WorldPair {
    private(set) var sleeping: World
    private(set) var visited: World
    let stepMilliseconds: Int64
    private(set) var difference: String?
    private let scenario: Scenario
    private let isQuiet: Bool
    private var chance: SeededGenerator

    init(seed: UInt64, isQuiet: Bool = false) throws {
        var chance = SeededGenerator(seed: seed)
        let text = RandomCast.scenario(&chance)
        let scenario = try Scenario.parse(SettingsFile(name: "random.yaml", text: text), devices: DeviceLibrary())
        try self.init(scenario, seed: seed, isQuiet: isQuiet)
    }

    init(_ scenario: Scenario, seed: UInt64, isQuiet: Bool) throws {
        self.scenario = scenario
        self.isQuiet = isQuiet
        chance = SeededGenerator(seed: seed &+ 1000)
        stepMilliseconds = seed % 3 == 0 ? 500 : 1000
        sleeping = try World(scenario)
        visited = try World(scenario)
        visited.sleeps = false
    }

    private mutating func both(_ body: (inout World) throws -> Void) rethrows {
        try body(&sleeping)
        try body(&visited)
    }

    /// Plays a step as a rehearsal does.
    mutating func step(to elapsed: Int64) throws {
        both { $0.begin(at: elapsed) }
        if !isQuiet, elapsed > 0, Int.random(in: 0..<8, using: &chance) == 0 { happen() }
        try passOn()
        both { $0.moveOwners() }
        try passOn()
        if elapsed == 0 { both { $0.switchOn() } }
        both { $0.runTrackers() }
        try passOn()
        compareTruths()
    }

    /// Begins a step in which nobody has a turn.
    mutating func leaveOut(_ elapsed: Int64) { both { $0.begin(at: elapsed) } }

    /// Hands on what leaves the worlds until they are silent; what comes of a message is a matter of chance.
    private mutating func passOn() throws {
        while true {
            let outputs = (Self.outputs(&sleeping), Self.outputs(&visited))
            let told = (outputs.0.map(Self.told), outputs.1.map(Self.told))
            if told.0 != told.1, difference == nil {
                difference = "\(visited.elapsed) ms: \(told.0) in place of \(told.1)"
            }
            if outputs.1.isEmpty { return }
            for output in outputs.1 { try answer(output) }
        }
    }

    private mutating func answer(_ output: WorldOutput) throws {
        let isLucky = Int.random(in: 0..<5, using: &chance) > 0
        switch output {
        case .publish(let message, .phone(let owner)):
            let fix = try message.decoded(as: LocationMessage.self).fix
            for tracker in 0..<visited.trackerCount where isLucky && visited.trackers[tracker].owner == owner {
                both { $0.deliver(tracker, .reference(Reference(fix))) }
            }
        case .publish(let message, .console):
            for tracker in 0..<visited.trackerCount where message.topic.contains("\(visited.id(ofTracker: tracker))") {
                both { $0.deliver(message, to: tracker) }
            }
        case .publish(let message, .tracker(let tracker)):
            guard isLucky, let mark = try? message.decoded(as: LocationMessage.self).mark else { return }
            let topic = visited.topics.stored(visited.id(ofTracker: tracker))
            both { $0.deliver(Message(topic: topic, payload: StoredMessage(mark: mark).encoded()), to: tracker) }
        case .uplink(.fix(let fix, _), let tracker, _) where isLucky:
            both { $0.deliver(tracker, .stored(fix.mark)) }
        default: return
        }
    }

    /// Something that nobody foresees.
    private mutating func happen() {
        let tracker = Int.random(in: 0..<visited.trackerCount, using: &chance)
        let owner = Int.random(in: 0..<visited.ownerCount, using: &chance)
        let gateway = Int.random(in: 0..<visited.gatewayCount, using: &chance)
        let isUp = Int.random(in: 0..<3, using: &chance) > 0
        let percent = Double.random(in: 1...100, using: &chance)
        let name = scenario.owners[owner].id
        let bus = scenario.vehicles[0].id
        let thing: [Scenario.TrackerAction] = [
            .drop, .pickUp(by: name), .board(bus), .alight(nil), .powerOff, .powerOn, .press, .ring, .locate,
            .battery(percent),
            .skewClock(.seconds(percent)), .gnssLost, .gnssBack, .coverageLost, .coverageBack, .reboot,
        ]
        let person: [Scenario.OwnerAction] = [
            .phoneOff, .phoneOn, .coverageLost, .coverageBack, .board(bus), .alight(nil), .reportEvery(.seconds(7)),
        ]
        switch Int.random(in: 0..<10, using: &chance) {
        case 0..<5:
            let action = thing[Int.random(in: thing.indices, using: &chance)]
            both { $0.apply(action, to: tracker) { _ in owner } }
        case 5..<8:
            let action = person[Int.random(in: person.indices, using: &chance)]
            both { $0.apply(action, toOwner: owner) }
        case 8: both { $0.setGateway(gateway, up: isUp) }
        default: both { $0.setBroker(up: isUp) }
        }
    }

    /// Mostly somebody asks for nothing: to be asked must not be what keeps the two alike.
    private mutating func compareTruths() {
        for tracker in 0..<visited.trackerCount where difference == nil {
            guard sleeping.mode(ofTracker: tracker) == visited.mode(ofTracker: tracker) else {
                difference = "\(visited.elapsed) ms: mode of \(tracker)"
                return
            }
            guard Int.random(in: 0..<40, using: &chance) == 0 else { continue }
            let truths = [sleeping, visited].map { "\($0.truth(ofTracker: tracker)) \($0.battery(ofTracker: tracker))" }
            let firmware = [sleeping, visited].map { "\($0.firmware(ofTracker: tracker))" }
            let heard = [sleeping, visited].map { world in
                (0..<world.gatewayCount).map {
                    "\(String(describing: world.reception(ofTracker: tracker, atGateway: $0)))"
                }
            }
            if truths[0] != truths[1] { difference = "\(visited.elapsed) ms: \(truths[0]) in place of \(truths[1])" }
            if firmware[0] != firmware[1] {
                difference = "\(visited.elapsed) ms: \(firmware[0]) in place of \(firmware[1])"
            }
            if heard[0] != heard[1] { difference = "\(visited.elapsed) ms: \(heard[0]) in place of \(heard[1])" }
        }
    }

    private static func outputs(_ world: inout World) -> [WorldOutput] {
        var outputs: [WorldOutput] = []
        while let output = world.next() { outputs.append(output) }
        return outputs
    }

    private static func told(_ output: WorldOutput) -> String {
        guard case .publish(let message, let party) = output else { return "\(output)" }
        return "\(party) \(message.topic) \(String(decoding: message.payload, as: UTF8.self))"
    }
}

/// Owners who walk about, one with a phone that speaks often and one with one that does not, a bus, and things that lie,
/// are carried, go by themselves and ride.
private enum RandomCast {
    static func scenario(_ chance: inout SeededGenerator) -> String {
        let latitude = [46.0, -33.5, 69.6, 0.0003][Int.random(in: 0..<4, using: &chance)]
        let longitude = [14.5, 179.9995, -70.1][Int.random(in: 0..<3, using: &chance)]
        let centre = (latitude, longitude)
        let intervals = ["1s", "5s", "30s", "1m"]
        let phones = (0..<2).map { _ in intervals[Int.random(in: 0..<4, using: &chance)] }
        let reports = (0..<4).map { _ in
            ["", "report-every: 2s", "report-every: 15s"][Int.random(in: 0..<3, using: &chance)]
        }
        return """
            name: Random
            noise: none
            duration: 15m
            vehicles:
              - id: bus
                points:
            \(way(centre, reach: 900, pause: 200, &chance))
            owners:
              - id: sam
                report-every: \(phones[0])
                points:
            \(way(centre, reach: 120, pause: 150, &chance))
              - id: ana
                report-every: \(phones[1])
                points:
            \(way(centre, reach: 60, pause: 300, &chance))
            gateways:
              - {id: pocket, carried-by: sam}
              - {id: bag, carried-by: ana}
              - {id: hall, position: [\(latitude), \(longitude)]}
              - {id: bus-stop, aboard: bus}
            trackers:
              - {id: keys, owner: sam, with: sam, \(reports[0])}
              - {id: bicycle, owner: sam, position: [\(latitude), \(longitude)], \(reports[1])}
              - id: dog
                owner: ana
                \(reports[2])
                points:
            \(way(centre, reach: 100, pause: 60, &chance))
              - {id: umbrella, owner: ana, aboard: bus, \(reports[3])}
            """.replacing(", }", with: "}")
    }

    /// Points about a place, with pauses and now and then a jump, at times between the steps.
    private static func way(
        _ centre: (latitude: Double, longitude: Double), reach: Double, pause: Int, _ chance: inout SeededGenerator
    ) -> String {
        var (lines, time) = ([String](), 0)
        var place = (0.0, 0.0)
        while time < 900_000 {
            let reach = reach * Double.random(in: 0.05...1, using: &chance) * 1e-5
            let isJump = Int.random(in: 0..<12, using: &chance) == 0
            if Int.random(in: 0..<3, using: &chance) > 0 {
                place = (
                    Double.random(in: -reach...reach, using: &chance), Double.random(in: -reach...reach, using: &chance)
                )
            }
            let latitude = centre.latitude + place.0
            var longitude = centre.longitude + place.1
            if longitude > 180 { longitude -= 360 }
            lines.append("      - {at: \(Double(time) / 1000)s, lat: \(latitude), lon: \(longitude)}")
            time += isJump ? 0 : Int.random(in: 1000...pause * 1000, using: &chance)
        }
        return lines.joined(separator: "\n")
    }
}
