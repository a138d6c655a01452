internal import CivilTime

/// A VTIMEZONE (RFC 5545, section 3.6.5): when the clocks are set, and by how much.
struct ZoneDefinition: Hashable, Sendable {
    /// STANDARD or DAYLIGHT: what the clocks are set to, and when.
    struct Observance: Hashable, Sendable {
        var line: Int
        var start: Int?
        /// Seconds ahead of UTC before and after.
        var from: Int?
        var to: Int?
        var rules: [RecurrenceRule] = []
        var dates: [Int] = []
    }

    var line: Int
    var name = ""
    var observances: [Observance] = []
    var trouble: EventTrouble?

    /// How many a zone may have; those of a hundred years with other rules each year have fewer.
    static let mostObservances = 250
    /// How many times the clocks may be set.
    static let mostTransitions = 5000
    /// 2100-01-01, up to which a rule without an end is followed.
    private static let end = 4_102_444_800

    /// The same, wherever in a file it is.
    var withoutLines: ZoneDefinition {
        var definition = self
        definition.line = 0
        for index in definition.observances.indices { definition.observances[index].line = 0 }
        return definition
    }

    /// The zone, up to the year 2100.
    ///
    /// - Throws: `EventTrouble` where something is missing, or the rules are too many.
    func zone(_ work: inout Work) throws(EventTrouble) -> Zone {
        if let trouble { throw trouble }
        let what = "the time zone \(CalendarText.quoted(name))"
        guard !observances.isEmpty else { throw EventTrouble(line, "\(what) has neither STANDARD nor DAYLIGHT") }
        var table = TransitionTable()
        work.next()
        for observance in observances {
            guard let start = observance.start, let from = observance.from, let to = observance.to else {
                throw EventTrouble(observance.line, "\(what) lacks DTSTART, TZOFFSETFROM or TZOFFSETTO")
            }
            var onsets: Set<Int> = [start]
            onsets.formUnion(observance.dates)
            do throws(TooMuchWork) {
                for rule in observance.rules {
                    var end = Self.end
                    switch rule.until {
                    case .utc(let last)?: end = min(end, last + from + 1)
                    case .local(let last)?: end = min(end, last + 1)
                    case .day(let last)?: end = min(end, (last + 1) * 86_400)
                    case nil: break
                    }
                    let walk = RecurrenceWalk(rule, start: start)
                    onsets.formUnion(try walk.starts(from: start, before: end, atMost: Self.mostTransitions, &work))
                }
            } catch { throw EventTrouble(observance.line, "\(what) has a rule that takes too long to follow") }
            for onset in onsets { table.add(onset - from, from: from, to: to) }
            if table.count > Self.mostTransitions {
                throw EventTrouble(line, "\(what) sets its clocks more than \(Self.mostTransitions) times")
            }
        }
        do throws(ZoneError) { return try Zone(name: name, data: table.bytes()) } catch {
            throw EventTrouble(line, "\(what) cannot be read: \(error)")
        }
    }

    /// Reads a UTC-OFFSET (section 3.3.14), such as `-0500` or `+013045`, in seconds; nil for what is none.
    static func offset(_ text: String) -> Int? {
        let bytes = Array(text.utf8.prefix(8))
        guard bytes.count == 5 || bytes.count == 7, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            let number = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)), number >= 0
        else { return nil }
        let whole = bytes.count == 5 ? number * 100 : number
        let (hours, minutes, seconds) = (whole / 10_000, whole / 100 % 100, whole % 100)
        guard hours < 24, minutes < 60, seconds < 60 else { return nil }
        let offset = (hours * 60 + minutes) * 60 + seconds
        return bytes[0] == UInt8(ascii: "-") ? -offset : offset
    }
}
