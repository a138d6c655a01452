public import Calendars
public import Tracking

extension ReminderEngine {
    /// What has to be found out elsewhere for those that are switched on.
    public var needs: [Need] { facts.needs }

    /// Whether that has become other since it was last asked.
    public mutating func takeNeedsChanged() -> Bool { facts.takeChanged() }

    /// An owner's phone was somewhere. One that is older than the last known says nothing.
    public mutating func moved(_ owner: Name, to whereabouts: Whereabouts, at now: Timestamp) {
        guard let surroundings = owners[owner] else {
            owners[owner] = Surroundings(whereabouts: whereabouts)
            return
        }
        let before = surroundings.whereabouts
        if let before, before.time > whereabouts.time { return }
        owners[owner]?.whereabouts = whereabouts
        guard !surroundings.entries.isEmpty else { return }
        let kinds = kinds(changedBy: whereabouts, from: before, surroundings)
        if kinds.isEmpty { return }
        let now = begin(now)
        if kinds.contains(.time) { owners[owner]?.sunAt = whereabouts.coordinate }
        var margin = Margin()
        for number in surroundings.entries {
            guard let entry = entries[number], entry.conditions.followsOwner else { continue }
            stand(number, within: &margin)
            look(number, kinds, at: now)
        }
        owners[owner]?.calm = margin.calm(around: whereabouts)
    }

    /// What a new position can change; nothing for most of them.
    private func kinds(
        changedBy whereabouts: Whereabouts, from before: Whereabouts?, _ surroundings: Surroundings
    ) -> Kinds {
        guard let before else { return .all }
        var kinds: Kinds = []
        let (old, new) = (before.coordinate, whereabouts.coordinate)
        if Cell.weather(of: old) != Cell.weather(of: new) { kinds.insert(.weather) }
        if Cell.spots(of: old) != Cell.spots(of: new) { kinds.insert(.place) }
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
            stand(number)
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
            stand(number)
            look(number, .thing, at: now)
        }
    }

    /// What is known of an owner's calendar.
    public mutating func learn(_ agenda: Known<Agenda>, of owner: Name, at now: Timestamp) {
        guard owners[owner]?.agenda ?? .off != agenda else { return }
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
            stand(number)
            look(number, .place, at: now)
        }
    }

    /// Its owner has seen it: the occasion counts as done.
    ///
    /// - Returns: false for a reminder that was not told, or is told no more.
    public mutating func dismiss(_ id: ReminderID) -> Bool {
        guard let number = number(of: id), entries[number]?.state.told != nil else { return false }
        entries[number]?.state.snoozedUntil = nil
        changes.touched.insert(id)
        return true
    }

    /// Its owner wants to hear of it later: when its conditions come true again or, where `until` is given, then, if
    /// they still hold.
    ///
    /// - Returns: false for a reminder that was not told, or is told no more.
    public mutating func snooze(_ id: ReminderID, until: Timestamp? = nil, at now: Timestamp) -> Bool {
        guard let number = number(of: id), entries[number]?.state.told != nil else { return false }
        entries[number]?.state.snoozedUntil = until
        changes.touched.insert(id)
        look(number, [], at: begin(now))
        return true
    }
}
