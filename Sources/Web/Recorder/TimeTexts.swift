import Tracking

/// Writes times to the second as quoted texts; the date is worked out once a day.
struct TimeTexts {
    private var day = Int64.min
    private var date: [UInt8] = []

    /// Appends `"2026-05-28T20:29:40Z"`, with another mark between date and time, or another end.
    mutating func append(_ time: Timestamp, _ between: Unicode.Scalar, _ end: Unicode.Scalar?, to bytes: inout [UInt8])
    {
        let seconds = time.wholeSeconds
        let rest = (seconds % 86_400 + 86_400) % 86_400
        if day != seconds - rest {
            day = seconds - rest
            date = Array(time.rfc3339.prefix(10))
        }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: date)
        bytes.append(UInt8(ascii: between))
        Self.append(rest / 3600, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Self.append(rest / 60 % 60, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Self.append(rest % 60, to: &bytes)
        if let end { bytes.append(UInt8(ascii: end)) }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: 48 + number / 10))
        bytes.append(UInt8(truncatingIfNeeded: 48 + number % 10))
    }
}
