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

    private static let byBytes = allCases.map { (bytes: Array($0.rawValue.utf8), name: $0) }

    /// The one that some bytes spell, in letters of either case; nil for none.
    init?(_ bytes: ArraySlice<UInt8>) {
        for (known, name) in Self.byBytes where known.count == bytes.count {
            if zip(known, bytes).allSatisfy({ $0 == ((0x61...0x7A).contains($1) ? $1 - 0x20 : $1) }) {
                self = name
                return
            }
        }
        return nil
    }
}

/// A line taken apart: `NAME;PARAMETER=VALUE:VALUE`.
struct ContentLine: Sendable {
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
        var position = name.rawValue.utf8.count
        var parameters: [(name: String, value: String)] = []
        while position < bytes.count, bytes[position] == UInt8(ascii: ";") {
            parameters.append(try Self.parameter(bytes, &position, raw.number, name))
        }
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
            throw EventTrouble(raw.number, "\(name.rawValue) has no value: a ':' is missing")
        }
        value = CalendarText.decoded(bytes[(position + 1)...])
        for (name, value) in parameters {
            switch name {
            case "TZID": zone = value
            case "VALUE": type = value.uppercased()
            case "RANGE": isThisAndFuture = value.uppercased() == "THISANDFUTURE"
            default: break
            }
        }
    }

    /// The parameter behind a `;`; the position is then at the next `;` or the `:`.
    private static func parameter(
        _ bytes: [UInt8], _ position: inout Int, _ line: Int, _ property: PropertyName
    ) throws(EventTrouble) -> (name: String, value: String) {
        position += 1
        var (name, text): (String?, [UInt8]) = (nil, [])
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                guard let end = bytes[(position + 1)...].firstIndex(of: byte) else {
                    throw EventTrouble(line, "a quote in \(property.rawValue) does not end")
                }
                text += bytes[(position + 1)..<end]
                position = end
            case UInt8(ascii: "=") where name == nil:
                name = String(decoding: text, as: UTF8.self).uppercased()
                text = []
            case UInt8(ascii: ";"), UInt8(ascii: ":"):
                return (name ?? "", CalendarText.parameter(CalendarText.decoded(text[...])))
            default: text.append(byte)
            }
            position += 1
        }
        throw EventTrouble(line, "\(property.rawValue) has no value: a ':' is missing")
    }

    /// The value without spaces around it, for what is no text.
    var word: String { CalendarText.trimmed(value) }
}

/// Why something of a file is left out: a line, and the rest of the sentence.
struct EventTrouble: Error, Hashable, Sendable {
    let line: Int
    let text: String

    init(_ line: Int, _ text: String) { (self.line, self.text) = (line, text) }
}
