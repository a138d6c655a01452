import Glibc
import Ranging
import Tracking

/// From how far an item is from a gateway to how far it is from its owner, who is somewhere else.
enum PlacedReception {
    /// How likely the receptions are for each distance between item and owner.
    ///
    /// Any direction from owner to item is as likely; the third side of the triangle gives the distance to the gateway.
    ///
    /// - Parameters:
    ///   - near: How likely the receptions are for each distance between item and gateway.
    ///   - place: Where the gateway stands.
    ///   - owner: Where the owner is.
    static func likelihood(
        _ near: Cells,
        from place: Coordinate,
        owner: OwnerPosition
    ) -> Cells {
        let away = place.distance(to: owner.coordinate)
        var likelihood = Cells()
        // Gauss-Hermite quadrature over where the owner is.
        for (offset, weight) in [(-1.0, 1 / 6.0), (0, 2 / 3.0), (1, 1 / 6.0)] {
            let side = (away + offset * 3.0.squareRoot() * owner.sigma).magnitude
            for index in 0..<64 {
                let mean = average(near, at: DistanceDistribution.middle(index), side)
                likelihood[index] += Float(weight) * mean
            }
        }
        return likelihood
    }

    private static func average(_ near: Cells, at distance: Double, _ side: Double) -> Float {
        var sum: Float = 0
        for cosine in cosines {
            let square = distance * distance + side * side - 2 * distance * side * cosine
            sum += near[DistanceDistribution.index(of: max(0, square).squareRoot())]
        }
        return sum / Float(cosines.count)
    }

    private static let directions = 12
    private static let cosines = (0..<directions).map { cos(.pi * (Double($0) + 0.5) / Double(directions)) }
}

extension DistanceDistribution {
    /// The range that a distance in metres is in; the last one for all that is farther.
    static func index(of distance: Double) -> Int {
        guard distance >= nearest else { return 0 }
        return min(63, 1 + Int(log(distance / nearest) / log(factor)))
    }
}
