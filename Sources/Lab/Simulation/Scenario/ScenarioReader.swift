import Settings
import Tracking

/// Reads a scenario file part by part; later parts may name what earlier ones have declared.
struct ScenarioReader {
    let file: SettingsFile
    let devices: DeviceLibrary
    var movements: MovementReader
    var vehicles: [Scenario.Vehicle] = []
    var owners: [Scenario.Owner] = []
    var gateways: [Scenario.Gateway] = []
    var trackers: [Scenario.Tracker] = []
    var facts = Scenario.Facts()
    var reminders: [Scenario.Reminder] = []
    /// The events that expectations may name.
    var labels: [(id: Name, at: Duration, place: Place)] = []
    /// The times that must lie within the scenario, whose end is known last.
    var moments: [Moment] = []

    private enum Key: String, SettingsKey {
        case name, about, seed, start, duration, step, noise, fleet, walls, vehicles, owners, households, gateways,
            trackers, weather, calendar, spots, reminders, events, expect
    }

    /// When a scenario starts that does not say.
    static let standardStart = Timestamp(milliseconds: 1_767_225_600_000)  // 2026-01-01T00:00:00Z

    init(file: SettingsFile, devices: DeviceLibrary, reach: ScenarioReach) {
        self.file = file
        self.devices = devices
        movements = MovementReader(directory: FilePlace.directory(of: file.name), reach: reach)
    }

    mutating func read() throws(SettingsError) -> Scenario {
        let section = try file.root(Key.self)
        let name = try section.required(.name).string()
        let about = try section[.about]?.string()
        let seed: UInt64 = try section[.seed]?.integer() ?? 1
        let start = try section[.start].map { value throws(SettingsError) in try Self.start(value) }
        let step = try section[.step]?.duration(in: .milliseconds(1)...Duration.seconds(3600)) ?? .seconds(1)
        let noise = try section[.noise].flatMap { value throws(SettingsError) in try NoiseReader.noise(value) }
        let told = try section[.duration]?.duration(in: .milliseconds(1) ... .longest)
        let walls = try section[.walls].map { value throws(SettingsError) in try Self.walls(value) } ?? []
        try readVehicles(section[.vehicles])
        try readOwners(section.required(.owners))
        let households = try section[.households].map { value throws(SettingsError) in try self.households(value) }
        try readGateways(section[.gateways])
        try readTrackers(section.required(.trackers))
        if let weather = section[.weather] { try readWeather(weather) }
        if let calendar = section[.calendar] { try readCalendar(calendar) }
        if let spots = section[.spots] { try readSpots(spots) }
        if let reminders = section[.reminders] { try readReminders(reminders) }
        let variations = try variations(section[.fleet])
        let events = try readEvents(section[.events])
        let expectations = try readExpectations(section[.expect])
        guard let duration = told ?? longest(events) else {
            throw SettingsError(section.place, "'duration' is missing: nothing moves here that could tell it")
        }
        try checkMoments(duration: duration, step: step)
        return Scenario(
            file: file.name,
            name: name,
            about: about,
            seed: seed,
            start: start ?? Self.standardStart,
            duration: duration,
            step: step,
            noise: noise,
            variations: variations,
            walls: walls,
            vehicles: vehicles,
            owners: owners,
            households: households ?? Households(),
            gateways: gateways,
            trackers: trackers,
            facts: facts,
            reminders: reminders,
            events: events,
            expectations: expectations
        )
    }

    /// The end of the longest path; nil when nothing moves.
    private func longest(_ events: [Scenario.Event]) -> Duration? {
        var ends = owners.map(\.movement.duration) + vehicles.map(\.movement.duration)
        for tracker in trackers {
            if case .track(let track) = tracker.movement { ends.append(track.duration) }
        }
        for event in events {
            switch event.action {
            case .tracker(_, .follow(let track)), .tracker(_, .alight(let track?)), .owner(_, .alight(let track?)):
                ends.append(event.at + track.duration)
            case .tracker, .owner, .reminder, .world: break
            }
        }
        return ends.max().flatMap { $0 > .zero ? $0 : nil }
    }
}

extension ScenarioReader {
    func owner(_ value: SettingsValue) throws(SettingsError) -> Name {
        try declared(value, "an owner", among: owners, \.id).id
    }

    func tracker(_ value: SettingsValue) throws(SettingsError) -> Scenario.Tracker {
        try declared(value, "a tracker", among: trackers, \.id)
    }

    /// What a name stands for that must have been declared.
    func declared<Thing>(
        _ value: SettingsValue, _ what: String, among things: [Thing], _ id: (Thing) -> Name, by key: String = "id"
    ) throws(SettingsError) -> Thing {
        let name = try value.name()
        if let thing = things.first(where: { id($0) == name }) { return thing }
        if things.isEmpty { throw SettingsError(value.place, "there is no '\(name)': the file declares none") }
        let known = things.map { id($0).text }
        let sentence = "'\(name)' is not the \(key) of \(what)"
        if let nearest = WordList.nearest(to: name.text, among: known) {
            throw SettingsError(value.place, "\(sentence), did you mean '\(nearest)'?")
        }
        let expected =
            known.count > 8 ? "" : ": \(known.count > 1 ? "one of " : "")\(WordList.alternatives(known)) is expected"
        throw SettingsError(value.place, sentence + expected)
    }

    /// A name that must not be among those that have been declared.
    func new(
        _ value: SettingsValue, among known: [(id: Name, place: Place)], as key: String = "id"
    ) throws(SettingsError) -> Name {
        let name = try value.name()
        if let first = known.first(where: { $0.id == name }) {
            throw SettingsError(value.place, "\(key) '\(name)' is given twice, first in line \(first.place.line)")
        }
        return name
    }

    func entries(_ value: SettingsValue, _ what: String) throws(SettingsError) -> [SettingsValue] {
        let list = try value.list()
        guard !list.isEmpty else { throw SettingsError(value.place, "at least one \(what) is expected") }
        return list
    }
}
