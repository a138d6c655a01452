import Settings
import Tracking

// When a scenario is played, which times lie within it, and from when to when an expectation looks.

extension ScenarioReader {
    /// A time that must lie within the scenario: what is to happen or to be seen later never does.
    struct Moment {
        let value: SettingsValue
        /// Since the start.
        let time: Duration
        /// Whether nothing more comes of it after the last step; what only ends a span may lie behind that.
        var isPlayed = true
        /// What it is reckoned from, where that is an event and not the start.
        var event: Duration = .zero
    }

    /// The years for which certificates, clocks and calendars are made.
    private static let years = (
        first: Timestamp(milliseconds: 946_684_800_000),  // 2000-01-01T00:00:00Z
        last: Timestamp(milliseconds: 4_102_444_800_000)  // 2100-01-01T00:00:00Z
    )

    static func start(_ value: SettingsValue) throws(SettingsError) -> Timestamp {
        let start = try value.timestamp()
        guard start >= years.first, start <= years.last else {
            throw value.unexpected("a moment from 2000-01-01 to 2100-01-01")
        }
        return start
    }

    /// Refuses the first time in the file that lies beyond the end.
    func checkMoments(duration: Duration, step: Duration) throws(SettingsError) {
        let lastStep = Duration.milliseconds(duration.milliseconds / step.milliseconds * step.milliseconds)
        for moment in moments {
            if moment.time > duration, moment.event > .zero {
                throw moment.value.unexpected("at most \((duration - moment.event).compact), what is then left,")
            }
            if moment.time > duration {
                throw moment.value.unexpected("a time up to the scenario's end, \(duration.compact),")
            }
            if moment.isPlayed, moment.time > lastStep {
                throw moment.value.unexpected("a time up to the scenario's last step, \(lastStep.compact),")
            }
        }
    }
}

extension ScenarioReader {
    /// When something is expected; without an end, to that of the scenario.
    struct Window {
        var after: Duration?
        var until: Duration?
        var delay: Scenario.Delay?
    }

    /// Whether a claim must hold all the time, which only what lasts can.
    func isThroughout(
        _ section: SettingsSection<ExpectationKey>, _ claim: ExpectationKey
    ) throws(SettingsError) -> Bool {
        guard let value = section[.throughout] else { return false }
        guard [.mode, .level].contains(claim) else {
            throw SettingsError(value.place, "'throughout' does not go with '\(claim.rawValue)'")
        }
        guard try value.flag() else { throw value.unexpected("true") }
        return true
    }

    mutating func window(
        _ section: SettingsSection<ExpectationKey>, _ claim: ExpectationKey
    ) throws(SettingsError) -> Window {
        if section[.within] != nil || section[.of] != nil {
            try section.allow([.tracker, claim, .throughout, .within, .of], with: "'within' and 'of'")
            let place = (section[.within] ?? section[.of])?.place ?? section.place
            return try delay(section[.within], of: section[.of], place)
        }
        let end: ExpectationKey = claim == .noAlert ? .until : .by
        try section.allow([.tracker, claim, .throughout, .after, end], with: "'\(claim.rawValue)'")
        return try span(section[.after], to: section[end], called: end.rawValue, section.place)
    }

    /// From one time to another, whose key is called so.
    mutating func span(
        _ start: SettingsValue?, to end: SettingsValue?, called key: String, _ place: Place
    ) throws(SettingsError) -> Window {
        let after = try start?.duration()
        let until = try end?.duration()
        if let start, let after { moments.append(Moment(value: start, time: after)) }
        if let end, let until { moments.append(Moment(value: end, time: until, isPlayed: false)) }
        if let after, let until, until < after {
            throw SettingsError(place, "'\(key)' \(until.compact) is before 'after' \(after.compact)")
        }
        return Window(after: after, until: until)
    }

    /// From an event until so long after it.
    mutating func delay(
        _ within: SettingsValue?, of label: SettingsValue?, _ place: Place
    ) throws(SettingsError) -> Window {
        guard let within, let of = label else {
            throw SettingsError(place, "'within' and 'of' come together: a duration and the label of an event")
        }
        let event = try declared(of, "an event", among: labels, { $0.id }, by: "label")
        let span = try within.duration()
        moments.append(Moment(value: within, time: event.at + span, isPlayed: false, event: event.at))
        let delay = Scenario.Delay(event: event.id, within: span)
        return Window(after: event.at, until: event.at + span, delay: delay)
    }
}
