import Messages
import Settings
import Simulation
import Testing
import Tracking

/// What leaves the world, step by step, with nobody outside to answer.
@Suite struct WorldTests {
    private var world: World
    private let scenario: Scenario

    init() throws {
        let text = """
            name: World
            duration: 10m
            owners: [{id: sam, position: [46, 14], report-every: 5s}, {id: ana, position: [47, 14], report-every: 1s}]
            gateways: [{id: pocket, carried-by: sam}, {id: hall, position: [46, 14.001]}]
            trackers: [{id: keys, owner: sam, position: [46, 14.00005], report-every: 1s}]
            """
        scenario = try Scenario.parse(SettingsFile(name: "x.yaml", text: text), devices: DeviceLibrary())
        world = try World(scenario)
    }

    private mutating func step(_ seconds: Int64) -> [WorldOutput] {
        world.begin(at: seconds * 1000)
        world.moveOwners()
        if seconds == 0 { world.switchOn() }
        world.runTrackers()
        return outputs()
    }

    private mutating func outputs() -> [WorldOutput] {
        var outputs: [WorldOutput] = []
        while let output = world.next() { outputs.append(output) }
        return outputs
    }

    private func disconnections(_ outputs: [WorldOutput]) -> [Bool] {
        outputs.compactMap { if case .disconnect(_, let clean) = $0 { clean } else { nil } }
    }

    private mutating func apply(_ action: Scenario.TrackerAction) { world.apply(action, to: 0) { _ in nil } }

    /// Where no gateway is and nothing known of the owner, a tracker takes its modem.
    private mutating func runOnModem() throws {
        world.setGateway(0, up: false)
        world.setGateway(1, up: false)
        let isConnected = step(0).contains { if case .connect = $0 { true } else { false } }
        try #require(isConnected)
    }

    @Test mutating func `phones tell their positions at their own pace`() {
        var told: [Int64] = []
        for second in 0..<12 as Range<Int64> {
            let phones = step(second).compactMap { output in
                if case .publish(let message, .phone(0)) = output { message } else { nil }
            }
            if !phones.isEmpty { told.append(second) }
            #expect(phones.allSatisfy { $0.topic == "owntracks/sam/phone" && $0.retained })
        }
        #expect(told == [0, 5, 10])
    }

    @Test mutating func `the first gateway in reach is kept, and the next taken when it fails`() {
        let links = { (outputs: [WorldOutput]) in
            outputs.compactMap { if case .link(_, let gateway, let up) = $0 { "\(gateway) \(up)" } else { nil } }
        }
        #expect(links(step(0)) == ["0 true"])
        #expect(links(step(1)) == [])
        world.setGateway(0, up: false)
        #expect(links(outputs()) == ["0 false"])
        // The hall is 73 m away, out of reach.
        #expect(links(step(2)) == [])
        world.setGateway(0, up: true)
        #expect(links(step(3)) == ["0 true"])
    }

    @Test mutating func `a modem that loses its power leaves without a word, and the tracker is silent`() throws {
        try runOnModem()
        apply(.battery(0))
        #expect(disconnections(step(1)) == [false])
        let isSilent = step(2).allSatisfy { if case .publish(_, .tracker) = $0 { false } else { true } }
        #expect(isSilent)
    }

    @Test(arguments: [Scenario.TrackerAction.reboot, .coverageLost])
    mutating func `a modem that breaks off leaves without a word`(action: Scenario.TrackerAction) throws {
        try runOnModem()
        apply(action)
        #expect(disconnections(outputs() + step(1)) == [false])
    }

    @Test mutating func `a modem that is no longer needed leaves cleanly`() throws {
        try runOnModem()
        world.setGateway(0, up: true)
        // Nobody has told it where its owner is: the gateway is near enough.
        #expect(disconnections(step(1)) == [true])
    }

    @Test mutating func `who carries a gateway serves its own trackers, a fixed one everybody's`() {
        #expect(world.trackers(ofGateway: 0).map(\.description) == ["sam/keys"])
        #expect(world.trackers(ofGateway: 1).map(\.description) == ["sam/keys"])
    }

    @Test func `in a fleet a gateway serves the trackers of its own copy`() throws {
        let fleet = try World(scenario, fleet: 3)
        let served = (0..<fleet.gatewayCount).map { fleet.trackers(ofGateway: $0).map(\.description) }
        #expect(served == ["sam-1/keys-1", "sam-2/keys-2", "sam-3/keys-3"].flatMap { [[$0], [$0]] })
        #expect(fleet.tags(ofGateway: 5) == [])
    }

    @Test func `a live run's boots and versions go on where an earlier run has left them`() throws {
        var later = try World(scenario, start: Timestamp(seconds: 5), speed: 10, epoch: 1000)
        later.begin(at: 0)
        later.switchOn()
        guard case .publish(let message, .console)? = later.next() else {
            Issue.record("the console speaks first")
            return
        }
        #expect(try DesiredState(decoding: message.payload).version == 1001)
    }
}
