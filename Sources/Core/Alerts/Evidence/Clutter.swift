import Glibc
import Ranging

/// Walls and floors between an item and a gateway that stands somewhere.
///
/// Among them a signal falls faster with distance than in the open: by an exponent of 2 there, of 3 and more on a floor
/// of rooms (Recommendation ITU-R P.1238). So what sounds like 90 m may be 20 m in a house, and what is no longer heard
/// has not gone far for that. How near something is that is heard well is not in doubt by it.
enum Clutter {
    /// How likely receptions are for each distance up to a common factor, if the exponent may be another than the
    /// gateway's.
    static func likelihood(_ near: Cells) -> Cells {
        var sum = near * open
        for (share, places) in cluttered {
            for index in 0..<64 { sum[index] += share * near[places[index]] }
        }
        return sum
    }

    /// How likely the gateway's own exponent is; our choice.
    private static let open: Float = 0.4
    /// How likely one is that is larger by a factor, our choice, and as how far each range then sounds.
    private static let cluttered: [(share: Float, places: [Int])] = [
        (0.25, places(1.25)), (0.2, places(1.5)), (0.15, places(1.75)),
    ]

    private static func places(_ factor: Double) -> [Int] {
        (0..<64).map { index in
            let distance = DistanceDistribution.middle(index)
            return DistanceDistribution.index(of: distance > 1 ? pow(distance, factor) : distance)
        }
    }
}
