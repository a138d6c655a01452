import Tracking

extension ThingCondition {
    /// How it stands at a moment.
    func finding(at now: Timestamp, _ thing: Thing?, _ standing: Standing, areas: [Area]) -> Finding {
        guard let thing else { return .unknown(.noThing(self.thing)) }
        switch state {
        case .withOwner, .away:
            guard let isWithOwner = thing.isWithOwner else { return .unknown(.noLevel) }
            return Finding(isWithOwner == (state == .withOwner) ? .holds : .fails, .isWithOwner(isWithOwner))
        case .leftBehind:
            return Finding(thing.isLeftBehind ? .holds : .fails, .isLeftBehind(thing.isLeftBehind))
        case .battery(let below):
            guard let battery = thing.battery else { return .unknown(.noBattery) }
            return Finding(battery < below ? .holds : .fails, .battery(battery))
        case .at:
            guard let whereabouts = thing.whereabouts else { return .unknown(.noPosition) }
            guard let side = standing.side else { return .unknown(.unsure) }
            let distance = areas.standing(of: whereabouts).distance
            return Finding(
                side == .inside ? .holds : .fails,
                .distance(distance, sigma: whereabouts.sigma, crossed: standing.crossed)
            )
        }
    }
}
