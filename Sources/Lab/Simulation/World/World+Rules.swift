import Messages
import Tracking

extension World {
    /// The owner's console tells how an item is to be watched over.
    mutating func publishRules(_ index: Int) {
        // One that nobody has bound yet is nobody's to watch over, in a copy that varies so too.
        guard let rules = trackers[index].rules, trackers[index].initialState != .factoryNew else { return }
        let topic = topics.rules(trackers[index].id)
        emit(.publish(Message(topic: topic, payload: rules.encoded(), retained: true), by: .console))
    }
}

extension Scenario.Rules {
    /// The same for a world: with moments in place of times since the start, and places where its copy lies.
    func rules(_ scale: TimeScale, turn: Double) -> ItemRules {
        ItemRules(
            thresholds: thresholds,
            places: places.map { TrustedPlace(name: $0.name, area: $0.area.turned(by: turn)) },
            snoozedUntil: snoozeUntil.map { snooze in
                scale.stamp(scale.start.advanced(byMilliseconds: Double(snooze.milliseconds)))
            },
            quiet: quiet
        )
    }
}

extension Area {
    fileprivate func turned(by degrees: Double) -> Area {
        switch self {
        case .circle(let centre, let radius): .circle(centre.turned(by: degrees), radius: radius)
        case .polygon(let corners): .polygon(corners.map { $0.turned(by: degrees) })
        }
    }
}
