public import Settings
public import Tracking

/// Who moves where, which trackers there are, what happens and what must come of it: a whole scenario file, checked.
public struct Scenario: Sendable {
    /// The file it was read from.
    public let file: String
    public let name: String
    public let about: String?
    /// Every random draw comes from it.
    public var seed: UInt64
    public let start: Timestamp
    public let duration: Duration
    /// How often the world is sampled.
    public let step: Duration
    /// Nil for none: exact positions, links without latency and loss.
    public let noise: Noise?
    /// How the copies of a fleet differ; empty for not at all.
    public let variations: [Variation]
    /// What weakens Bluetooth on its way.
    public let walls: [Wall]
    /// What people and things ride in.
    public let vehicles: [Vehicle]
    /// At least one, each with an id of its own.
    public internal(set) var owners: [Owner]
    /// Which of them share their things.
    public let households: Households
    public let gateways: [Gateway]
    /// At least one, each with an id of its own, in the file's order.
    public var trackers: [Tracker]
    /// What reminders may ask for.
    public internal(set) var facts: Facts
    /// In the file's order.
    public internal(set) var reminders: [Reminder]
    /// In the order in which they happen; those of one moment in the file's order.
    public internal(set) var events: [Event]
    /// In the file's order.
    public var expectations: [Expectation]
}

extension Scenario {
    /// How many steps it has; the first is the start itself.
    public var steps: Int { Int(duration.milliseconds / max(1, step.milliseconds)) + 1 }
}

extension Scenario {
    /// Reads a scenario with all the paths and device profiles that it names, and checks that everything fits.
    ///
    /// Paths are relative to the file; in standard input, `-`, to the working directory.
    /// - Throws: ``SettingsError`` for the first thing that is wrong, with the file and the line.
    public static func load(
        file: String, devices: DeviceLibrary, reach: ScenarioReach = .everywhere
    ) throws(SettingsError) -> Scenario {
        guard file == "-" else { return try parse(SettingsFile(path: file), devices: devices, reach: reach) }
        return try parse(SettingsFile(standardInput: FilePlace.standardInput), devices: devices)
    }

    /// The same for a text that has been read already; paths are relative to its name, and within its reach.
    public static func parse(
        _ file: SettingsFile, devices: DeviceLibrary, reach: ScenarioReach = .everywhere
    ) throws(SettingsError) -> Scenario {
        var reader = ScenarioReader(file: file, devices: devices, reach: reach)
        return try reader.read()
    }
}

extension Scenario {
    /// What a history service is to be told: the households of so many copies, or of some of these, each with the names
    /// of its copy.
    public func households(inFleetOf fleet: Int = 1, copies: ClosedRange<Int>? = nil) throws -> Households {
        if households.isEmpty { return households }
        return try Households(
            (copies ?? 1...max(1, fleet)).flatMap { copy in
                try households.all.map { try $0.map { try Cast.name($0, copy: copy, of: fleet) } }
            }
        )
    }
}

extension ScenarioReader {
    /// Which owners share their things: a list of lists of owners.
    func households(_ value: SettingsValue) throws(SettingsError) -> Households {
        var households = Households()
        for entry in try value.list() {
            var names: [Name] = []
            for member in try entry.list() {
                let name = try owner(member)
                guard !names.contains(name), households.members(with: name).isEmpty else {
                    throw SettingsError(member.place, "\(Households.Invalid.twice(name))")
                }
                names.append(name)
            }
            do { try households.add(names) } catch { throw SettingsError(entry.place, "\(error)") }
        }
        return households
    }
}

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
        try value.list().map { entry throws(SettingsError) in
            let section = try entry.section(WallKey.self)
            let polygon = try section.required(.polygon)
            let corners = try polygon.list().map { corner throws(SettingsError) in try corner.coordinate() }
            guard Self.corners.contains(corners.count) else {
                let range = "\(Self.corners.lowerBound) to \(Self.corners.upperBound)"
                throw SettingsError(polygon.place, "\(range) corners [latitude, longitude] are expected")
            }
            let attenuation = try section.required(.attenuation).number(in: 0...100, unit: "dB")
            return Scenario.Wall(corners: corners, attenuation: attenuation)
        }
    }
}

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
    private enum VehicleKey: String, SettingsKey { case id, path, position, points, speed, offset, start, end, loop }

    mutating func readVehicles(_ value: SettingsValue?) throws(SettingsError) {
        for entry in try value?.list() ?? [] {
            let section = try entry.section(VehicleKey.self)
            let id = try new(section.required(.id), among: vehicles.map { ($0.id, $0.place) })
            let movement = try movements.track(MovementFields(section))
            vehicles.append(Scenario.Vehicle(id: id, movement: movement, place: section.place))
        }
    }

    func vehicle(_ value: SettingsValue) throws(SettingsError) -> Scenario.Vehicle {
        try declared(value, "a vehicle", among: vehicles, \.id)
    }

    func boarded(_ section: SettingsSection<EventKey>) throws(SettingsError) -> Name {
        try vehicle(section.required(.vehicle)).id
    }

    /// The way that somebody or something goes after alighting; nil for none.
    mutating func wayOn(_ section: SettingsSection<EventKey>) throws(SettingsError) -> Track? {
        let fields = MovementFields(section)
        if fields[.points] != nil || fields[.path] != nil { return try movements.track(fields) }
        // Without a way there is nothing that its keys could change.
        try section.allow([.at, .verb, .label, .tracker, .owner], with: "'alight' without 'path'")
        return nil
    }
}
