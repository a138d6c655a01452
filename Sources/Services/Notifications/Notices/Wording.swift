internal import Foundation
internal import Tracking

/// Numbers and times in words, as the pages of the console have them.
enum Wording {
    /// `7 m`, `1.2 km`, `12 km`.
    static func metres(_ value: Double) -> String {
        if value < 999.5 { return "\(whole(value)) m" }
        let kilometres = value / 1000
        return kilometres < 9.95 ? "\(decimal(kilometres)) km" : "\(whole(kilometres)) km"
    }

    /// `about 7 m, 4 to 12 m`; without the range where its ends are so near that it would say nothing.
    static func distance(_ metres: Double, _ interval: ClosedRange<Double>?) -> String {
        let about = metres < 1 ? "less than 1 m" : "about \(Self.metres(metres))"
        guard let range = interval.flatMap(range) else { return about }
        return "\(about), \(range)"
    }

    private static func range(_ interval: ClosedRange<Double>) -> String? {
        let low = interval.lowerBound
        let high = interval.upperBound
        guard high - low >= max(high >= 1000 ? 0.1 : 1, 0.02 * high) else { return nil }
        if high < 1000 { return "\(whole(low.rounded(.down))) to \(whole(high.rounded(.up))) m" }
        if low < 1000 { return "\(metres(low)) to \(metres(high))" }
        return "\(decimal(low / 1000)) to \(decimal(high / 1000)) km"
    }

    /// `just now`, `40 s ago`, `3 min ago`, `2 h ago`, `5 days ago`.
    static func age(of time: Timestamp, at now: Timestamp) -> String {
        let seconds = max(0, now.milliseconds - time.milliseconds) / 1000
        switch seconds {
        case ..<5: return "just now"
        case ..<60: return "\(seconds) s ago"
        case ..<3600: return "\(seconds / 60) min ago"
        case ..<86_400: return "\(seconds / 3600) h ago"
        default: return seconds < 172_800 ? "1 day ago" : "\(seconds / 86_400) days ago"
        }
    }

    /// `40 s`, `10 min`, `2 h`, `1 day`, `5 days`: the largest unit that it has a whole one of.
    static func span(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(seconds / 60) min"
        case ..<86_400: return "\(seconds / 3600) h"
        default: return seconds < 172_800 ? "1 day" : "\(seconds / 86_400) days"
        }
    }

    /// `46.05690, 14.50580, give or take 5 m, 2 min ago`.
    static func position(_ position: Position, at now: Timestamp) -> String {
        let doubt = position.accuracy.map { $0 >= 1 ? ", give or take \(metres($0))" : "" } ?? ""
        let latitude = position.coordinate.latitude
        let longitude = position.coordinate.longitude
        return "\(degrees(latitude)), \(degrees(longitude))\(doubt), \(age(of: position.time, at: now))"
    }

    /// Five decimals: a metre.
    static func degrees(_ value: Double) -> String { String(format: "%.5f", value) }

    private static func decimal(_ value: Double) -> String { String(format: "%.1f", value) }
    private static func whole(_ value: Double) -> Int64 { Int64(exactly: value.rounded()) ?? .max }
}
