import Tracking

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
        }
    }

    /// Why it cannot happen to a tag of another make; nil when it can.
    func refusal(of kind: TagKind) -> String? {
        switch self {
        case .drop, .pickUp, .follow, .board, .alight, .battery, .brokerDown, .brokerUp, .gatewayDown, .gatewayUp,
            .messages,
            .surroundings, .phoneOff, .phoneOn, .reportEvery:
            nil
        case .press: kind.hasButton ? nil : "this \(kind.rawValue) has no button"
        case .ring: kind.ringsForOwner ? nil : "this \(kind.rawValue) does not ring for its owner"
        case .powerOff, .powerOn, .locate, .skewClock, .gnssLost, .gnssBack, .coverageLost, .coverageBack,
            .reboot:
            "this \(kind.rawValue) is only a tag, without modes and positions"
        }
    }
}
