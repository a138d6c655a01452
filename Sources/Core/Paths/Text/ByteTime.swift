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

    /// `YYYY-MM-DDThh:mm:ssZ` or with three digits of a fraction, on days that every month has.
    private static func common(_ bytes: Span<UInt8>) -> Timestamp? {
        let count = bytes.count
        guard count == 20 || count == 24, bytes[count - 1] == UInt8(ascii: "Z") else { return nil }
        guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            count == 20 || bytes[19] == UInt8(ascii: "."),
            let year = digits(bytes, 0, 4), let month = digits(bytes, 5, 2), (1...12).contains(month),
            let day = digits(bytes, 8, 2), (1...28).contains(day), let hour = digits(bytes, 11, 2), hour < 24,
            let minute = digits(bytes, 14, 2), minute < 60, let second = digits(bytes, 17, 2), second < 60,
            let fraction = count == 20 ? 0 : digits(bytes, 20, 3)
        else { return nil }
        let seconds = Timestamp.days(fromCivil: year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
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
