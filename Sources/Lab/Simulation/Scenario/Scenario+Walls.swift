import Settings
public import Tracking

extension Scenario {
    /// The walls of a room, or of a house.
    public struct Wall: Hashable, Sendable {
        /// Two for one straight wall; more for a room, whose last corner is joined to its first.
        public let corners: [Coordinate]
        /// What is left in each of them of a signal, in dB.
        public let attenuation: Double
    }
}

extension ScenarioReader {
    private enum WallKey: String, SettingsKey {
        case polygon
        case attenuation = "attenuation-db"
    }

    /// How many corners one entry may have: a storey with all its rooms is several.
    private static let corners = 2...200

    static func walls(_ value: SettingsValue) throws(SettingsError) -> [Scenario.Wall] {
        var walls: [Scenario.Wall] = []
        for entry in try value.list() {
            let section = try entry.section(WallKey.self)
            let polygon = try section.required(.polygon)
            var corners: [Coordinate] = []
            for corner in try polygon.list() { corners.append(try corner.coordinate()) }
            guard Self.corners.contains(corners.count) else {
                let range = "\(Self.corners.lowerBound) to \(Self.corners.upperBound)"
                throw SettingsError(polygon.place, "\(range) corners [latitude, longitude] are expected")
            }
            let attenuation = try section.required(.attenuation).number(in: 0...100, unit: "dB")
            walls.append(Scenario.Wall(corners: corners, attenuation: attenuation))
        }
        return walls
    }
}
