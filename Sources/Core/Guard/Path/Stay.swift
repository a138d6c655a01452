import Tracking

/// A time for which the owner was in one place.
///
/// Times are seconds since the epoch.
struct Stay: Hashable, Sendable, Codable {
    /// Counts up with each stop.
    var number: Int
    var spot: Spot
    /// The doubt of the place in metres.
    var accuracy: Double
    var start: Int
    /// The last position within it.
    var last: Int
    /// How many positions it rests on.
    var count: Int
    /// When the owner left at the earliest likely; nil while there.
    var left: Int?
    /// When the owner left at the latest, at the speed of a car.
    var leftLatest: Int?

    /// Where and when the owner came there.
    var position: Position? {
        spot.coordinate.map {
            Position(coordinate: $0, accuracy: accuracy, time: Timestamp(milliseconds: Int64(start) * 1000))
        }
    }

    /// Metres to another place, beyond the doubt of both.
    func distance(to other: Stay) -> Double { max(0, spot.distance(to: other.spot) - accuracy - other.accuracy) }

    /// Seconds of it that are in the night by the sun: from 0 to 5 o'clock at its longitude.
    func night(until now: Int) -> Int {
        let end = left ?? now
        guard end > start, end - start < 100 * 86_400 else { return 0 }
        let offset = Int(spot.longitude * 240)
        var sum = 0
        var day = ((start + offset) / 86_400) * 86_400
        while day < end + offset {
            sum += max(0, min(end + offset, day + Self.nightEnds) - max(start + offset, day))
            day += 86_400
        }
        return sum
    }

    private static let nightEnds = 5 * 3600
}

/// The way from one stop to the next.
struct Leg: Hashable, Sendable, Codable {
    /// The number of the stop at its end.
    var number: Int
    var from: Stay
    var to: Stay
    /// When the owner left, as far as that can be told.
    var departed: Int
    /// When the owner had left for sure.
    var departedLatest: Int { max(departed, from.leftLatest ?? departed) }
    /// When the owner was there first.
    var arrived: Int { to.start }
}
