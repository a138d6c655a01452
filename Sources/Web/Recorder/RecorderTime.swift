import Tracking

/// Times as clients of the Recorder write them, in UTC.
enum RecorderTime {
    /// Reads a date, a date-time, seconds since 1970, a time before now (`90m`, `6h`, `2d`, `1w`), `now`, `today` or
    /// `yesterday`; nil for anything else.
    ///
    /// Where it ends a span, a whole day or month is in it to its end, and a second to its last millisecond.
    static func read(_ text: String, now: Timestamp, isEnd: Bool) -> Timestamp? {
        let day = Timestamp(milliseconds: now.milliseconds - modulo(now.milliseconds, 86_400_000))
        switch text.lowercased() {
        case "now": return now
        case "today": return isEnd ? now : day
        case "yesterday": return day.advanced(by: isEnd ? .milliseconds(-1) : .seconds(-86_400))
        default: break
        }
        if let age = age(text) { return now.advanced(by: .seconds(-age)) }
        if let seconds = epoch(text) { return Timestamp(milliseconds: seconds * 1000 + (isEnd ? 999 : 0)) }
        return date(text, isEnd: isEnd) ?? dateTime(text, isEnd: isEnd)
    }

    private static func modulo(_ value: Int64, _ divisor: Int64) -> Int64 {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }

    /// Seconds of `6h`, with or without a sign.
    private static func age(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        let body = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard let last = body.last, let unit = units[last], (2...9).contains(body.count),
            body.dropLast().utf8.allSatisfy({ (48...57).contains($0) }), let count = Int64(body.dropLast())
        else { return nil }
        return count * unit
    }

    private static func epoch(_ text: String) -> Int64? {
        guard (9...10).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// `2026-05` or `2026-05-01`.
    private static func date(_ text: String, isEnd: Bool) -> Timestamp? {
        switch text.utf8.count {
        case 7:
            guard let start = moment("\(text)-01T00:00:00Z") else { return nil }
            let (year, month, _) = Timestamp.civil(fromDays: start.milliseconds / 86_400_000)
            let next = month == 12 ? (year + 1, Int64(1)) : (year, month + 1)
            let end = Timestamp.days(fromCivil: next.0, next.1, 1) * 86_400_000 - 1
            return isEnd ? Timestamp(milliseconds: end) : start
        case 10: return moment("\(text)T00:00:00Z")?.advanced(by: .milliseconds(isEnd ? 86_399_999 : 0))
        default: return nil
        }
    }

    /// A date with hours, minutes and seconds as far as they are told; UTC unless an offset is told too.
    private static func dateTime(_ text: String, isEnd: Bool) -> Timestamp? {
        let zoned = Timestamp.restoringPlus(in: text)
        var forms = [zoned, "\(text)Z", "\(text):00Z", "\(text):00:00Z"]
        // An offset right behind the minutes.
        if let sign = zoned.dropFirst(16).first, "+-Zz".contains(sign) {
            forms.append("\(zoned.prefix(16)):00\(zoned.dropFirst(16))")
        }
        guard let time = forms.lazy.compactMap({ moment($0) }).first else { return nil }
        let isWhole = time.milliseconds % 1000 == 0
        return time.advanced(by: .milliseconds(isEnd && isWhole ? 999 : 0))
    }

    private static func moment(_ text: String) -> Timestamp? { Timestamp(rfc3339: text.utf8) }
}
