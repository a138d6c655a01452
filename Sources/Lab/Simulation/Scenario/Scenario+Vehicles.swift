public import Settings
public import Tracking

extension Scenario {
    /// A bus, a train or a car: owners, trackers and gateways aboard are where it is.
    public struct Vehicle: Hashable, Sendable {
        public let id: Name
        public let movement: Track
        public let place: Place
    }
}

// What people and things ride in, and how they get on and off.

extension ScenarioReader {
    private enum VehicleKey: String, SettingsKey {
        case id, path, position, points, speed, offset, start, end, loop
    }

    mutating func readVehicles(_ value: SettingsValue?) throws(SettingsError) {
        guard let value else { return }
        for entry in try value.list() {
            let section = try entry.section(VehicleKey.self)
            let id = try new(section.required(.id), among: vehicles.map { ($0.id, $0.place) })
            let movement = try movements.track(MovementFields(section))
            vehicles.append(Scenario.Vehicle(id: id, movement: movement, place: section.place))
        }
    }

    /// A vehicle that has been declared.
    func vehicle(_ value: SettingsValue) throws(SettingsError) -> Scenario.Vehicle {
        let name = try declared(value, "a vehicle", among: vehicles.map(\.id))
        guard let vehicle = vehicles.first(where: { $0.id == name }) else { throw value.unexpected("a vehicle") }
        return vehicle
    }

    /// The vehicle that somebody or something boards.
    func boarded(_ section: SettingsSection<EventKey>) throws(SettingsError) -> Name {
        try vehicle(section.required(.vehicle)).id
    }

    /// The way that somebody or something goes after alighting; nil for none.
    mutating func wayOn(_ section: SettingsSection<EventKey>) throws(SettingsError) -> Track? {
        let fields = MovementFields(section)
        if fields.tellsWay { return try movements.track(fields) }
        // Without a way there is nothing that its keys could change.
        try section.allow([.at, .verb, .label, .tracker, .owner], with: "'alight' without 'path'")
        return nil
    }
}
