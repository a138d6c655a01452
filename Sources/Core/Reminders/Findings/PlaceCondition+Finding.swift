public import Tracking

/// Where somebody or something stands to a place that a reminder is about.
public struct Standing: Hashable, Sendable {
    /// The last side that was sure; nil for none yet.
    public var side: Side?
    /// When the other side was last left for this one; nil where that was never seen.
    public var crossed: Timestamp?

    public init(side: Side? = nil, crossed: Timestamp? = nil) {
        (self.side, self.crossed) = (side, crossed)
    }

    /// Takes in a new position.
    mutating func take(_ probability: Double, at time: Timestamp) {
        guard let now = Side(probability: probability), now != side else { return }
        if side != nil { crossed = time }
        side = now
    }
}

extension PlaceCondition {
    /// How it stands at a moment.
    func finding(at now: Timestamp, _ standing: Standing, areas: [Area], _ whereabouts: Whereabouts?) -> Finding {
        guard let whereabouts else { return .unknown(.noPosition) }
        let old = whereabouts.time.advanced(by: Self.oldest)
        guard now < old else { return .unknown(.oldPosition(whereabouts.time)) }
        guard let side = standing.side else { return .unknown(.unsure, until: old) }
        let value = Finding.Value.distance(
            areas.standing(of: whereabouts).distance, sigma: whereabouts.sigma, crossed: standing.crossed
        )
        switch event {
        case .within: return Finding(side == .inside ? .holds : .fails, value, until: old)
        case .enters, .leaves:
            let wanted: Side = event == .enters ? .inside : .outside
            guard side == wanted, let crossed = standing.crossed else { return Finding(.fails, value, until: old) }
            let end = crossed.advanced(by: Self.window)
            return now < end ? Finding(.holds, value, until: end) : Finding(.fails, value, until: old)
        }
    }
}
