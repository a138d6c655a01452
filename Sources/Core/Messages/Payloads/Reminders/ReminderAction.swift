public import Tracking

/// What the owner of a reminder wants of it.
public enum ReminderAction: Hashable, Sendable {
    /// It is done: it is not told again until its conditions come true anew.
    case dismiss
    /// It is told once more at a time, where its conditions still hold then; without one, when they come true anew.
    case snooze(until: Timestamp?)
    /// Whether it is told at all.
    case setEnabled(Bool)

    /// For how long one may put a reminder off.
    public static let snoozes = Duration.seconds(60)...Duration.seconds(30 * 86_400)

    /// What a text has to be, as the noun phrase of an error.
    public static let expectation = "dismiss, snooze, snooze with a time from 1m to 30d such as 'snooze 10m', on or off"

    /// Reads what is written on a reminder's `set` topic: `dismiss`, `snooze`, `snooze 1h30m`, `on`, `off`.
    ///
    /// - Returns: nil for anything else, and for a time that is not in ``snoozes``.
    public init?(text: String, at now: Timestamp) {
        switch text {
        case "dismiss": self = .dismiss
        case "snooze": self = .snooze(until: nil)
        case "on": self = .setEnabled(true)
        case "off": self = .setEnabled(false)
        default:
            guard text.utf8.count <= 40, text.hasPrefix("snooze "),
                let time = Self.duration(text.dropFirst("snooze ".count)), Self.snoozes.contains(time)
            else { return nil }
            self = .snooze(until: now.advanced(by: time))
        }
    }

    /// `90s`, `10m`, `1h30m`, `1d`: each unit once at most, from the longest to the shortest.
    private static func duration(_ text: Substring) -> Duration? {
        var (rest, seconds) = (text, 0)
        for (unit, factor) in [(Character("d"), 86_400), ("h", 3600), ("m", 60), ("s", 1)] {
            guard let end = rest.firstIndex(of: unit) else { continue }
            let digits = rest[..<end]
            // Seven digits of days are far more than is allowed, and far from what an Int has no room for.
            guard (1...7).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
                let count = Int(digits)
            else { return nil }
            seconds += count * factor
            rest = rest[rest.index(after: end)...]
        }
        return rest.isEmpty && !text.isEmpty ? .seconds(seconds) : nil
    }
}

extension ReminderAction: Codable {
    /// The same with times in milliseconds since 1970, as it goes from one worker to another.
    private enum Coded: Codable {
        case dismiss
        case snooze(until: Int64?)
        case setEnabled(Bool)
    }

    public init(from decoder: any Decoder) throws {
        switch try Coded(from: decoder) {
        case .dismiss: self = .dismiss
        case .snooze(let until): self = .snooze(until: until.map(Timestamp.init(milliseconds:)))
        case .setEnabled(let isEnabled): self = .setEnabled(isEnabled)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        let coded: Coded =
            switch self {
            case .dismiss: .dismiss
            case .snooze(let until): .snooze(until: until?.milliseconds)
            case .setEnabled(let isEnabled): .setEnabled(isEnabled)
            }
        try coded.encode(to: encoder)
    }
}
