import Tracking

/// On which side of a border somebody or something is, as far as is sure.
public enum Side: String, Hashable, Sendable, CaseIterable {
    case inside, outside

    /// The side by the probability of being inside; nil between the two, where nothing changes.
    init?(probability: Double) {
        if probability >= PlaceCondition.sure {
            self = .inside
        } else if probability <= 1 - PlaceCondition.sure {
            self = .outside
        } else {
            return nil
        }
    }
}

extension Sequence where Element == Area {
    /// How sure something is to be in one of some areas, and how far it is outside the nearest border, in metres.
    func standing(of whereabouts: Whereabouts) -> (probability: Double, distance: Double) {
        var best = (probability: 0.0, distance: Double.infinity)
        for area in self {
            let depth = area.depth(of: whereabouts.coordinate)
            guard -depth < best.distance else { continue }
            best = (area.probability(of: whereabouts.coordinate, sigma: whereabouts.sigma), -depth)
        }
        return best
    }
}
