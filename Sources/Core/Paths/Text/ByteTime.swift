import JSON
public import Tracking

/// Moments as GPX writes them, read from bytes.
public enum ByteTime {
    /// The moment that the bytes spell, blanks around it allowed; nil when they spell none.
    ///
    /// RFC 3339; a time without an offset is UTC, as GPX says.
    public static func timestamp(_ bytes: Span<UInt8>) -> Timestamp? {
        var start = 0
        var end = bytes.count
        while start < end, ByteNumber.isBlank(bytes[start]) { start += 1 }
        while end > start, ByteNumber.isBlank(bytes[end - 1]) { end -= 1 }
        let text = bytes.extracting(start..<end)
        return common(text) ?? any(text)
    }

    /// A day, and how it is written: a recording has the same one in thousands of times, one after the other.
    struct Day {
        /// `YYYY-MM-` and the day in two digits; of no day as long as they are zero.
        fileprivate var (text, digits): (UInt64, UInt16) = (0, 0)
        /// Its first millisecond.
        fileprivate var start: Int64 = 0
    }

    /// The moment that the bytes spell, as ``timestamp(_:)`` reads it.
    ///
    /// - Parameters:
    ///   - bytes: The text, blanks around it allowed.
    ///   - day: The one of the last such moment, which is compared rather than read again.
    /// - Returns: The moment; nil when they spell none.
    static func timestamp(_ bytes: Span<UInt8>, day: inout Day) -> Timestamp? {
        guard bytes.count == 20, bytes[19] == UInt8(ascii: "Z") else { return timestamp(bytes) }
        let text = unsafe bytes.bytes.unsafeLoadUnaligned(as: UInt64.self)
        let digits = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt16.self)
        if text == day.text, digits == day.digits, bytes[10] == UInt8(ascii: "T"), let time = timeOfDay(bytes) {
            return Timestamp(milliseconds: day.start + time * 1000)
        }
        guard let moment = common(bytes), let time = timeOfDay(bytes) else { return timestamp(bytes) }
        (day.text, day.digits, day.start) = (text, digits, moment.milliseconds - time * 1000)
        return moment
    }

    /// The second of the day of `YYYY-MM-DDThh:mm:ss`.
    @inline(__always)
    private static func timeOfDay(_ bytes: Span<UInt8>) -> Int64? {
        guard bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let hour = digits(bytes, 11, 2), hour < 24, let minute = digits(bytes, 14, 2), minute < 60,
            let second = digits(bytes, 17, 2), second < 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// `YYYY-MM-DDThh:mm:ssZ` or with three digits of a fraction, on days that every month has.
    private static func common(_ bytes: Span<UInt8>) -> Timestamp? {
        let count = bytes.count
        guard count == 20 || count == 24, bytes[count - 1] == UInt8(ascii: "Z") else { return nil }
        guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
            count == 20 || bytes[19] == UInt8(ascii: "."),
            let year = digits(bytes, 0, 4), let month = digits(bytes, 5, 2), (1...12).contains(month),
            let day = digits(bytes, 8, 2), (1...28).contains(day), let time = timeOfDay(bytes),
            let fraction = count == 20 ? 0 : digits(bytes, 20, 3)
        else { return nil }
        let seconds = Timestamp.days(fromCivil: year, month, day) * 86_400 + time
        return Timestamp(milliseconds: seconds * 1000 + fraction)
    }

    @inline(__always)
    private static func digits(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int64? {
        var value: Int64 = 0
        for index in start..<start + count {
            let digit = bytes[index] &- 48
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int64(digit)
        }
        return value
    }

    private static func any(_ bytes: Span<UInt8>) -> Timestamp? {
        var text: [UInt8] = []
        for index in bytes.indices { text.append(bytes[index]) }
        return Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + [UInt8(ascii: "Z")])
    }
}
