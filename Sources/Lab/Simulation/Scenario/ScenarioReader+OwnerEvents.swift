import Settings

// What happens to owners and their phones.

extension ScenarioReader {
    /// What happens to an owner; nil for what happens to a tracker.
    mutating func ownerAction(
        _ deed: Deed, _ section: SettingsSection<EventKey>
    ) throws(SettingsError) -> Scenario.Action? {
        let verb = deed.verb
        if section[.owner] != nil, let tracker = section[.tracker] {
            throw SettingsError(tracker.place, "'\(verb.rawValue)' happens to 'owner' or to 'tracker': one is expected")
        }
        guard let owner = section[.owner] else {
            guard verb.happensToOwners else { return nil }
            guard verb.happensToTrackers else {
                throw SettingsError(section.place, "'\(verb.rawValue)' happens to an owner: 'owner' is missing")
            }
            guard section[.tracker] == nil else { return nil }
            let message = "'\(verb.rawValue)' happens to a tracker or to an owner: 'tracker' or 'owner' is missing"
            throw SettingsError(section.place, message)
        }
        return .owner(try self.owner(owner), try ownerAction(deed, in: section))
    }

    private mutating func ownerAction(
        _ deed: Deed, in section: SettingsSection<EventKey>
    ) throws(SettingsError) -> Scenario.OwnerAction {
        switch deed.verb {
        case .phoneOff: return .phoneOff
        case .phoneOn: return .phoneOn
        case .gnssLost: return .gnssLost
        case .gnssBack: return .gnssBack
        case .coverageLost: return .coverageLost
        case .coverageBack: return .coverageBack
        case .board: return .board(try boarded(section))
        case .alight: return .alight(try wayOn(section))
        case .reportEvery: return .reportEvery(try Self.phoneRhythm(Self.required(deed, section)))
        default: throw SettingsError(section.place, "'\(deed.verb.rawValue)' does not happen to an owner")
        }
    }

    /// How often a phone may tell its position.
    static func phoneRhythm(_ value: SettingsValue) throws(SettingsError) -> Duration {
        try value.duration(in: .milliseconds(1)...Duration.seconds(86_400))
    }
}

extension ScenarioReader.Verb {
    /// Whether it can happen to an owner.
    fileprivate var happensToOwners: Bool { keys.contains(.owner) }
    fileprivate var happensToTrackers: Bool { keys.contains(.tracker) }
}
