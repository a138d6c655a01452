public import CivilTime
import Tracking

/// One end of a span of the day: a time of day, or sunrise or sunset with an offset.
public enum DayEnd: Hashable, Sendable {
    case clock(ClockTime)
    /// So many minutes after sunrise, at most 12 hours; negative for before.
    case sunrise(minutes: Int)
    /// So many minutes after sunset, at most 12 hours; negative for before.
    case sunset(minutes: Int)

    /// The most minutes between the sun's event and an end.
    public static let most = 720

    /// Why a text is no end of a span.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        public let text: String

        public var description: String {
            "a time of day such as 07:30, sunrise, sunset-30m or sunrise+1h30m (at most 12 hours) is expected, "
                + "found '\(text.excerpt(40))'"
        }
    }

    /// Reads `07:30`, `sunrise`, `sunset-30m`, `sunrise+1h30m`.
    ///
    /// - Throws: ``Invalid`` for anything else.
    public init(_ text: String) throws(Invalid) {
        for (word, make) in [("sunrise", Self.sunrise), ("sunset", Self.sunset)] where text.hasPrefix(word) {
            guard let minutes = Self.minutes(text.dropFirst(word.count)) else { throw Invalid(text: text) }
            self = make(minutes)
            return
        }
        guard let time = ClockTime(text), time.second == 0 else { throw Invalid(text: text) }
        self = .clock(time)
    }

    public var isOfSun: Bool { if case .clock = self { false } else { true } }

    /// `-30m`, `+1h30m`, or nothing.
    private static func minutes(_ text: Substring) -> Int? {
        guard let sign = text.first else { return 0 }
        guard sign == "+" || sign == "-" else { return nil }
        var rest = text.dropFirst()
        var total = 0
        for (unit, factor) in [(Character("h"), 60), ("m", 1)] {
            guard let end = rest.firstIndex(of: unit) else { continue }
            let digits = rest[..<end]
            guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
                let count = Int(digits)
            else { return nil }
            total += count * factor
            rest = rest[rest.index(after: end)...]
        }
        guard rest.isEmpty, text.count > 1, total <= most else { return nil }
        return sign == "-" ? -total : total
    }
}

extension DayEnd: CustomStringConvertible {
    /// As it is read.
    public var description: String {
        switch self {
        case .clock(let time): time.text
        case .sunrise(let minutes): "sunrise" + Self.offset(minutes)
        case .sunset(let minutes): "sunset" + Self.offset(minutes)
        }
    }

    private static func offset(_ minutes: Int) -> String {
        guard minutes != 0 else { return "" }
        let (hours, rest) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
        return (minutes < 0 ? "-" : "+") + (hours > 0 ? "\(hours)h" : "") + (rest > 0 ? "\(rest)m" : "")
    }
}
