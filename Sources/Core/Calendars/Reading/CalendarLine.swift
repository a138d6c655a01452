internal import ContentLines

/// What is read of a calendar.
enum PropertyName: String, CaseIterable, Sendable {
    case begin = "BEGIN"
    case end = "END"
    case method = "METHOD"
    case calendarName = "X-WR-CALNAME"
    case name = "NAME"
    case uid = "UID"
    case summary = "SUMMARY"
    case location = "LOCATION"
    case start = "DTSTART"
    case finish = "DTEND"
    case duration = "DURATION"
    case stamp = "DTSTAMP"
    case sequence = "SEQUENCE"
    case status = "STATUS"
    case transparency = "TRANSP"
    case busyStatus = "X-MICROSOFT-CDO-BUSYSTATUS"
    case rule = "RRULE"
    case exceptionRule = "EXRULE"
    case dates = "RDATE"
    case exceptions = "EXDATE"
    case recurrenceID = "RECURRENCE-ID"
    case zoneID = "TZID"
    case offsetFrom = "TZOFFSETFROM"
    case offsetTo = "TZOFFSETTO"

    private static let all = allCases
    private static let table = NameTable(all.map(\.rawValue))

    /// The one that some bytes spell, in letters of either case; nil for none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let place = Self.table.place(of: bytes) else { return nil }
        self = Self.all[place]
    }
}

/// A line taken apart: `NAME;PARAMETER=VALUE:VALUE`.
struct CalendarLine: Sendable {
    let number: Int
    let name: PropertyName
    private(set) var zone: String?
    /// What VALUE says, in capitals.
    private(set) var type: String?
    private(set) var isThisAndFuture = false
    let value: String

    /// Takes a line apart.
    ///
    /// - Throws: `EventTrouble` for a line without a value, with a quote that does not end, or one that is too long.
    init(_ raw: RawLine, _ name: PropertyName) throws(EventTrouble) {
        (number, self.name) = (raw.number, name)
        guard let bytes = raw.bytes else { throw EventTrouble(raw.number, "\(name.rawValue) is longer than 64 KiB") }
        let parts: LineParts
        do throws(LineParts.Trouble) {
            parts = try LineParts(bytes, from: name.rawValue.utf8.count, commas: false)
        } catch { throw EventTrouble(error, of: name, at: raw.number) }
        value = CalendarText.decoded(parts.value)
        for parameter in parts.parameters {
            let value = ContentText.parameter(CalendarText.decoded((parameter.values.first ?? [])[...]))
            switch parameter.name {
            case "TZID": zone = value
            case "VALUE": type = value.uppercased()
            case "RANGE": isThisAndFuture = value.uppercased() == "THISANDFUTURE"
            default: break
            }
        }
    }

    /// The value without spaces around it, for what is no text.
    var word: String { ContentText.trimmed(value[...]) }
}

/// Why something of a file is left out: a line, and the rest of the sentence.
struct EventTrouble: Error, Hashable, Sendable {
    let line: Int
    let text: String

    init(_ line: Int, _ text: String) { (self.line, self.text) = (line, text) }

    /// What is wrong with a line of some name.
    init(_ trouble: LineParts.Trouble, of name: PropertyName, at line: Int) {
        switch trouble {
        case .noColon: self.init(line, "\(name.rawValue) has no value: a ':' is missing")
        case .openQuote: self.init(line, "a quote in \(name.rawValue) does not end")
        }
    }
}
