import Settings

// From when to when an expectation looks.

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
        let context = "'\(claim.rawValue)'"
        if section[.within] != nil || section[.of] != nil {
            try section.allow([.tracker, claim, .throughout, .within, .of], with: "'within' and 'of'")
            return try delay(section)
        }
        let end: ExpectationKey = claim == .noAlert ? .until : .by
        try section.allow([.tracker, claim, .throughout, .after, end], with: context)
        let after = try section[.after]?.duration()
        let until = try section[end]?.duration()
        if let value = section[.after], let after { moments.append(Moment(value: value, time: after)) }
        if let value = section[end], let until { moments.append(Moment(value: value, time: until, isPlayed: false)) }
        if let after, let until, until < after {
            let message = "'\(end.rawValue)' \(until.compact) is before 'after' \(after.compact)"
            throw SettingsError(section.place, message)
        }
        return Window(after: after, until: until)
    }

    /// So long after an event that has a label.
    private mutating func delay(_ section: SettingsSection<ExpectationKey>) throws(SettingsError) -> Window {
        guard let within = section[.within], let of = section[.of] else {
            let place = (section[.within] ?? section[.of])?.place ?? section.place
            throw SettingsError(place, "'within' and 'of' come together: a duration and the label of an event")
        }
        let name = try declared(of, "an event", among: labels.map(\.id), by: "label")
        let span = try within.duration()
        let event = labels.first { $0.id == name }?.at ?? .zero
        moments.append(Moment(value: within, time: event + span, isPlayed: false, event: event))
        let delay = Scenario.Delay(event: name, within: span)
        return Window(after: event, until: event + span, delay: delay)
    }
}
