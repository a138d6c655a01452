internal import CivilTime

/// Reads a file line by line: which component begins and ends where, and what of them is an event.
struct CalendarReader {
    /// How deep components may be in each other; those of the standard are three.
    static let deepest = 16

    /// What a component is to a reader of events.
    private enum Scope { case calendar, event, zone, observance, other }

    private var stack: [(scope: Scope, name: String, line: Int)] = []
    private var names: ZoneNames
    private var event: EventReader?
    private var zone: ZoneReader?
    /// What is known of the VCALENDAR so far.
    private var method = ""
    private var definitions: [ZoneDefinition] = []
    private var firstEvent = 0

    private(set) var hasBegun = false
    private(set) var name: String?
    private(set) var events: [CalendarEvent] = []
    private(set) var problems = ProblemList()
    /// What is left for finding out when events are, after the file's own time zones.
    private(set) var shared: SharedReading
    var zones: [Zone] { names.zones }

    init(_ database: ZoneDatabase, _ shared: SharedReading) { (names, self.shared) = (ZoneNames(database), shared) }

    /// Takes a line.
    ///
    /// - Throws: `CalendarError` where the file is no longer read.
    mutating func take(_ raw: RawLine) throws(CalendarError) {
        guard let name = raw.name else { return }
        switch name {
        case .begin: try begin(raw)
        case .end: try end(raw)
        default:
            switch stack.last?.scope {
            case .calendar: ofCalendar(raw, name)
            case .event: event?.take(raw, name, &names)
            case .zone, .observance: zone?.take(raw, name)
            case .other, nil: break
            }
        }
    }

    private mutating func ofCalendar(_ raw: RawLine, _ name: PropertyName) {
        guard let line = try? CalendarLine(raw, name) else { return }
        switch name {
        case .method: method = line.word.uppercased()
        case .calendarName, .name: if self.name == nil { self.name = CalendarText.oneLine(line.value) }
        default: break
        }
    }

    private mutating func begin(_ raw: RawLine) throws(CalendarError) {
        guard let line = try? CalendarLine(raw, .begin) else { return }
        guard stack.count < Self.deepest else { throw .tooDeep(line: raw.number) }
        let name = String(line.word.uppercased().prefix(60))
        var scope = Scope.other
        switch (name, stack.last?.scope) {
        case ("VCALENDAR", nil):
            scope = .calendar
            hasBegun = true
            (method, definitions, firstEvent) = ("", [], events.count)
        case ("VEVENT", .calendar):
            scope = .event
            event = EventReader(line: raw.number)
        case ("VTIMEZONE", .calendar):
            scope = .zone
            zone = ZoneReader(line: raw.number)
        case ("STANDARD", .zone), ("DAYLIGHT", .zone):
            scope = .observance
            zone?.begin(line: raw.number)
        default: break
        }
        stack.append((scope, name, raw.number))
    }

    private mutating func end(_ raw: RawLine) throws(CalendarError) {
        guard let line = try? CalendarLine(raw, .end) else { return }
        let name = line.word.uppercased()
        guard let begin = stack.lastIndex(where: { $0.name == name }) else {
            problems.add(raw.number, "END:\(name.excerpt) ends nothing that has begun")
            return
        }
        while stack.count > begin + 1 { try leave(complete: false) }
        try leave(complete: true)
    }

    /// Leaves the innermost component; one that has not ended is told of.
    private mutating func leave(complete: Bool) throws(CalendarError) {
        guard let (scope, name, line) = stack.popLast() else { return }
        if !complete, scope != .other { problems.add(line, "\(name) begins here and does not end") }
        switch scope {
        case .event:
            if complete { try keepEvent() }
            event = nil
        case .observance: zone?.end()
        case .zone:
            // As many as are looked up.
            if let zone, definitions.count < ZoneNames.most { definitions.append(zone.definition) }
            zone = nil
        case .calendar: finish()
        case .other: break
        }
    }

    private mutating func keepEvent() throws(CalendarError) {
        guard events.count < CalendarFile.mostEvents else { throw .tooManyEvents }
        do throws(EventTrouble) {
            if let event = try event?.event(&names) { events.append(event) }
        } catch { problems.add(error.line, error.text) }
    }

    /// Ends what the end of the file leaves open.
    mutating func end() throws(CalendarError) {
        while !stack.isEmpty { try leave(complete: false) }
    }

    /// Ends a VCALENDAR: only now all its time zones are known.
    private mutating func finish() {
        let unknown = names.resolve(definitions, &shared)
        for trouble in names.troubles { problems.add(trouble.line, trouble.text) }
        names.clearTroubles()
        let table = ZoneTable(zones: names.zones, floating: .utc)
        var kept: [CalendarEvent] = []
        for var event in events[firstEvent...] {
            if !unknown.isEmpty { event.float(unknown) }
            switch method {
            case "CANCEL": event.isCancelled = true
            case "REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER":
                problems.add(event.line, "a message of METHOD \(method) has no event of the calendar's own")
                continue
            default: break
            }
            if let trouble = event.trouble(table) { problems.add(event.line, trouble) } else { kept.append(event) }
        }
        events.replaceSubrange(firstEvent..., with: kept)
        firstEvent = events.count
    }
}

extension CalendarEvent {
    /// What is wrong with its end; nil for nothing.
    fileprivate func trouble(_ table: ZoneTable) -> String? {
        guard case .until(let end) = length else { return nil }
        let seconds = table.second(end) - table.second(start)
        if seconds < 0 { return "the event ends before it begins" }
        return seconds > EventLength.mostDays * 86_400 ? "the event is longer than a hundred years" : nil
    }

    /// Makes times of zones that nobody knows local ones.
    fileprivate mutating func float(_ unknown: Set<Int>) {
        func floated(_ time: EventTime) -> EventTime {
            guard case .zone(let number) = time.place, unknown.contains(number) else { return time }
            return EventTime(local: time.local, isDate: time.isDate, place: .floating)
        }
        func floated(_ length: Length) -> Length {
            if case .until(let end) = length { .until(floated(end)) } else { length }
        }
        start = floated(start)
        length = floated(length)
        added = added.map { Added(start: floated($0.start), length: $0.length.map { floated($0) }) }
        exceptions = exceptions.map { floated($0) }
        recurrenceID = recurrenceID.map { floated($0) }
    }
}

extension String {
    fileprivate var excerpt: String { CalendarText.quoted(self) }
}
