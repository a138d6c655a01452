public import Reminders
public import Settings
public import Tracking

extension Scenario {
    /// Something that happens.
    public struct Event: Hashable, Sendable {
        /// Since the start.
        public let at: Duration
        public let action: Action
        /// What expectations call it by; nil for nothing.
        public let label: Name?
        public let place: Place
    }

    public enum Action: Hashable, Sendable {
        case tracker(Name, TrackerAction)
        case owner(Name, OwnerAction)
        case reminder(ReminderID, ReminderAction)
        case world(WorldAction)
    }

    /// What happens to one tracker.
    public enum TrackerAction: Hashable, Sendable {
        /// It stays where it is.
        case drop
        /// It goes with an owner from now on.
        case pickUp(by: Name)
        /// It goes its own way from now on; the track begins at the event.
        case follow(Track)
        /// It rides in a vehicle from now on.
        case board(Name)
        /// It leaves its vehicle, and stays there or goes its own way, which begins at the event.
        case alight(Track?)
        case powerOff
        case powerOn
        /// Somebody presses its button.
        case press
        /// Its owner asks it to ring.
        case ring
        /// Its owner asks for its position.
        case locate
        /// The charge is, from one moment to the next, that many per cent.
        case battery(Double)
        /// Its clock goes wrong by that much: ahead, or behind when negative.
        case skewClock(Duration)
        case gnssLost
        case gnssBack
        case coverageLost
        case coverageBack
        /// It comes into other surroundings, which only matters with noise.
        case surroundings(Surroundings)
        case reboot
    }

    /// What happens to one owner, or to the owner's phone.
    public enum OwnerAction: Hashable, Sendable {
        case phoneOff
        case phoneOn
        /// The phone sees no satellites; with noise it is left with the position of its network.
        case gnssLost
        case gnssBack
        /// The phone keeps its positions until there is a network again.
        case coverageLost
        case coverageBack
        /// The phone tells its position so often from now on.
        case reportEvery(Duration)
        /// The owner rides in a vehicle from now on, with all that goes with the owner.
        case board(Name)
        /// The owner leaves the vehicle, and stays there or goes a way of the owner's own, which begins at the event.
        case alight(Track?)
    }

    /// What happens to everyone.
    public enum WorldAction: Hashable, Sendable {
        case brokerDown
        case brokerUp
        /// One gateway, or all of them.
        case gatewayDown(Name?)
        case gatewayUp(Name?)
        /// Everybody comes into other surroundings, which only matters with noise.
        case surroundings(Surroundings)
        /// The bus treats messages so from now on.
        case messages(MessageFaults)
    }

    /// What a bus does to messages that it should hand on once and in order.
    public struct MessageFaults: Hashable, Sendable {
        /// The share that is lost, 0 to 1.
        public var drop = 0.0
        /// The share that arrives twice, 0 to 1.
        public var duplicate = 0.0
        /// Each message is late by a random time up to this.
        public var reorder = Duration.zero
    }
}

extension ScenarioReader {
    enum EventKey: String, SettingsKey {
        case at, tracker, owner, label, vehicle, reminder
        case length = "for"
        case verb = "do"
        case by, gateway, battery
        case skewClock = "skew-clock"
        case reportEvery = "report-every"
        case messages, surroundings, path, points, speed, offset, start, end, loop
    }

    enum Verb: String, CaseIterable {
        case drop
        case pickUp = "pick-up"
        case follow, board, alight
        case powerOff = "power-off"
        case powerOn = "power-on"
        case press, ring, locate, battery
        case skewClock = "skew-clock"
        case gnssLost = "gnss-lost"
        case gnssBack = "gnss-back"
        case coverageLost = "coverage-lost"
        case coverageBack = "coverage-back"
        case reboot
        case phoneOff = "phone-off"
        case phoneOn = "phone-on"
        case reportEvery = "report-every"
        case brokerDown = "broker-down"
        case brokerUp = "broker-up"
        case gatewayDown = "gateway-down"
        case gatewayUp = "gateway-up"
        case messages, surroundings
        case dismiss, snooze, enable, disable
    }

    /// What happens and, for the verbs that have one, its value.
    struct Deed {
        let verb: Verb
        var argument: SettingsValue?
    }

    /// The verbs that have a value, as keys.
    private enum ArgumentKey: String, SettingsKey {
        case battery
        case skewClock = "skew-clock"
        case reportEvery = "report-every"
        case messages, surroundings
    }

    private enum FaultKey: String, SettingsKey { case drop, duplicate, reorder }

    mutating func readEvents(_ value: SettingsValue?) throws(SettingsError) -> [Scenario.Event] {
        var events: [Scenario.Event] = []
        for entry in try value?.list() ?? [] {
            let section = try entry.section(EventKey.self)
            let time = try section.required(.at)
            let at = try time.duration()
            moments.append(Moment(value: time, time: at))
            let deed = try Self.deed(section)
            try section.allow(deed.verb.keys.union([.at, .verb, .label]), with: "'\(deed.verb.rawValue)'")
            let action = try action(deed, section)
            let label = try label(section, at)
            events.append(Scenario.Event(at: at, action: action, label: label, place: section.place))
        }
        // The offset keeps the file's order where times are equal.
        return events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }

    private mutating func label(_ section: SettingsSection<EventKey>, _ at: Duration) throws(SettingsError) -> Name? {
        guard let value = section[.label] else { return nil }
        let label = try new(value, among: labels.map { ($0.id, $0.place) }, as: "label")
        labels.append((label, at, value.place))
        return label
    }

    /// What `do` says; the verbs that have a value may stand in its place, `battery: 4`, or in it, `do: {battery: 4}`.
    private static func deed(_ section: SettingsSection<EventKey>) throws(SettingsError) -> Deed {
        let argument = { (verb: Verb) in EventKey(rawValue: verb.rawValue).flatMap { section[$0] } }
        if let value = section[.verb] {
            if value.isSection { return try deed(within: value) }
            let verb = try value.word(Verb.self)
            return Deed(verb: verb, argument: argument(verb))
        }
        for verb in [Verb.battery, .skewClock, .messages, .surroundings, .reportEvery] {
            if let argument = argument(verb) { return Deed(verb: verb, argument: argument) }
        }
        throw SettingsError(section.place, "'do' is missing: nothing says what happens")
    }

    private static func deed(within value: SettingsValue) throws(SettingsError) -> Deed {
        let section = try value.section(ArgumentKey.self)
        guard let key = section.keys.first, section.keys.count == 1, let verb = Verb(rawValue: key.rawValue) else {
            throw SettingsError(value.place, "one thing is expected to happen in an event")
        }
        return Deed(verb: verb, argument: section[key])
    }

    private mutating func action(
        _ deed: Deed, _ section: SettingsSection<EventKey>
    ) throws(SettingsError) -> Scenario.Action {
        if let action = try worldAction(deed, section) { return .world(action) }
        if let action = try reminderAction(deed, section) { return action }
        if let action = try ownerAction(deed, section) { return action }
        guard let value = section[.tracker] else {
            throw SettingsError(section.place, "'\(deed.verb.rawValue)' happens to a tracker: 'tracker' is missing")
        }
        let tracker = try tracker(value)
        if let kind = tracker.kind, let reason = deed.verb.refusal(of: kind) {
            throw SettingsError(section.place, "'\(deed.verb.rawValue)' does not happen to '\(tracker.id)': \(reason)")
        }
        return .tracker(tracker.id, try trackerAction(deed, section, tracker))
    }

    private func worldAction(
        _ deed: Deed, _ section: SettingsSection<EventKey>
    ) throws(SettingsError) -> Scenario.WorldAction? {
        switch deed.verb {
        case .brokerDown: return .brokerDown
        case .brokerUp: return .brokerUp
        case .gatewayDown: return .gatewayDown(try gateway(section[.gateway]))
        case .gatewayUp: return .gatewayUp(try gateway(section[.gateway]))
        case .messages: return .messages(try Self.faults(Self.required(deed, section)))
        case .surroundings where section[.tracker] == nil:
            return .surroundings(try Self.required(deed, section).word(Surroundings.self))
        default: return nil
        }
    }

    private mutating func trackerAction(
        _ deed: Deed, _ section: SettingsSection<EventKey>, _ tracker: Scenario.Tracker
    ) throws(SettingsError) -> Scenario.TrackerAction {
        switch deed.verb {
        case .drop: return .drop
        case .pickUp:
            return .pickUp(by: try section[.by].map { by throws(SettingsError) in try owner(by) } ?? tracker.owner)
        case .follow: return .follow(try movements.track(MovementFields(section)))
        case .board: return .board(try boarded(section))
        case .alight: return .alight(try wayOn(section))
        case .powerOff: return .powerOff
        case .powerOn: return .powerOn
        case .press: return .press
        case .ring: return .ring
        case .locate: return .locate
        case .battery: return .battery(try Self.required(deed, section).number(in: 0...100, unit: "%"))
        case .skewClock:
            let year = Duration.seconds(366 * 86_400)
            return .skewClock(try Self.required(deed, section).duration(in: .zero - year...year))
        case .gnssLost: return .gnssLost
        case .gnssBack: return .gnssBack
        case .coverageLost: return .coverageLost
        case .coverageBack: return .coverageBack
        case .reboot: return .reboot
        case .surroundings: return .surroundings(try Self.required(deed, section).word(Surroundings.self))
        case .brokerDown, .brokerUp, .gatewayDown, .gatewayUp, .messages, .phoneOff, .phoneOn, .reportEvery,
            .dismiss, .snooze, .enable, .disable:
            throw SettingsError(section.place, "'\(deed.verb.rawValue)' does not happen to a tracker")
        }
    }

    static func required(_ deed: Deed, _ section: SettingsSection<EventKey>) throws(SettingsError) -> SettingsValue {
        guard let argument = deed.argument else {
            throw SettingsError(section.place, "'\(deed.verb.rawValue)' is missing: what it says is not told")
        }
        return argument
    }

    private func gateway(_ value: SettingsValue?) throws(SettingsError) -> Name? {
        try value.map { value throws(SettingsError) in try declared(value, "a gateway", among: gateways, \.id).id }
    }

    private static func faults(_ value: SettingsValue) throws(SettingsError) -> Scenario.MessageFaults {
        let section = try value.section(FaultKey.self)
        return Scenario.MessageFaults(
            drop: try section[.drop]?.percentage() ?? 0,
            duplicate: try section[.duplicate]?.percentage() ?? 0,
            reorder: try section[.reorder]?.duration(in: .zero...Duration.seconds(86_400)) ?? .zero
        )
    }
}
