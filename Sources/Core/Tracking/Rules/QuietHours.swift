/// The hours of every day in which only what is critical is told, such as 22:00 to 07:00.
public struct QuietHours: Hashable, Sendable {
    /// Minutes after midnight, local time, 0 to 1439.
    public let start: Int
    /// Minutes after midnight, local time; before ``start`` it is on the next day.
    public let end: Int

    /// Why two texts are no quiet hours.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        public let text: String

        public var description: String {
            "two different times of day such as 22:00-07:00 are expected, found '\(text)'"
        }
    }

    /// Quiet hours as they are written, `22:00-07:00`.
    public init(_ text: String) throws(Invalid) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Self.minutes($0) }
        guard parts.count == 2, let start = parts[0], let end = parts[1], start != end else {
            throw Invalid(text: text)
        }
        (self.start, self.end) = (start, end)
    }

    private static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isWholeNumber) }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
        else { return nil }
        return hours * 60 + minutes
    }

    /// Whether a minute of the day lies within.
    public func contain(minuteOfDay minute: Int) -> Bool {
        start < end ? (start..<end).contains(minute) : minute >= start || minute < end
    }
}

extension QuietHours: CustomStringConvertible {
    public var description: String { "\(Self.text(start))-\(Self.text(end))" }

    private static func text(_ minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
    }
}
