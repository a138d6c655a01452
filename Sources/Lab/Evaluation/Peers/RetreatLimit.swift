/// Bermuda's smoothing of distances: what retreats faster than 3 m/s is not believed, and the mean of the running
/// minimum of the last 20 is told.
///
/// It works in rounds of about a second on the newest reading. A retreat is measured against each of the last ten
/// readings, unless the newest is an approach. Walking from the newest believed distance to the oldest, each counts as
/// the least one so far; their mean is told, or the newest distance where that is less.
struct RetreatLimit: SeriesFilter {
    /// The fastest retreat, in m/s, that is believed.
    static let fastest = 3.0
    /// How many rounds are averaged.
    static let rounds = 20
    /// How many readings a retreat is measured against.
    static let kept = 10
    /// The time between two rounds, in seconds: Home Assistant's update interval.
    static let interval = 1.05

    /// Newest first.
    private var readings: [(time: Double, distance: Double)] = []
    /// Newest first.
    private var believed: [Double] = []
    private var told = 0.0

    mutating func observe(_ value: Double, at time: Double) -> Double {
        // A touch of slack, for reports that come each second.
        if let last = readings.first, time - last.time < Self.interval - 0.1 { return told }
        readings.insert((time, value), at: 0)
        if readings.count > Self.kept { readings.removeLast() }
        believed.insert(retreat > Self.fastest ? believed.first ?? value : value, at: 0)
        if believed.count > Self.rounds { believed.removeLast() }
        told = min(value, meanOfRunningMinimum(from: value))
        return told
    }

    /// The fastest retreat that the newest reading means; that from the last reading when it is an approach.
    private var retreat: Double {
        guard let newest = readings.first else { return 0 }
        let speeds = readings.dropFirst().map { (newest.distance - $0.distance) / (newest.time - $0.time) }
        guard let first = speeds.first else { return 0 }
        return first < 0 ? first : speeds.max() ?? first
    }

    private func meanOfRunningMinimum(from value: Double) -> Double {
        var least = value
        var sum = 0.0
        for distance in believed {
            least = min(least, distance)
            sum += least
        }
        return sum / Double(believed.count)
    }
}
