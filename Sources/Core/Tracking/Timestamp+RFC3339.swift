extension Timestamp: CustomStringConvertible {
    /// RFC 3339 in UTC with milliseconds: `2026-05-01T09:00:00.000Z`.
    public var description: String { String(decoding: rfc3339, as: UTF8.self) }

    /// The 24 ASCII bytes of ``description``.
    public var rfc3339: [UInt8] {
        let days = milliseconds.floorDivided(by: 86_400_000)
        let (year, month, day) = Self.civil(fromDays: days)
        var rest = milliseconds - days * 86_400_000
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        bytes.append(year, digits: 4, then: "-")
        bytes.append(month, digits: 2, then: "-")
        bytes.append(day, digits: 2, then: "T")
        for (unit, end) in [(3_600_000, ":"), (60_000, ":"), (1000, ".")] as [(Int64, Unicode.Scalar)] {
            bytes.append(rest / unit, digits: 2, then: end)
            rest %= unit
        }
        bytes.append(rest, digits: 3, then: "Z")
        return bytes
    }

    /// Reads an RFC 3339 date-time, with any fraction and any offset; nil when it is not one.
    ///
    /// The date must exist; the time may be 24:00:00's neighbour `23:59:60` (read as the next second). A lower-case
    /// `t` or `z`, or a blank in place of the `T`, is accepted as the RFC allows.
    public init?(rfc3339 text: some Collection<UInt8>) {
        var reader = DigitReader(bytes: Array(text))
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), reader.skip(":"),
            let second = reader.number(2)
        else { return nil }
        let fraction = reader.skip(".") ? reader.fraction() : 0
        guard let fraction, let offset = reader.offset(), reader.isAtEnd,
            (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let seconds = hour * 3600 + minute * 60 + second - offset * 60
        self.init(milliseconds: (Self.days(fromCivil: year, month, day) * 86_400 + seconds) * 1000 + fraction)
    }

    /// Reads an RFC 3339 date-time; nil when it is not one.
    public init?(_ text: some StringProtocol) { self.init(rfc3339: Array(text.utf8)) }

    /// The text of a date-time as it stood in a query or a form, where the plus of an offset that nobody percent-encoded
    /// has become a blank.
    ///
    /// The first eleven characters are the date and the `T`, or the blank in its place.
    public static func restoringPlus(in text: String) -> String {
        String(text.prefix(11)) + text.dropFirst(11).replacing(" ", with: "+")
    }

    // Both conversions are Howard Hinnant's algorithms ("chrono-Compatible Low-Level Date Algorithms").

    /// The date of a day that many days after 1970-01-01, in the proleptic Gregorian calendar.
    public static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// Days from 1970-01-01 to a date of the proleptic Gregorian calendar.
    public static func days(fromCivil year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.floorDivided(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Walks over digits and separators of a date.
private struct DigitReader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func number(_ digits: Int) -> Int64? {
        guard position + digits <= bytes.count else { return nil }
        var value: Int64 = 0
        for byte in bytes[position..<position + digits] {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 48)
        }
        position += digits
        return value
    }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    /// Milliseconds of a fraction of any length; what is finer is cut off.
    mutating func fraction() -> Int64? {
        var milliseconds: Int64 = 0
        var digits = 0
        while position < bytes.count, (48...57).contains(bytes[position]) {
            if digits < 3 { milliseconds = milliseconds * 10 + Int64(bytes[position] - 48) }
            digits += 1
            position += 1
        }
        guard digits > 0 else { return nil }
        for _ in digits..<max(3, digits) { milliseconds *= 10 }
        return milliseconds
    }

    /// Minutes east of Greenwich.
    mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int64 = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60 else {
            return nil
        }
        return sign * (hours * 60 + minutes)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: Int64, digits: Int, then end: Unicode.Scalar) {
        var divisor: Int64 = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(truncatingIfNeeded: number / divisor % 10) + 48)
            divisor /= 10
        }
        append(UInt8(ascii: end))
    }
}
