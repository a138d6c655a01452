/// Why nothing of a file is read; one sentence each.
public enum CalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLarge
    /// The file has more events than may be.
    case tooManyEvents
    case tooDeep(line: Int)
    /// A file of UTF-16.
    case wideCharacters
    case webPage
    case xml
    case addressBook
    case notCalendar

    public var description: String {
        switch self {
        case .empty: "this is empty, not a calendar"
        case .tooLarge: "a calendar of at most \(CalendarFile.mostBytes >> 20) MiB is expected"
        case .tooManyEvents: "a calendar of at most \(CalendarFile.mostEvents) events is expected"
        case .tooDeep(let line):
            "line \(line): components are more than \(CalendarReader.deepest) deep in each other, as in no calendar"
        case .wideCharacters: "this file is written in UTF-16; export the calendar in UTF-8"
        case .webPage: "this is a web page (HTML), not a calendar"
        case .xml: "this is XML, not a calendar"
        case .addressBook: "this is an address book (vCard), not a calendar"
        case .notCalendar: "this is not a calendar: there is no BEGIN:VCALENDAR in it"
        }
    }

    /// What a file is that is none by its beginning; nil for one that may be.
    init?(lookingAt bytes: [UInt8]) {
        let head = bytes.prefix(4096)
        let text = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.map { $0 | 0x20 }
        guard let first = text.first else {
            if bytes.count == head.count { self = .empty } else { self = .notCalendar }
            return
        }
        let word = String(decoding: text, as: UTF8.self)
        if first == UInt8(ascii: "<") {
            self = word.contains("<html") || word.contains("<!doctype html") ? .webPage : .xml
        } else if word.hasPrefix("begin:vcard") {
            self = .addressBook
        } else {
            return nil
        }
    }
}
