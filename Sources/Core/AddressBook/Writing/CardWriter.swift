/// Writes cards as a vCard file.
public enum CardWriter {
    /// What version is written.
    public enum Version: String, Hashable, Sendable, CaseIterable {
        case v3 = "3.0"
        case v4 = "4.0"
    }

    /// How long a line is at most, in bytes, before it goes on in the next one (RFC 6350, section 3.2).
    static let longestLine = 75

    /// The file of some cards; empty for none.
    public static func bytes(of cards: [ContactCard], _ version: Version = .v4) -> [UInt8] {
        var bytes: [UInt8] = []
        for card in cards { write(card, version, to: &bytes) }
        return bytes
    }

    private static func write(_ card: ContactCard, _ version: Version, to bytes: inout [UInt8]) {
        func line(_ text: String) { bytes += folded(Array(text.utf8)) }
        line("BEGIN:VCARD")
        line("VERSION:\(version.rawValue)")
        if !card.uid.isEmpty { line("\(version == .v4 ? "UID;VALUE=text" : "UID"):\(escaped(card.uid))") }
        line("FN:\(escaped(card.name))")
        // Which of its words is the family's cannot be known; programs that show this show all of it.
        line("N:;\(escaped(card.name));;;")
        if !card.organization.isEmpty { line("ORG:\(escaped(card.organization))") }
        if !card.school.isEmpty { line("X-SCHOOL:\(escaped(card.school))") }
        if !card.town.isEmpty { line("ADR:;;;\(escaped(card.town));;;") }
        for (place, entry) in card.entries.enumerated() {
            let group = entry.label.isEmpty ? "" : "item\(place + 1)."
            line("\(group)\(property(entry))")
            if !group.isEmpty { line("\(group)X-ABLABEL:\(escaped(entry.label))") }
        }
        line("END:VCARD")
    }

    private static func property(_ entry: ContactCard.Entry) -> String {
        let type =
            switch entry.place {
            case nil: ""
            case .home: ";TYPE=home"
            case .work: ";TYPE=work"
            case .school: ";TYPE=x-school"
            }
        let value = escaped(entry.value)
        return switch entry.kind {
        case .phone: "TEL\(type):\(value)"
        case .mail: "EMAIL\(type):\(value)"
        // All of it as the street: it is one text.
        case .address: "ADR\(type):;;\(value);;;;"
        }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ",", ";":
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            case "\n": escaped += "\\n"
            case "\r": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A line with its end, on as many as it takes: no character is taken apart.
    static func folded(_ line: [UInt8]) -> [UInt8] {
        var (bytes, room, position): ([UInt8], Int, Int) = ([], longestLine, 0)
        while line.count - position > room {
            var end = position + room
            while end > position, line[end] & 0xC0 == 0x80 { end -= 1 }
            bytes += line[position..<end] + [0x0D, 0x0A, 0x20]
            (position, room) = (end, longestLine - 1)
        }
        return bytes + line[position...] + [0x0D, 0x0A]
    }
}
