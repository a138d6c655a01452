import Settings
public import Tracking

extension Scenario {
    /// What is different in some of a fleet's copies; what is nil stays as it is.
    public struct Variation: Hashable, Sendable {
        /// How many copies in a row are so, before the next variation has its turn.
        public let weight: Int
        /// Of the trackers.
        public let reportEvery: Duration?
        /// Of the owners' phones.
        public let phoneReportEvery: Duration?
        /// What the trackers are; their profile's name goes with it.
        public let deviceName: Name?
        public let device: DeviceProfile?
        /// How the trackers begin.
        public let state: Tracker.State?
    }

    /// The scenario as one copy of a fleet plays it.
    ///
    /// Variations go round in the file's order, each as often as its weight says: which copy is which hangs neither on
    /// chance nor on the size of the fleet.
    func varied(forCopy copy: Int, of fleet: Int) -> Scenario {
        let round = variations.map(\.weight).reduce(0, +)
        guard fleet > 1, round > 0 else { return self }
        var turn = (copy - 1) % round
        for variation in variations {
            if turn < variation.weight { return applying(variation) }
            turn -= variation.weight
        }
        return self
    }

    private func applying(_ variation: Variation) -> Scenario {
        var varied = self
        for index in varied.owners.indices {
            varied.owners[index].reportEvery = variation.phoneReportEvery ?? owners[index].reportEvery
        }
        // A tag of another make has none of what varies.
        for index in varied.trackers.indices where trackers[index].kind == nil {
            varied.trackers[index].reportEvery = variation.reportEvery ?? trackers[index].reportEvery
            varied.trackers[index].state = variation.state ?? trackers[index].state
            if let name = variation.deviceName, let device = variation.device {
                varied.trackers[index].deviceName = name
                varied.trackers[index].device = device
            }
        }
        return varied
    }
}

extension ScenarioReader {
    private enum VariationKey: String, SettingsKey {
        case weight
        case reportEvery = "report-every"
        case phoneReportEvery = "phone-report-every"
        case device, state
    }

    func variations(_ value: SettingsValue?) throws(SettingsError) -> [Scenario.Variation] {
        guard let value else { return [] }
        return try entries(value, "variation").map { entry throws(SettingsError) in try variation(entry) }
    }

    private func variation(_ entry: SettingsValue) throws(SettingsError) -> Scenario.Variation {
        let section = try entry.section(VariationKey.self)
        let device = try section[.device].map { value throws(SettingsError) in try varied(value) }
        return Scenario.Variation(
            weight: try section[.weight]?.integer(in: 1...100_000) ?? 1,
            reportEvery: try section[.reportEvery].map { value throws(SettingsError) in try reportEvery(value) },
            phoneReportEvery: try section[.phoneReportEvery].map(Self.phoneRhythm),
            deviceName: device?.name,
            device: device?.profile,
            state: try section[.state]?.word(Scenario.Tracker.State.self)
        )
    }

    private func varied(_ value: SettingsValue) throws(SettingsError) -> (name: Name, profile: DeviceProfile) {
        let device = try device(value, place: value.place)
        guard TagKind(profile: device.name) == nil else {
            throw SettingsError(value.place, "a variation of trackers is a tracker, and '\(device.name)' is only a tag")
        }
        return device
    }
}
