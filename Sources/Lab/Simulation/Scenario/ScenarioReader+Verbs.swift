import Settings
import Tracking

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
            guard verb.keys.contains(.owner) else { return nil }
            guard verb.keys.contains(.tracker) else {
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

    static func phoneRhythm(_ value: SettingsValue) throws(SettingsError) -> Duration {
        try value.duration(in: .milliseconds(1)...Duration.seconds(86_400))
    }
}

// What goes with the words for what happens.

extension ScenarioReader.Verb {
    /// The keys that go with the verb, beside `at` and `do`.
    var keys: Set<ScenarioReader.EventKey> {
        switch self {
        case .drop, .powerOff, .powerOn, .press, .ring, .locate, .reboot: [.tracker]
        case .gnssLost, .gnssBack, .coverageLost, .coverageBack: [.tracker, .owner]
        case .phoneOff, .phoneOn: [.owner]
        case .reportEvery: [.owner, .reportEvery]
        case .pickUp: [.tracker, .by]
        case .follow: [.tracker, .path, .points, .speed, .offset, .start, .end, .loop]
        case .board: [.tracker, .owner, .vehicle]
        case .alight: [.tracker, .owner, .path, .points, .speed, .offset, .start, .end, .loop]
        case .battery: [.tracker, .battery]
        case .skewClock: [.tracker, .skewClock]
        case .brokerDown, .brokerUp: []
        case .gatewayDown, .gatewayUp: [.gateway]
        case .messages: [.messages]
        case .surroundings: [.tracker, .surroundings]
        case .dismiss, .enable, .disable: [.reminder, .owner]
        case .snooze: [.reminder, .owner, .length]
        }
    }

    /// Why it cannot happen to a tag of another make; nil when it can.
    func refusal(of kind: TagKind) -> String? {
        switch self {
        case .press: kind.hasButton ? nil : "this \(kind.rawValue) has no button"
        case .ring: kind.ringsForOwner ? nil : "this \(kind.rawValue) does not ring for its owner"
        case .powerOff, .powerOn, .locate, .skewClock, .gnssLost, .gnssBack, .coverageLost, .coverageBack, .reboot:
            "this \(kind.rawValue) is only a tag, without modes and positions"
        case .drop, .pickUp, .follow, .board, .alight, .battery, .brokerDown, .brokerUp, .gatewayDown, .gatewayUp,
            .messages, .surroundings, .phoneOff, .phoneOn, .reportEvery, .dismiss, .snooze, .enable, .disable:
            nil
        }
    }
}
