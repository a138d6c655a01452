import Settings
import Simulation
import Testing
import Tracking

/// How walls weaken Bluetooth.
struct WallTests {
    /// Keys 10 m north of a gateway, which Sam carries or which stands beside Sam.
    private static func world(
        _ walls: String,
        _ gateway: String,
        noise: String = "none",
        fleet: Int = 1
    ) throws -> World {
        let text = """
            name: Walls
            duration: 10m
            noise: \(noise)
            owners: [{id: sam, position: [46, 14]}]
            gateways: [{id: hall, \(gateway)}]
            trackers: [{id: keys, owner: sam, position: [46.00009, 14]}]
            walls: [\(walls)]
            """
        let scenario = try Scenario.parse(SettingsFile(name: "x.yaml", text: text), devices: DeviceLibrary())
        return try World(scenario, fleet: fleet)
    }

    /// The strengths with which gateways hear the trackers at the start, by tracker.
    private static func strengths(_ world: World) -> [Int: Int] {
        var (world, heard) = (world, [Int: Int]())
        world.begin(at: 0)
        world.moveOwners()
        world.switchOn()
        world.runTrackers()
        while let output = world.next() {
            if case .heard(let tracker, _, let rssi) = output { heard[tracker] = rssi }
        }
        return heard
    }

    private static func wall(_ corners: String, _ decibels: Int = 4) -> String {
        "{polygon: [\(corners)], attenuation-db: \(decibels)}"
    }

    /// Across the way, beside it, before its end, and behind it.
    private static let across = "[46.00005, 13.999], [46.00005, 14.001]"
    private static let beside = "[46.00005, 14.0001], [46.00005, 14.001]"
    private static let behind = "[46.0001, 13.999], [46.0001, 14.001]"
    private static let room = "[45.9999, 13.9999], [45.9999, 14.0001], [46.00005, 14.0001], [46.00005, 13.9999]"
    private static let island = "[46.00003, 13.9999], [46.00003, 14.0001], [46.00006, 14.0001], [46.00006, 13.9999]"

    @Test(
        arguments: [
            ("", 0), (wall(across), 4), (wall(across, 12), 12), (wall(across) + ", " + wall(across, 3), 7),
            (wall(beside), 0), (wall(behind), 0), (wall(room), 4), (wall(island), 8),
            (wall("[46.00005, 13.999], [46.00005, 14]") + ", " + wall("[46.00005, 14], [46.00005, 14.001]"), 4),
        ],
        ["carried-by: sam", "position: [46, 14]"]
    )
    func `each wall on the way takes its share`(walls: (text: String, decibels: Int), gateway: String) throws {
        let bare = try #require(Self.strengths(Self.world("", gateway))[0])
        let heard = try #require(Self.strengths(Self.world(walls.text, gateway))[0])
        #expect(abs(bare - heard - walls.decibels) <= 1)
    }

    @Test func `behind enough walls a gateway hears nothing`() throws {
        let world = try Self.world(Self.wall(Self.across, 60), "carried-by: sam")
        #expect(Self.strengths(world).isEmpty)
        #expect(world.reception(ofTracker: 0, atGateway: 0) == nil)
    }

    @Test func `a packet carried one by one is as weak`() throws {
        let (bare, walled) = (
            try Self.world("", "carried-by: sam"), try Self.world(Self.wall(Self.across), "carried-by: sam")
        )
        let metres = [bare, walled].compactMap { $0.reception(ofTracker: 0, atGateway: 0)?.distance }
        let radio = try #require(bare.reception(ofTracker: 0, atGateway: 0)).radio
        #expect(metres.count == 2 && abs(radio.rssi(at: metres[0]) - radio.rssi(at: metres[1]) - 4) <= 1)
    }

    @Test func `with noise the same draws come out weaker by the wall`() throws {
        let noise = "{surroundings: indoor, radio: {loss: 0%, sensitivity-dbm: -127}}"
        let heard = try ["", Self.wall(Self.across)].map { walls -> [Int] in
            var world = try Self.world(walls, "carried-by: sam", noise: noise)
            var strengths: [Int] = []
            for second in 0..<20 as Range<Int64> {
                world.begin(at: second * 1000)
                world.moveOwners()
                if second == 0 { world.switchOn() }
                world.runTrackers()
                while let output = world.next() { if case .heard(_, _, let rssi) = output { strengths.append(rssi) } }
            }
            return strengths
        }
        #expect(heard[0].count == heard[1].count && heard[0].count > 8)
        #expect(zip(heard[0], heard[1]).allSatisfy { abs($0 - $1 - 4) <= 1 })
    }

    @Test func `every copy of a fleet has the walls around it`() throws {
        let bare = try #require(Self.strengths(Self.world("", "carried-by: sam"))[0])
        let heard = Self.strengths(try Self.world(Self.wall(Self.across), "carried-by: sam", fleet: 3))
        #expect(heard.count == 3 && heard.values.allSatisfy { abs(bare - $0 - 4) <= 1 })
    }
}
