import Tracking

/// How numbers are told to people.
enum Phrases {
    /// What stands for something that is not known.
    static let unknown = "–"

    /// `about 7 m (4 to 12)`: metres with their 90 % interval, where there is one to speak of.
    static func distance(_ metres: Double?, low: Double?, high: Double?) -> String {
        guard let metres else { return unknown }
        guard let low, let high, whole(low) != whole(high) else { return length(metres) }
        return "about \(length(metres)) (\(whole(low)) to \(whole(high)))"
    }

    /// Metres, from 10 km on kilometres.
    static func length(_ metres: Double) -> String {
        metres < 10_000 ? "\(whole(metres)) m" : "\(whole(metres / 1000)) km"
    }

    /// `12 s ago`, `3 min ago`, `2 h ago`, `5 days ago`.
    static func age(of time: Timestamp, at now: Timestamp) -> String {
        now < time ? "in the future" : "\(span(from: time, to: now)) ago"
    }

    /// `12 s`, `3 min`, `2 h`, `5 days`.
    static func span(from start: Timestamp, to end: Timestamp) -> String {
        let seconds = max(0, end.milliseconds - start.milliseconds) / 1000
        if seconds < 120 { return "\(seconds) s" }
        if seconds < 7200 { return "\(seconds / 60) min" }
        if seconds < 172_800 { return "\(seconds / 3600) h" }
        return "\(seconds / 86_400) days"
    }

    static func position(_ coordinate: Coordinate?) -> String {
        guard let coordinate else { return unknown }
        return "\(degrees(coordinate.latitude)), \(degrees(coordinate.longitude))"
    }

    /// A moment in UTC, to the second.
    static func time(_ time: Timestamp) -> String { time.description.prefix(19) + "Z" }

    static func percent(_ value: Int?) -> String { value.map { "\($0) %" } ?? unknown }
    private static func whole(_ number: Double) -> Int64 { Int64(exactly: number.rounded()) ?? .max }

    /// Six decimals: a tenth of a metre.
    private static func degrees(_ value: Double) -> String {
        let millionths = Int64((value * 1e6).rounded())
        let fraction = String(millionths.magnitude % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.count)
        return "\(millionths < 0 ? "-" : "")\(millionths.magnitude / 1_000_000).\(zeros)\(fraction)"
    }
}
