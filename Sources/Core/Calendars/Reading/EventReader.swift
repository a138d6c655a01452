internal import ContentLines

/// Reads the lines of one VEVENT.
struct EventReader {
    private let begin: Int
    private(set) var trouble: EventTrouble?
    private var lines: [PropertyName: CalendarLine] = [:]
    private var count = 0
    private var rules: [RecurrenceRule] = []
    private var exceptionRules: [RecurrenceRule] = []
    private var added: [CalendarEvent.Added] = []
    private var exceptions: [EventTime] = []

    /// How many properties that are read an event may have.
    static let mostProperties = 10_000
    /// How many rules.
    static let mostRules = 10

    init(line: Int) { begin = line }

    /// Takes a line of it; what is wrong with it is told at the end.
    mutating func take(_ raw: RawLine, _ name: PropertyName, _ names: inout ZoneNames) {
        guard trouble == nil else { return }
        do throws(EventTrouble) {
            count += 1
            if count > Self.mostProperties {
                throw EventTrouble(raw.number, "the event has more than \(Self.mostProperties) properties")
            }
            try take(try CalendarLine(raw, name), &names)
        } catch { trouble = error }
    }

    private mutating func take(_ line: CalendarLine, _ names: inout ZoneNames) throws(EventTrouble) {
        switch line.name {
        case .rule: rules.append(try rule(line))
        case .exceptionRule: exceptionRules.append(try rule(line))
        case .exceptions:
            for item in line.value.split(separator: ",") { exceptions.append(try Self.time(line, item, &names)) }
        case .dates:
            for item in line.value.split(separator: ",") { added.append(try Self.added(line, item, &names)) }
        // The first one counts, where a property is there twice that may be there once.
        default: if lines[line.name] == nil { lines[line.name] = line }
        }
    }

    private func rule(_ line: CalendarLine) throws(EventTrouble) -> RecurrenceRule {
        if rules.count + exceptionRules.count >= Self.mostRules {
            throw EventTrouble(line.number, "the event has more than \(Self.mostRules) rules")
        }
        do throws(RuleTrouble) { return try RecurrenceRule(line.word) } catch {
            throw EventTrouble(line.number, error.text)
        }
    }

    /// The event, when all its lines are there.
    ///
    /// - Throws: `EventTrouble` with what was wrong first.
    func event(_ names: inout ZoneNames) throws(EventTrouble) -> CalendarEvent {
        if let trouble { throw trouble }
        guard let line = lines[.start] else { throw EventTrouble(begin, "the event has no DTSTART") }
        let start = try Self.time(line, line.value[...], &names)
        var event = CalendarEvent(line: begin, start: start, length: try length(from: start, &names))
        event.uid = String(CalendarText.oneLine(lines[.uid]?.value ?? ""))
        event.title = CalendarText.oneLine(lines[.summary]?.value ?? "")
        let location = CalendarText.oneLine(lines[.location]?.value ?? "")
        event.location = location.isEmpty ? nil : location
        event.isCancelled = lines[.status]?.word.uppercased() == "CANCELLED"
        event.isBusy = lines[.transparency]?.word.uppercased() != "TRANSPARENT"
        // As Outlook says it, in files that have no TRANSP for it.
        if lines[.transparency] == nil, lines[.busyStatus]?.word.uppercased() == "FREE" { event.isBusy = false }
        event.sequence = lines[.sequence].flatMap { Int($0.word) } ?? 0
        event.stamp = lines[.stamp].flatMap { LocalTime($0.word)?.seconds } ?? .min
        (event.rules, event.exceptionRules, event.added, event.exceptions) = (rules, exceptionRules, added, exceptions)
        if let line = lines[.recurrenceID] {
            event.recurrenceID = try Self.time(line, line.value[...], &names)
            event.isThisAndFuture = line.isThisAndFuture
        }
        return event
    }

    private func length(from start: EventTime, _ names: inout ZoneNames) throws(EventTrouble) -> CalendarEvent.Length {
        if let line = lines[.finish] {
            let end = try Self.time(line, line.value[...], &names)
            // Some programs write the day itself for an event of one day.
            if start.isDate, end.isDate, end.local == start.local { return .length(EventLength(days: 1)) }
            return .until(end)
        }
        if let line = lines[.duration] {
            guard let length = EventLength(line.word) else {
                throw EventTrouble(line.number, "DURATION is no length of an event: \(CalendarText.quoted(line.value))")
            }
            return .length(length)
        }
        return .length(EventLength(days: start.isDate ? 1 : 0))
    }

    /// A DATE or DATE-TIME of a line.
    private static func time(
        _ line: CalendarLine, _ text: Substring, _ names: inout ZoneNames
    ) throws(EventTrouble) -> EventTime {
        let text = ContentText.trimmed(text)
        guard let time = LocalTime(text) else {
            throw EventTrouble(line.number, "\(line.name.rawValue) is no date or time: \(CalendarText.quoted(text))")
        }
        switch time.kind {
        case .date: return EventTime(local: time.seconds, isDate: true, place: .floating)
        case .utc: return EventTime(local: time.seconds, isDate: false, place: .utc)
        case .local:
            // A time where a date was promised is that of a program that counts its days so.
            if line.type == "DATE" { return EventTime(local: time.day * 86_400, isDate: true, place: .floating) }
            let place = line.zone.map { names.place($0, line: line.number) } ?? .floating
            return EventTime(local: time.seconds, isDate: false, place: place)
        }
    }

    /// A DATE, DATE-TIME or PERIOD of RDATE.
    private static func added(
        _ line: CalendarLine, _ text: Substring, _ names: inout ZoneNames
    ) throws(EventTrouble) -> CalendarEvent.Added {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard let first = parts.first else { throw EventTrouble(line.number, "RDATE has an empty date") }
        let start = try time(line, first, &names)
        guard parts.count == 2 else { return CalendarEvent.Added(start: start, length: nil) }
        if let length = EventLength(ContentText.trimmed(parts[1])) {
            return CalendarEvent.Added(start: start, length: .length(length))
        }
        return CalendarEvent.Added(start: start, length: .until(try time(line, parts[1], &names)))
    }
}
