internal import Messages
public import Settings
public import Tracking

extension Scenario {
    /// Somebody with a phone.
    public struct Owner: Hashable, Sendable {
        public let id: Name
        /// For one who begins aboard a vehicle, where that begins.
        public let movement: Track
        /// The vehicle in which the owner begins; nil for none.
        public let vehicle: Name?
        /// Between the position messages of the phone.
        public internal(set) var reportEvery: Duration
        /// The moments at which the phone tells where it is, instead, in order; nil for a steady rhythm.
        public let reportsAt: [Duration]?
        public let place: Place
    }

    /// A receiver of what trackers say over Bluetooth.
    public struct Gateway: Hashable, Sendable {
        public enum Position: Hashable, Sendable {
            case carried(by: Name)
            case fixed(Coordinate)
            /// In a vehicle.
            case aboard(Name)
        }

        public let id: Name
        public let position: Position
        public let place: Place
    }

    /// A tracker tied to an item.
    public struct Tracker: Hashable, Sendable {
        public enum Movement: Hashable, Sendable {
            /// Carried by an owner.
            case with(Name)
            case track(Track)
            /// In a vehicle.
            case aboard(Name)
        }

        /// How a tracker begins.
        public enum State: String, Hashable, Sendable, CaseIterable {
            /// Registered to its owner and on.
            case active
            /// Registered and switched off.
            case off
            /// Not registered yet.
            case factoryNew = "factory-new"
        }

        public let id: Name
        public let owner: Name
        public let item: ItemName
        /// The name of its profile.
        public internal(set) var deviceName: Name
        public internal(set) var device: DeviceProfile
        public let movement: Movement
        /// Whole seconds; nil for the device's own intervals.
        public internal(set) var reportEvery: Duration?
        public var state: State
        /// How its owner has it watched over; nil for the service's own rules.
        public let rules: Rules?
        public let place: Place

        /// What it is, when it is a tag of another make; nil for a tracker of ours.
        public var kind: TagKind? { TagKind(profile: deviceName) }
    }
}

// Owners, gateways and trackers.

extension ScenarioReader {
    private enum OwnerKey: String, SettingsKey {
        case id, path, position, points, speed, offset, start, end, loop, aboard
        case reportEvery = "report-every"
        case reportsAt = "reports-at"
    }

    /// Between the positions of a phone that is not told otherwise: an app that is watched or rides along reports
    /// about so often.
    private static let phoneReports = Duration.seconds(30)

    mutating func readOwners(_ value: SettingsValue) throws(SettingsError) {
        for entry in try entries(value, "owner") {
            let section = try entry.section(OwnerKey.self)
            let id = try section.required(.id)
            let name = try new(id, among: owners.map { ($0.id, $0.place) })
            guard !Topics.isReserved(name) else {
                throw SettingsError(id.place, "no owner may be called '\(name)': topics of the bus have that name")
            }
            let fields = MovementFields(section)
            try fields.check()
            let ridden = try section[.aboard].map { value throws(SettingsError) in try vehicle(value) }
            let movement =
                if let ridden { Track(at: ridden.movement.position(at: .zero)) } else { try movements.track(fields) }
            let every = try section[.reportEvery].map { value throws(SettingsError) in try Self.phoneRhythm(value) }
            owners.append(
                Scenario.Owner(
                    id: name,
                    movement: movement,
                    vehicle: ridden?.id,
                    reportEvery: every ?? Self.phoneReports,
                    reportsAt: try section[.reportsAt].map(Self.moments),
                    place: section.place
                )
            )
        }
    }

    /// A list of moments in ascending order.
    private static func moments(_ value: SettingsValue) throws(SettingsError) -> [Duration] {
        var moments: [Duration] = []
        for entry in try value.list() {
            let moment = try entry.duration(in: .zero...Duration.seconds(366 * 86_400))
            if let last = moments.last, moment <= last {
                throw SettingsError(entry.place, "reports-at: each moment must be later than the one before it")
            }
            moments.append(moment)
        }
        return moments
    }

    private enum GatewayKey: String, SettingsKey {
        case id, position, aboard
        case carriedBy = "carried-by"
    }

    mutating func readGateways(_ value: SettingsValue?) throws(SettingsError) {
        guard let value else { return try carryGateways() }
        for entry in try value.list() {
            let section = try entry.section(GatewayKey.self)
            let id = try new(section.required(.id), among: gateways.map { ($0.id, $0.place) })
            let position: Scenario.Gateway.Position
            switch (section[.carriedBy], section[.position], section[.aboard]) {
            case (let carrier?, nil, nil): position = .carried(by: try owner(carrier))
            case (nil, let fixed?, nil): position = .fixed(try fixed.coordinate())
            case (nil, nil, let ridden?): position = .aboard(try vehicle(ridden).id)
            default:
                throw SettingsError(section.place, "gateway '\(id)' needs one of carried-by, position and aboard")
            }
            gateways.append(Scenario.Gateway(id: id, position: position, place: section.place))
        }
    }

    /// Without a list each owner carries a gateway.
    private mutating func carryGateways() throws(SettingsError) {
        for owner in owners {
            do {
                let id = try Name("gateway-\(owner.id)")
                gateways.append(Scenario.Gateway(id: id, position: .carried(by: owner.id), place: owner.place))
            } catch {
                let message = "'\(owner.id)' is too long to name a gateway after: write a list of gateways"
                throw SettingsError(owner.place, message)
            }
        }
    }

    private enum TrackerKey: String, SettingsKey {
        case id, owner, item, device, with, position, points, path, speed, offset, start, end, loop, aboard
        case reportEvery = "report-every"
        case state, rules
    }

    mutating func readTrackers(_ value: SettingsValue) throws(SettingsError) {
        for entry in try entries(value, "tracker") {
            let section = try entry.section(TrackerKey.self)
            let idValue = try section.required(.id)
            let id = try new(idValue, among: trackers.map { ($0.id, $0.place) })
            let device = try device(section[.device], place: section.place)
            if let kind = TagKind(profile: device.name) { try check(section, of: kind) }
            let state = try section[.state]?.word(Scenario.Tracker.State.self) ?? .active
            trackers.append(
                Scenario.Tracker(
                    id: id,
                    owner: try owner(section.required(.owner)),
                    item: try (section[.item] ?? idValue).itemName(),
                    deviceName: device.name,
                    device: device.profile,
                    movement: try movement(section),
                    reportEvery: try section[.reportEvery].map { value throws(SettingsError) in try reportEvery(value)
                    },
                    state: state,
                    rules: try rules(section[.rules], state),
                    place: section.place
                )
            )
        }
    }

    /// A tag of another make is never registered with us, and reports nothing.
    private func check(_ section: SettingsSection<TrackerKey>, of kind: TagKind) throws(SettingsError) {
        let meaningless: [TrackerKey] = [.state, .reportEvery, .rules]
        guard let key = meaningless.first(where: { section[$0] != nil }), let value = section[key] else { return }
        let message = "'\(key.rawValue)' does not go with 'device: \(kind.rawValue)', which is only a tag"
        throw SettingsError(value.place, message)
    }

    private func rules(
        _ value: SettingsValue?, _ state: Scenario.Tracker.State
    ) throws(SettingsError) -> Scenario.Rules? {
        guard let value else { return nil }
        // Whoever binds it gives it another name.
        guard state != .factoryNew else {
            throw SettingsError(value.place, "'rules' does not go with 'state: factory-new': it is nobody's yet")
        }
        return try RulesReader.rules(value)
    }

    private mutating func movement(
        _ section: SettingsSection<TrackerKey>
    ) throws(SettingsError) -> Scenario.Tracker.Movement {
        let fields = MovementFields(section)
        try fields.check()
        if let carrier = section[.with] { return .with(try owner(carrier)) }
        if let ridden = section[.aboard] { return .aboard(try vehicle(ridden).id) }
        return .track(try movements.track(fields))
    }

    func device(_ value: SettingsValue?, place: Place) throws(SettingsError) -> (name: Name, profile: DeviceProfile) {
        let told = try value?.name()
        let standard = try? Name(DeviceLibrary.standardName)
        guard let name = told ?? standard else { throw SettingsError(place, "'device' is missing") }
        if let known = trackers.first(where: { $0.deviceName == name }) { return (name, known.device) }
        let profile = try devices.profile(name, for: value?.place ?? place)
        guard profile.isOurs || TagKind(profile: name) != nil else {
            let kinds = WordList.alternatives(TagKind.allCases.map(\.rawValue))
            let message = "device '\(name)' is a tag of another make, which is not simulated: \(kinds) is"
            throw SettingsError(value?.place ?? place, message)
        }
        return (name, profile)
    }

    func reportEvery(_ value: SettingsValue) throws(SettingsError) -> Duration {
        let every = try value.duration(in: .seconds(1)...Duration.seconds(86_400))
        guard every.milliseconds % 1000 == 0 else { throw value.unexpected("a whole number of seconds") }
        return every
    }
}

extension SettingsValue {
    /// What an item or a place is called.
    func itemName() throws(SettingsError) -> ItemName {
        let text = try string()
        do { return try ItemName(text) } catch {
            throw unexpected("a name of 1 to 60 characters without control characters")
        }
    }
}
