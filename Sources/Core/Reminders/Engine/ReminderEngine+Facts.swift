public import Calendars
public import Tracking

extension ReminderEngine {
    /// What has to be found out elsewhere for those that are switched on.
    public var needs: [Need] { facts.needs }

    /// Those of them of which nothing has been told yet.
    public var untaught: Set<Need> { facts.untaught }

    /// Whether that has become other since it was last asked.
    public mutating func takeNeedsChanged() -> Bool { facts.takeChanged() }

    /// An owner's phone was somewhere.
    ///
    /// One that is older than the last known says nothing.
    public mutating func moved(_ owner: Name, to whereabouts: Whereabouts, at now: Timestamp) {
        moved(owner, along: [whereabouts], at: now)
    }

    /// An owner's phone has told of a way, in the order of time: what counts is where it ended, and when borders were
    /// crossed on it.
    public mutating func moved(_ owner: Name, along way: [Whereabouts], at now: Timestamp) {
        var changed: Kinds = []
        for whereabouts in way { changed.formUnion(pass(owner, whereabouts, at: now)) }
        guard !changed.isEmpty, let entries = owners[owner]?.entries else { return }
        let now = begin(now)
        for number in entries where self.entries[number]?.conditions.followsOwner == true {
            look(number, changed, at: now)
        }
    }

    /// Takes in one position of a way, and answers with what it can have changed.
    private mutating func pass(_ owner: Name, _ whereabouts: Whereabouts, at now: Timestamp) -> Kinds {
        guard let surroundings = owners[owner] else {
            var first = Surroundings(whereabouts: whereabouts)
            first.take(whereabouts)
            owners[owner] = first
            return []
        }
        let before = surroundings.whereabouts
        if let before, before.time > whereabouts.time { return [] }
        owners[owner]?.take(whereabouts)
        guard !surroundings.entries.isEmpty else { return [] }
        let kinds = kinds(changedFrom: surroundings, of: owner, at: now)
        if kinds.isEmpty { return [] }
        if kinds.contains(.time) { owners[owner]?.sunAt = whereabouts.coordinate }
        var margin = Margin()
        for number in surroundings.entries where entries[number]?.conditions.followsOwner == true {
            stand(number, within: &margin, at: now)
        }
        owners[owner]?.calm = margin.calm(around: whereabouts)
        return kinds
    }

    /// What a new position can change; nothing for most of them.
    private func kinds(
        changedFrom former: Surroundings, of owner: Name, at now: Timestamp
    ) -> Kinds {
        guard let before = former.whereabouts, let surroundings = owners[owner],
            let whereabouts = surroundings.whereabouts
        else { return .all }
        // One that did not count any more has left everything about places unknown.
        if before.time.advanced(by: PlaceCondition.oldest) <= now { return .all }
        var kinds: Kinds = []
        let new = whereabouts.coordinate
        if former.weatherCell != surroundings.weatherCell { kinds.insert(.weather) }
        if former.spotsCell != surroundings.spotsCell { kinds.insert(.place) }
        // 5 km to the east let the sun rise 17 s earlier at 50 degrees.
        if surroundings.sunAt.map({ $0.distance(to: new) > 5000 }) ?? true { kinds.insert(.time) }
        if surroundings.calm?.holds(whereabouts) != true { kinds.insert(.place) }
        return kinds
    }

    /// An owner's places are these.
    public mutating func know(_ places: [ItemName: [Area]], of owner: Name, at now: Timestamp) {
        guard owners[owner]?.places ?? [:] != places else { return }
        let before = owners[owner]?.places ?? [:]
        owners[owner, default: Surroundings()].places = places
        owners[owner]?.calm = nil
        let now = begin(now)
        for number in owners[owner]?.entries ?? [] {
            let names = entries[number]?.conditions.placeNames ?? []
            guard names.contains(where: { before[$0] != places[$0] }) else { continue }
            // Nobody has gone anywhere.
            entries[number]?.state.owner = Standing()
            entries[number]?.state.thing = Standing()
            stand(number, at: now)
            look(number, .all, at: now)
        }
    }

    /// How it stands with a thing; nil for one that is no more.
    public mutating func know(_ thing: Thing?, _ device: DeviceID, at now: Timestamp) {
        guard owners[device.owner]?.things[device.device] != thing else { return }
        owners[device.owner, default: Surroundings()].things[device.device] = thing
        let users = entries(about: device)
        guard !users.isEmpty else { return }
        let now = begin(now)
        for number in users {
            stand(number, at: now)
            look(number, .thing, at: now)
        }
    }

    /// What is known of an owner's calendar.
    public mutating func learn(_ agenda: Known<Agenda>, of owner: Name, at now: Timestamp) {
        guard facts.note(.calendar(owner.text)), owners[owner]?.agenda != agenda else { return }
        owners[owner, default: Surroundings()].agenda = agenda
        let now = begin(now)
        for number in facts.users(of: .calendar(owner.text)) { look(number, .availability, at: now) }
    }

    /// What is known of the weather to come in a cell.
    public mutating func learn(_ forecast: Known<Forecast>, of cell: Cell, at now: Timestamp) {
        guard facts.learn(forecast, cell) else { return }
        let now = begin(now)
        for number in facts.users(of: .weather(cell)) { look(number, .weather, at: now) }
    }

    /// What is known of what there is of a kind around a cell.
    public mutating func learn(_ spots: Known<[Spot]>, of kind: SpotKind, around cell: Cell, at now: Timestamp) {
        guard facts.learn(spots, kind, cell) else { return }
        let now = begin(now)
        for number in facts.users(of: .spots(kind, cell)) {
            if let owner = entries[number]?.id.owner { owners[owner]?.calm = nil }
            stand(number, at: now)
            look(number, .place, at: now)
        }
    }

    /// Its owner has seen it: the occasion counts as done.
    ///
    /// `event` is when that was told which is answered; nil for whatever is told at this moment.
    ///
    /// - Returns: false for a reminder that was not told, is told no more, or was dismissed before, and for an answer to
    ///   what was told on an occasion that is over.
    public mutating func dismiss(_ id: ReminderID, answering event: Timestamp? = nil, at now: Timestamp) -> Bool {
        guard let number = number(of: id), let state = entries[number]?.state, state.isOccasion(of: event),
            state.dismissed == nil
        else { return false }
        entries[number]?.state.snoozedUntil = nil
        entries[number]?.state.putOff = nil
        entries[number]?.state.dismissed = now
        changes.touched.insert(id)
        return true
    }

    /// Its owner wants to hear of it later: when its conditions come true again or, where `until` is given, then, if
    /// they still hold.
    ///
    /// `event` is when that was told which is answered; nil for whatever is told at this moment.
    ///
    /// - Returns: false for a reminder that was not told, is told no more, or is put off so already; and for an answer to
    ///   what was told on an occasion that is over, or that others have answered for good.
    public mutating func snooze(
        _ id: ReminderID, until: Timestamp? = nil, answering event: Timestamp? = nil, at now: Timestamp
    ) -> Bool {
        guard let number = number(of: id), let state = entries[number]?.state, state.isOccasion(of: event)
        else { return false }
        // What is left on another screen does not take back what somebody has said meanwhile.
        if event != nil, state.dismissed != nil || state.putOff != nil { return false }
        if until == nil, state.putOff != nil { return false }
        entries[number]?.state.snoozedUntil = until
        entries[number]?.state.putOff = until == nil ? now : nil
        entries[number]?.state.dismissed = nil
        changes.touched.insert(id)
        look(number, [], at: begin(now))
        return true
    }
}
