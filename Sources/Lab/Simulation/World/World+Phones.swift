import Tracking

// What happens to owners' phones.

extension World {
    /// Lets something happen to an owner.
    public mutating func apply(_ action: Scenario.OwnerAction, toOwner index: Int) {
        switch action {
        case .phoneOff:
            owners[index].isOn = false
            rest(index)
        case .phoneOn: owners[index].isOn = true
        case .gnssLost: owners[index].hasSky = false
        case .gnssBack: owners[index].hasSky = true
        case .coverageLost: owners[index].hasCoverage = false
        case .coverageBack: owners[index].hasCoverage = true
        case .board(let vehicle): board(vehicle, owner: index)
        case .alight(let way): alight(way, owner: index)
        case .reportEvery(let interval): owners[index].reportEvery = interval.milliseconds
        }
        tellKept(index)
    }

    /// The phone measures where it is, if it is time to, and tells it, or keeps it as OwnTracks does until it can.
    mutating func reportPhone(_ index: Int) {
        guard owners[index].isDue(at: elapsed), let fix = phoneFix(index) else { return }
        owners[index].report(fix, at: elapsed, topics: topics, scale: scale)
        tellKept(index)
    }

    private mutating func tellKept(_ index: Int) {
        for report in owners[index].takeKept() { emit(.publish(report.message, by: .phone(index))) }
    }

    /// The phone's receiver is switched off: it has to search again.
    private mutating func rest(_ index: Int) {
        guard !phoneNoise.isEmpty else { return }
        let moment = seconds
        _ = phoneNoise[index]?.sample(at: moment, isOn: false)
    }
}
