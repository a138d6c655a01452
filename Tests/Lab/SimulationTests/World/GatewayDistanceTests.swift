import Settings
import Simulation
import Testing

/// How far the adapters of gateways are from each other.
struct GatewayDistanceTests {
    private static func world(_ first: String, _ second: String) throws -> World {
        let text = """
            name: Gateways
            duration: 10m
            owners: [{id: sam, position: [46, 14]}]
            gateways: [{id: hall, \(first)}, {id: attic, \(second)}]
            trackers: [{id: keys, owner: sam, position: [46, 14]}]
            """
        return try World(Scenario.parse(SettingsFile(name: "x.yaml", text: text), devices: DeviceLibrary()))
    }

    @Test(arguments: [
        ("position: [46, 14]", "position: [46.0009, 14]", 100.0), ("position: [46, 14]", "position: [46, 14]", 0),
        ("carried-by: sam", "position: [46, 14]", 0.5), ("position: [46, 14]", "carried-by: sam", 0.5),
    ])
    func `two gateways are as far apart as they stand, half a metre at least where one is carried`(
        first: String, second: String, metres: Double
    ) throws {
        let world = try Self.world(first, second)
        let there = try #require(world.distance(fromGateway: 0, to: 1))
        #expect(abs(there - metres) < 0.2 && world.distance(fromGateway: 1, to: 0) == there)
        #expect(world.distance(fromGateway: 0, to: 2) == nil && world.distance(fromGateway: -1, to: 0) == nil)
    }
}
