import Glibc
public import Tracking

/// How far a tag is from each of several receivers on one floor, from what all of them hear of it.
///
/// It keeps how likely the tag is in each square of the floor; a distance far from one receiver is told by another that
/// is near (a grid filter: D. Fox et al., "Bayesian filtering for location estimation", 2003).
public struct JointRangeFilter: Sendable {
    public let map: RadioMap
    /// When something was heard last; nil before.
    public private(set) var time: Timestamp?
    private var places: Grid
    private var scratch: [Float]

    /// How far the tag goes within a second, in metres, and within n seconds the root of n times as far.
    private static let pace = 0.37
    /// The share of a second after which it may have been carried anywhere.
    private static let anywhere = 0.015

    public init(map: RadioMap) {
        self.map = map
        places = map.usual
        scratch = map.usual.values
    }

    /// Takes in what the receivers heard at one moment.
    ///
    /// - Parameters:
    ///   - strengths: For each receiver in dBm; nil where it heard nothing.
    ///   - time: When; not before the last.
    public mutating func observe(_ strengths: [Double?], at time: Timestamp) {
        advance(to: time)
        for index in scratch.indices { scratch[index] = 0 }
        for (receiver, strength) in zip(map.receivers, strengths) {
            guard let strength else { continue }
            let (heard, factor) = (Float(strength), -0.5 / receiver.variance)
            for index in scratch.indices {
                let error = heard - receiver.strengths[index]
                scratch[index] += error * error * factor
            }
        }
        guard let best = scratch.max() else { return }
        var sum: Float = 0
        for index in scratch.indices {
            places.values[index] = places.values[index] * expf(max(-60, scratch[index] - best)) + 1e-20
            sum += places.values[index]
        }
        for index in scratch.indices { places.values[index] /= sum }
    }

    private mutating func advance(to time: Timestamp) {
        let passed = self.time.map { min(60, max(0, time.seconds - $0.seconds)) } ?? 0
        self.time = max(time, self.time ?? time)
        guard passed > 0 else { return }
        places.blur(min(2, Self.pace * passed.squareRoot()), scratch: &scratch)
        let share = Float(min(0.5, Self.anywhere * passed))
        for index in places.values.indices {
            places.values[index] += share * (map.usual.values[index] - places.values[index])
        }
    }

    /// How far the tag is from a receiver; nothing known for one that the map does not have.
    public func distribution(from receiver: Int) -> DistanceDistribution {
        guard map.receivers.indices.contains(receiver) else { return DistanceDistribution() }
        let ranges = map.receivers[receiver].ranges
        var cells = Cells()
        for index in ranges.indices { cells[Int(ranges[index])] += places.values[index] }
        return DistanceDistribution(cells)
    }
}
