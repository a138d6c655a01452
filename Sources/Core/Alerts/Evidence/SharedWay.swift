import Glibc
import Ranging
import Tracking

/// A way that an item and its owner have both gone, by their positions at its two ends.
///
/// Where positions are poor no two of them say that things are within a few metres. But what goes with its owner goes
/// as far and in the same direction, stretch by stretch, and what does not hardly ever does so by chance.
enum SharedWay {
    /// How much more likely the two ways are for an item that goes with its owner than for one on a way of its own: 1
    /// for ways that say nothing, as those of who rests, up to ``most``.
    ///
    /// Both have gone in the plane: the difference of their ways is as large as the doubt of the four positions for the
    /// one, and as large as the ways themselves for the other.
    static func odds(item: (TrackPosition, TrackPosition), owner: (TrackPosition, TrackPosition)) -> Float {
        let its = Stretch(from: item.0, to: item.1)
        let theirs = Stretch(from: owner.0, to: owner.1)
        let variance = its.variance + theirs.variance
        let length = min(its.length, theirs.length)
        guard length - 2 * variance.squareRoot() > PositionMemory.onTheWay else { return 1 }
        let apart = hypot(its.north - theirs.north, its.east - theirs.east)
        let free = variance + length * length / 2
        let odds = free / variance * exp(-apart * apart / 2 * (1 / variance - 1 / free))
        return Float(min(most, max(1, odds)))
    }

    /// How likely such ways are for each distance: as to ``odds(item:owner:)`` within a few metres, and no more so
    /// beyond.
    static func likelihood(odds: Float) -> Cells { Cells { 1 + (odds - 1) * near[$0] } }

    /// No stretch says more: somebody else may go along the same street, or in the same train; our choice.
    static let most = 20.0
    /// Metres within which an item goes with its owner; our choice.
    private static let reach = 5.0
    private static let near = Cells { Float(1 / (1 + pow(DistanceDistribution.middle($0) / reach, 4))) }

    private struct Stretch {
        let north, east, variance: Double

        init(from start: TrackPosition, to end: TrackPosition) {
            (north, east) = start.coordinate.localOffset(to: end.coordinate)
            let sigmas = PositionEvidence.optimism * hypot(start.sigma, end.sigma)
            variance = sigmas * sigmas + PositionEvidence.leastSigma * PositionEvidence.leastSigma
        }

        var length: Double { hypot(north, east) }
    }
}
