import Glibc
import Ranging
import Tracking

/// From how far an item is from a gateway to how far it is from its owner, who is somewhere else.
///
/// The two distances and the way between gateway and owner make a triangle; any direction from the gateway to the item
/// is as likely. What is left somewhere is left near such a place rather than anywhere: so, most of the time, it is the
/// distance to the gateway that is taken as even in its logarithm before anything was heard, and now and then that to
/// the owner.
enum PlacedReception {
    /// How likely the receptions are for each distance between item and owner, up to a common factor, from how likely
    /// they are for each between item and gateway.
    static func likelihood(_ near: Cells, from place: Coordinate, owner: TrackPosition) -> Cells {
        let away = place.distance(to: owner.coordinate)
        var heard = Cells()
        var possible = Cells()
        let sigma = PositionEvidence.optimism * owner.sigma
        for spot in spots {
            for (cosine, place) in directions {
                let side = (away + (spot.offset + place * spot.width) * sigma).magnitude
                let weight = spot.weight
                for index in 0..<64 {
                    let distance = middles[index]
                    let square = distance * distance + side * side - 2 * distance * side * cosine
                    let third = DistanceDistribution.index(of: max(0, square).squareRoot())
                    heard[third] += weight * near[index]
                    possible[third] += weight
                    heard[index] += weight * elsewhere * near[third]
                    possible[index] += weight * elsewhere
                }
            }
        }
        return Cells { heard[$0] / possible[$0] }
    }

    /// Where the owner may be, in standard deviations, and how likely that is: Student's distribution with three
    /// degrees of freedom, for indoors phones are wrong by far more often than a normal distribution has it.
    private static let spots: [(offset: Double, width: Double, weight: Float)] = [
        (0, 1, 0.37), (-1, 1, 0.208), (1, 1, 0.208), (-2, 1, 0.068), (2, 1, 0.068), (-3.125, 1.25, 0.029),
        (3.125, 1.25, 0.029), (-4.5, 1.5, 0.01), (4.5, 1.5, 0.01),
    ]
    /// How much less likely an item is to be left anywhere than near a gateway.
    private static let elsewhere: Float = 0.05
    private static let count = 12
    /// The cosine of each direction, and where within a spot the owner is then, as a share of its width: all over it,
    /// for an item that is surely beside the gateway would be nowhere near an owner who is in one of nine points.
    private static let directions: [(cosine: Double, place: Double)] = (0..<count).map { index in
        let turn = (Double(index) + 0.5) / Double(count)
        let stratum = Double(index * 5 % count) + 0.5
        return (cos(.pi * turn), stratum / Double(count) - 0.5)
    }
    private static let middles = (0..<64).map(DistanceDistribution.middle)
}

extension DistanceDistribution {
    /// The range that a distance in metres is in; the last one for all that is farther.
    static func index(of distance: Double) -> Int {
        guard distance >= nearest else { return 0 }
        guard distance < edge(63) else { return 63 }
        return min(63, 1 + Int(log2(distance / nearest) * rangesPerOctave))
    }

    private static let rangesPerOctave = 1 / log2(factor)
}
