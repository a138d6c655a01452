import ArgumentParser
import CivilTime
import Reminders
import Settings
import Tracking

extension ConditionOptions {
    /// The conditions that are given.
    ///
    /// - Throws: `ValidationError` with the option and what is expected.
    func draft() throws -> ConditionDraft {
        try ConditionDraft(
            time: timeCondition(), weather: weatherCondition(), availability: availabilityCondition(),
            place: placeCondition(), thing: thingState()
        )
    }

    private func timeCondition() throws -> TimeCondition? {
        guard let between else {
            if days != nil { throw ValidationError("--days goes with --between.") }
            if zone != nil { throw ValidationError("--zone goes with --between.") }
            return nil
        }
        if let zone {
            do { _ = try ZoneDatabase().zone(named: zone) } catch { throw ValidationError("--zone: \(error).") }
        }
        let (from, to) = try ConditionText.span(between)
        do {
            return try TimeCondition(
                from: from, to: to, days: try days.map(ConditionText.days) ?? TimeCondition.everyDay, zone: zone
            )
        } catch let error as TimeCondition.Invalid { throw ValidationError("--between: \(error).") }
    }

    private func weatherCondition() throws -> WeatherCondition? {
        var sky: Sky?
        if let weather {
            sky = Sky(rawValue: weather.lowercased())
            if sky == nil {
                let all = WordList.alternatives(Sky.allCases.map(\.rawValue))
                throw ValidationError("--weather: '\(weather.printable)' is given, \(all) is expected.")
            }
        }
        var limits: [WeatherCondition.Limit] = []
        for (flag, measure, texts) in [
            ("--temperature", .temperature, temperature), ("--precipitation", .precipitation, precipitation),
            ("--chance", .chance, chance), ("--wind", .wind, wind), ("--snow-depth", .snowDepth, snowDepth),
        ] as [(String, WeatherCondition.Measure, [String])] {
            limits += try texts.map { try ConditionText.limit($0, measure, flag: flag) }
        }
        let times = within.filter(ConditionText.isDuration)
        if times.count > 1 {
            throw ValidationError("--within: one time is expected, found \(times.joined(separator: ", ")).")
        }
        guard sky != nil || !limits.isEmpty else {
            let rest = times.isEmpty ? "--at" : "--within \(times[0])"
            if at != nil || !times.isEmpty {
                throw ValidationError(
                    "\(rest) goes with --weather, --temperature, --precipitation, --chance, --wind or --snow-depth.")
            }
            return nil
        }
        let ahead = try times.first.map {
            try ConditionText.duration($0, .zero...WeatherCondition.farthest, flag: "--within", "1h to 48h")
        }
        do {
            return try WeatherCondition(
                place: try at.map { try ConditionText.place($0, flag: "--at") }, within: ahead ?? .zero, sky: sky,
                limits: limits
            )
        } catch let error as WeatherCondition.Invalid { throw ValidationError("the weather: \(error).") }
    }

    private func availabilityCondition() throws -> AvailabilityCondition? {
        var states: [AvailabilityCondition.State] = []
        let ahead = AvailabilityCondition.aheadRange
        if let free {
            states.append(
                .free(try ConditionText.duration(free, AvailabilityCondition.freeRange, flag: "--free", "10m to 7d")))
        }
        if inEvent { states.append(.inEvent) }
        if let eventWithin {
            states.append(
                .begins(within: try ConditionText.duration(eventWithin, ahead, flag: "--event-within", "1m to 7d")))
        }
        if let eventEndsWithin {
            states.append(
                .ends(
                    within: try ConditionText.duration(eventEndsWithin, ahead, flag: "--event-ends-within", "1m to 7d"))
            )
        }
        guard let state = states.first else {
            if title != nil {
                throw ValidationError("--title goes with --in-event, --event-within or --event-ends-within.")
            }
            return nil
        }
        if states.count > 1 { throw Self.second("--free, --in-event, --event-within and --event-ends-within") }
        do { return try AvailabilityCondition(state, word: title) } catch {
            throw ValidationError("--title: \(error).")
        }
    }

    private func placeCondition() throws -> PlaceCondition? {
        var found: [PlaceCondition] = []
        if let enters { found.append(PlaceCondition(.enters, try ConditionText.place(enters, flag: "--enters"))) }
        if let leaves { found.append(PlaceCondition(.leaves, try ConditionText.place(leaves, flag: "--leaves"))) }
        for text in within where !ConditionText.isDuration(text) {
            found.append(PlaceCondition(.within, try ConditionText.place(text, flag: "--within")))
        }
        if let near { found.append(PlaceCondition(.within, try ConditionText.nearest(near))) }
        if found.count > 1 { throw Self.second("--enters, --leaves, --within and --near") }
        return found.first
    }

    private func thingState() throws -> (text: String, state: ThingCondition.State)? {
        switch (thing, state) {
        case (let thing?, let state?): return (thing, try ConditionText.state(state))
        case (_?, nil): throw ValidationError("--thing needs --is, such as --is away.")
        case (nil, _?): throw ValidationError("--is goes with --thing.")
        case (nil, nil): return nil
        }
    }

    private static func second(_ flags: String) -> ValidationError {
        ValidationError("One of \(flags) is expected: make another reminder for a second one.")
    }
}

/// The conditions that somebody has written, with a thing that is still to be found.
struct ConditionDraft {
    let time: TimeCondition?
    let weather: WeatherCondition?
    let availability: AvailabilityCondition?
    let place: PlaceCondition?
    let thing: (text: String, state: ThingCondition.State)?

    /// Of which kinds there is one.
    var kinds: [Conditions.Kind] {
        let all: [(Conditions.Kind, Bool)] = [
            (.time, time != nil), (.weather, weather != nil), (.availability, availability != nil),
            (.place, place != nil), (.thing, thing != nil),
        ]
        return all.filter(\.1).map(\.0)
    }

    var isEmpty: Bool { kinds.isEmpty }

    /// The conditions of an owner's reminder: these, and of the other kinds those that it has.
    ///
    /// - Throws: ``CommandFailure`` for another's thing, and where no condition is left.
    func conditions(
        of owner: Name, thing found: DeviceID? = nil, over old: Conditions? = nil,
        without removed: [Conditions.Kind] = []
    ) throws(CommandFailure) -> Conditions {
        func kept<Condition>(_ new: Condition?, _ old: Condition?, _ kind: Conditions.Kind) -> Condition? {
            new ?? (removed.contains(kind) ? nil : old)
        }
        do {
            return try Conditions(
                time: kept(time, old?.time, .time), weather: kept(weather, old?.weather, .weather),
                availability: kept(availability, old?.availability, .availability),
                place: kept(place, old?.place, .place), thing: kept(condition(found, owner), old?.thing, .thing)
            )
        } catch let error as CommandFailure { throw error } catch {
            throw CommandFailure(.badInput, "\(error); 'tagalong remind delete' deletes it")
        }
    }

    private func condition(_ found: DeviceID?, _ owner: Name) throws(CommandFailure) -> ThingCondition? {
        guard let thing else { return nil }
        guard let found else {
            throw CommandFailure(.badInput, "--thing: '\(thing.text.printable)' is no tracker's name")
        }
        guard found.owner == owner else {
            throw CommandFailure(
                .badInput, "--thing: \(found) is not \(owner)'s, and a reminder is about its owner's things")
        }
        do { return try ThingCondition(found.device, thing.state) } catch {
            throw CommandFailure(.badInput, "--is: \(error)")
        }
    }
}
