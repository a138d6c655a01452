import Calendars
import CivilTime
public import Tracking

/// How far the nearest border is that an owner could cross.
struct Margin {
    private var distance = Double.infinity
    private var isCertain = true

    mutating func add(_ distance: Double, sigma: Double, side: Side?) {
        // Where the side is not sure, any position may make it so.
        guard side != nil, distance.magnitude > 0.8417 * sigma else { return isCertain = false }
        self.distance = min(self.distance, distance.magnitude)
    }

    func calm(around whereabouts: Whereabouts) -> Surroundings.Calm? {
        isCertain ? Surroundings.Calm(centre: whereabouts.coordinate, radius: distance - 0.5) : nil
    }
}

extension ReminderEngine {
    /// How it stands with a reminder at a moment, found anew.
    public func report(of id: ReminderID, at now: Timestamp) -> ReminderReport? {
        guard let number = number(of: id), let entry = entries[number] else { return nil }
        let findings = entry.conditions.kinds.map { finding($0, entry, at: now) }
        return ReminderReport(
            reminder: entry.reminder, state: entry.state, status: Self.status(entry.reminder, findings),
            findings: findings
        )
    }

    /// Brings up to date on which sides of their borders owner and thing are, and what is needed for that.
    mutating func stand(_ number: Int, at now: Timestamp) {
        var margin = Margin()
        stand(number, within: &margin, at: now)
    }

    mutating func stand(_ number: Int, within margin: inout Margin, at now: Timestamp) {
        guard let entry = entries[number] else { return }
        renew(number, entry, at: now)
        let after = state(of: entry, within: &margin)
        guard after != entry.state else { return }
        entries[number]?.state = after
        changes.touched.insert(entry.id)
    }

    /// The state of a reminder, with the sides on which owner and thing are now.
    func state(of entry: Entry, within margin: inout Margin) -> ReminderState {
        var state = entry.state
        if let place = entry.conditions.place, let whereabouts = owners[entry.id.owner]?.whereabouts,
            case .success(let areas) = areas(of: place.target, entry, around: whereabouts)
        {
            let standing = areas.standing(of: whereabouts)
            state.owner.take(standing.probability, at: whereabouts.time)
            margin.add(standing.distance, sigma: whereabouts.sigma, side: state.owner.side)
        }
        if case .at(let target)? = entry.conditions.thing?.state, let whereabouts = thing(of: entry)?.whereabouts,
            case .success(let areas) = areas(of: target, entry, around: whereabouts)
        {
            state.thing.take(areas.standing(of: whereabouts).probability, at: whereabouts.time)
        }
        return state
    }

    /// Finds anew what a reminder needs from elsewhere.
    private mutating func renew(_ number: Int, _ entry: Entry, at now: Timestamp) {
        let wanted = entry.reminder.isEnabled ? needs(of: entry) : []
        let counted = wanted.compactMap { Self.share(of: $0, entry) }
        // One that was refused something asks for it each time.
        guard wanted != entry.needs || counted != entry.shares else { return }
        let taken = shares.take(counted, for: entry.id.owner, insteadOf: entry.shares)
        var granted = wanted.filter { need in Self.share(of: need, entry).map { taken.contains($0) } ?? true }
        var delayed: [Need: String] = [:]
        for need in granted where !entry.needs.contains(need) {
            if !facts.mayBegin(need, for: entry.id.owner, at: now) { delayed[need] = NeedPace.sentence }
        }
        granted.removeAll { delayed[$0] != nil }
        entries[number]?.shares = taken
        entries[number]?.delayed = delayed
        entries[number]?.refused = wanted.filter { !granted.contains($0) }
        guard granted != entry.needs else { return }
        facts.use(granted.filter { !entry.needs.contains($0) }, by: number)
        release(entry.needs.filter { !granted.contains($0) }, of: number)
        entries[number]?.needs = granted
    }

    /// Lets go of what a reminder needed; what nobody needs is not known any more.
    mutating func release(_ needs: [Need], of number: Int) {
        for need in facts.release(needs, of: number) { forgetAgenda(need) }
    }

    mutating func forgetAgenda(_ need: Need) {
        if case .calendar(let name) = need, let owner = try? Name(name) { owners[owner]?.agenda = .waiting }
    }

    func needs(of entry: Entry) -> [Need] {
        var needs: [Need] = []
        if case .success(let cell)? = entry.conditions.weather.map({ self.cell(of: $0, entry) }) {
            needs.append(.weather(cell))
        }
        if entry.conditions.availability != nil { needs.append(.calendar(entry.id.owner.text)) }
        if case .nearest(let kind, _)? = entry.conditions.place?.target,
            let cell = owners[entry.id.owner]?.spotsCell
        {
            needs.append(.spots(kind, cell))
        }
        return needs
    }

    private func thing(of entry: Entry) -> Thing? {
        entry.conditions.thing.flatMap { owners[entry.id.owner]?.things[$0.thing] }
    }

    /// Where a place is.
    private func areas(
        of target: PlaceTarget, _ entry: Entry, around whereabouts: Whereabouts?
    ) -> Result<[Area], Absence> {
        switch target {
        case .area(let area, _): return .success([area])
        case .named(let name):
            guard let areas = owners[entry.id.owner]?.places[name], !areas.isEmpty else {
                return .failure(Absence(.noPlace(name)))
            }
            return .success(areas)
        case .nearest(let kind, let radius):
            guard whereabouts != nil, let cell = owners[entry.id.owner]?.spotsCell else {
                return .failure(Absence(.noPosition))
            }
            if let sentence = entry.delayed[.spots(kind, cell)] { return .failure(Absence(.failing(sentence))) }
            if entry.refused.contains(.spots(kind, cell)) {
                return .failure(Absence(.failing(NeedShares.tooManyKinds)))
            }
            let spots = facts.spots(kind, cell)
            guard let list = spots.value else { return .failure(Absence(spots.missing ?? .waiting)) }
            return .success(list.map { .circle($0.position, radius: radius) })
        }
    }

    private func cell(of weather: WeatherCondition, _ entry: Entry) -> Result<Cell, Absence> {
        guard let place = weather.place else {
            guard let cell = owners[entry.id.owner]?.weatherCell else { return .failure(Absence(.noPosition)) }
            return .success(cell)
        }
        return areas(of: place, entry, around: nil).flatMap { areas in
            guard let centre = areas.first?.centre else { return .failure(Absence(.noPosition)) }
            return .success(Cell.weather(of: centre))
        }
    }

    /// How it stands with one of a reminder's conditions.
    func finding(_ kind: Conditions.Kind, _ entry: Entry, at now: Timestamp) -> Finding {
        let surroundings = owners[entry.id.owner]
        switch kind {
        case .time:
            guard let condition = entry.conditions.time else { break }
            guard let zone = entry.zone else { return .unknown(.noZone(condition.zone ?? "")) }
            return condition.finding(at: now, zone: zone, position: surroundings?.whereabouts?.coordinate)
        case .weather:
            guard let condition = entry.conditions.weather else { break }
            switch cell(of: condition, entry) {
            case .success(let cell) where entry.delayed[.weather(cell)] != nil:
                return .unknown(.failing(entry.delayed[.weather(cell)] ?? ""))
            case .success(let cell) where entry.refused.contains(.weather(cell)):
                return .unknown(.failing(NeedShares.tooManyPlaces))
            case .success(let cell): return condition.finding(at: now, forecast: facts.forecast(cell))
            case .failure(let absence): return .unknown(absence.missing)
            }
        case .availability:
            guard let condition = entry.conditions.availability else { break }
            if let sentence = entry.delayed[.calendar(entry.id.owner.text)] { return .unknown(.failing(sentence)) }
            return condition.finding(at: now, agenda: surroundings?.agenda ?? .waiting)
        case .place:
            guard let condition = entry.conditions.place else { break }
            switch areas(of: condition.target, entry, around: surroundings?.whereabouts) {
            case .success(let areas):
                return condition.finding(at: now, entry.state.owner, areas: areas, surroundings?.whereabouts)
            case .failure(let absence): return .unknown(absence.missing)
            }
        case .thing:
            guard let condition = entry.conditions.thing else { break }
            guard case .at(let target) = condition.state else {
                return condition.finding(at: now, thing(of: entry), entry.state.thing, areas: [])
            }
            switch areas(of: target, entry, around: nil) {
            case .success(let areas):
                return condition.finding(at: now, thing(of: entry), entry.state.thing, areas: areas)
            case .failure(let absence): return .unknown(absence.missing)
            }
        }
        return .unknown(.waiting)
    }

    static func status(_ reminder: Reminder, _ findings: [Finding]) -> ReminderStatus {
        guard reminder.isEnabled else { return .disabled }
        if findings.contains(where: { $0.verdict == .fails }) { return .waiting }
        return findings.contains { $0.verdict == .unknown } ? .unknown : .holds
    }

    /// Looks at a reminder: at the conditions of some kinds, and at those that time has changed.
    mutating func look(_ number: Int, _ kinds: Kinds, at now: Timestamp) {
        // What came too fast may be had by now.
        let isLate = entries[number]?.delayed.isEmpty == false
        if isLate { stand(number, at: now) }
        guard let entry = entries[number] else { return }
        guard entry.reminder.isEnabled else {
            entries[number]?.status = .disabled
            entries[number]?.findings = []
            return setAlarm(nil, for: number)
        }
        let isFirst = entry.findings.isEmpty
        var findings = entry.findings
        for (index, kind) in entry.conditions.kinds.enumerated() {
            if isFirst {
                findings.append(finding(kind, entry, at: now))
            } else if isLate || kinds.contains(Kinds(kind)) || findings[index].until.map({ $0 <= now }) == true {
                findings[index] = finding(kind, entry, at: now)
            }
        }
        // Whoever reads why nothing is told is to read what is so now.
        if !isFirst, !isHeld, zip(findings, entry.findings).contains(where: { $0.verdict != $1.verdict }) {
            changes.standings.insert(entry.id)
        }
        entries[number]?.findings = findings
        conclude(number, findings, at: now)
        // What was put off until now, and cannot be told now, is told when that is known.
        let snoozed = entries[number]?.state.snoozedUntil.flatMap { $0 > now ? $0 : nil }
        let retry = entry.delayed.isEmpty ? nil : now.advanced(by: NeedPace.restOfSpots)
        setAlarm((findings.map(\.until) + [snoozed, retry]).compactMap { $0 }.min(), for: number)
    }

    /// Draws the conclusion from what was found.
    private mutating func conclude(_ number: Int, _ findings: [Finding], at now: Timestamp) {
        guard let entry = entries[number] else { return }
        // What it was told of may be long over, or not be wanted any more.
        if isHeld { return }
        let status = Self.status(entry.reminder, findings)
        if status != entry.status {
            entries[number]?.status = status
            changes.standings.insert(entry.id)
        }
        var state = entry.state
        switch status {
        case .disabled, .waiting: if state.told != nil { state.end() }
        case .unknown: break
        case .holds: fire(entry, &state, findings, at: now)
        }
        if state != entry.state {
            entries[number]?.state = state
            changes.touched.insert(entry.id)
        }
    }

    private mutating func fire(_ entry: Entry, _ state: inout ReminderState, _ findings: [Finding], at now: Timestamp) {
        let subjects = findings.flatMap(\.subjects)
        // Another day, or another event.
        if state.told != nil, subjects.contains(where: { !state.subjects.contains($0) }) { state.end() }
        if let fired = state.fired, now < fired, state.told == nil {
            // The clock was set back behind the time at which it was told: this occasion, and no later one, may be that.
            (state.told, state.fired, state.subjects) = (now, now, subjects)
            return
        }
        let isRepeated = state.told != nil
        if isRepeated { guard let until = state.snoozedUntil, until <= now else { return } }
        (state.snoozedUntil, state.putOff, state.dismissed) = (nil, nil, nil)
        (state.fired, state.subjects) = (now, subjects)
        // A clock that was set back since would make it an answer to an earlier occasion to answer this.
        state.told = min(state.told ?? now, now)
        changes.firings.append(
            Firing(
                owner: entry.id.owner, reminder: entry.reminder, time: now, findings: findings, isRepeated: isRepeated
            )
        )
    }
}

/// Why something cannot be said, as an error.
struct Absence: Error {
    let missing: Missing

    init(_ missing: Missing) { self.missing = missing }
}

extension Area {
    /// The middle of a circle; the first corner of a polygon, which is at most 20 km wide.
    var centre: Coordinate? {
        switch self {
        case .circle(let centre, _): centre
        case .polygon(let corners): corners.first
        }
    }
}
