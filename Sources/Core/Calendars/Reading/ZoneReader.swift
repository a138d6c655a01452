internal import ContentLines

/// Reads the lines of one VTIMEZONE.
struct ZoneReader {
    private(set) var definition: ZoneDefinition
    private var observance: ZoneDefinition.Observance?

    init(line: Int) { definition = ZoneDefinition(line: line) }

    /// Begins with STANDARD or DAYLIGHT.
    mutating func begin(line: Int) { observance = ZoneDefinition.Observance(line: line) }

    /// Ends it.
    mutating func end() {
        guard let observance else { return }
        if definition.observances.count < ZoneDefinition.mostObservances {
            definition.observances.append(observance)
        } else {
            let text = "the time zone has more than \(ZoneDefinition.mostObservances) observances"
            definition.trouble = EventTrouble(observance.line, text)
        }
        self.observance = nil
    }

    /// Takes a line; what is wrong with it matters only where the zone is needed.
    mutating func take(_ raw: RawLine, _ name: PropertyName) {
        do throws(EventTrouble) {
            let line = try CalendarLine(raw, name)
            if observance == nil {
                if name == .zoneID { definition.name = line.value }
            } else {
                try take(line)
            }
        } catch { definition.trouble = definition.trouble ?? error }
    }

    private mutating func take(_ line: CalendarLine) throws(EventTrouble) {
        switch line.name {
        case .start: observance?.start = try Self.time(line, line.value[...])
        case .offsetFrom: observance?.from = try Self.offset(line)
        case .offsetTo: observance?.to = try Self.offset(line)
        case .rule:
            do throws(RuleTrouble) { observance?.rules.append(try RecurrenceRule(line.word)) } catch {
                throw EventTrouble(line.number, error.text)
            }
        case .dates:
            for item in line.value.split(separator: ",") { observance?.dates.append(try Self.time(line, item)) }
        default: break
        }
        if let observance,
            observance.rules.count > EventReader.mostRules
                || observance.dates.count > ZoneDefinition.mostTransitions
        {
            throw EventTrouble(line.number, "the time zone has too many rules or dates")
        }
    }

    private static func time(_ line: CalendarLine, _ text: Substring) throws(EventTrouble) -> Int {
        guard let time = LocalTime(ContentText.trimmed(text)) else {
            let text = "\(line.name.rawValue) is no date or time: \(CalendarText.quoted(line.value))"
            throw EventTrouble(line.number, text)
        }
        return time.seconds
    }

    private static func offset(_ line: CalendarLine) throws(EventTrouble) -> Int {
        guard let offset = ZoneDefinition.offset(line.word) else {
            let text = "\(line.name.rawValue) is no offset such as +0100: \(CalendarText.quoted(line.value))"
            throw EventTrouble(line.number, text)
        }
        return offset
    }
}
