import Settings
import Tracking

extension ScenarioReader {
    private enum VariationKey: String, SettingsKey {
        case weight
        case reportEvery = "report-every"
        case phoneReportEvery = "phone-report-every"
        case device, state
    }

    /// How the copies of a fleet differ.
    func variations(_ value: SettingsValue?) throws(SettingsError) -> [Scenario.Variation] {
        guard let value else { return [] }
        var variations: [Scenario.Variation] = []
        for entry in try entries(value, "variation") { variations.append(try variation(entry)) }
        return variations
    }

    private func variation(_ entry: SettingsValue) throws(SettingsError) -> Scenario.Variation {
        let section = try entry.section(VariationKey.self)
        let device = try section[.device].map { value throws(SettingsError) in try varied(value) }
        return Scenario.Variation(
            weight: try section[.weight]?.integer(in: 1...100_000) ?? 1,
            reportEvery: try section[.reportEvery].map { value throws(SettingsError) in try reportEvery(value) },
            phoneReportEvery: try section[.phoneReportEvery].map { value throws(SettingsError) in
                try Self.phoneRhythm(value)
            },
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
