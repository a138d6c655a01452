internal import CivilTime

/// A DATE or DATE-TIME as it is written (RFC 5545, sections 3.3.4 and 3.3.5): `19970714`, `19970714T133000`, with `Z` in UTC.
struct LocalTime: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case date, local, utc }

    let kind: Kind
    /// Seconds since 1970 as if it were UTC; of a date those of its midnight.
    let seconds: Int

    /// Days since 1970.
    var day: Int { seconds.floored(by: 86_400) }

    /// Reads one; nil for what is no date, such as the 30th of February, or no time.
    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(17))
        guard bytes.count >= 8, let year = Self.digits(bytes[0..<4]), let month = Self.digits(bytes[4..<6]),
            let day = Self.digits(bytes[6..<8]), let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        let midnight = date.daysSince1970 * 86_400
        if bytes.count == 8 {
            (kind, seconds) = (.date, midnight)
            return
        }
        guard (15...16).contains(bytes.count), bytes[8] & 0xDF == UInt8(ascii: "T"),
            let hour = Self.digits(bytes[9..<11]), let minute = Self.digits(bytes[11..<13]),
            let second = Self.digits(bytes[13..<15]), hour < 24, minute < 60, second <= 60
        else { return nil }
        if bytes.count == 16, bytes[15] & 0xDF != UInt8(ascii: "Z") { return nil }
        kind = bytes.count == 16 ? .utc : .local
        // A leap second is the one before it (section 3.3.12).
        seconds = midnight + hour * 3600 + minute * 60 + min(second, 59)
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }
}
