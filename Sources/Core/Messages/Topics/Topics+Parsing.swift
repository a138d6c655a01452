public import Tracking

extension Topics {
    /// Whether no owner may have this name, because it stands where an owner would.
    public static func isReserved(_ owner: Name) -> Bool { owner.text == "alerts" || owner.text == "gateway" }

    /// What a topic is about; nil for one of another depth, with a name that is none, or of a reserved owner.
    public func parse(_ topic: String) -> Topic? {
        if topic == homeAssistantStatus { return .homeAssistantStatus }
        if let levels = Levels(of: topic, below: positions), let found = Self.position(levels) { return found }
        guard let levels = Levels(of: topic, below: own) else { return nil }
        return switch levels.first {
        case "alerts": Self.alert(levels)
        case "gateway": Self.gateway(levels)
        default: Self.tracker(levels)
        }
    }

    private static func position(_ topic: Levels) -> Topic? {
        var levels = topic
        guard let device = levels.device() else { return nil }
        if levels.isAtEnd { return .location(device) }
        return switch levels.last() {
        case "cmd": .ownTracksCommand(device)
        case "event": .event(device)
        case "waypoint": .waypoint(device)
        default: nil
        }
    }

    private static func tracker(_ topic: Levels) -> Topic? {
        var levels = topic
        guard let device = levels.device() else { return nil }
        if levels.isAtEnd {
            return switch (device.owner.text, device.device.text) {
            case ("history", "fence"): .fence
            case ("history", "status"): .historyStatus
            default: nil
            }
        }
        if levels.first == "set" {
            levels.skip()
            return levels.last().map { .set(device, what: $0) }
        }
        return switch levels.last() {
        case "desired": .desired(device)
        case "reported": .reported(device)
        case "command": .command(device)
        case "result": .result(device)
        case "availability": .availability(device)
        case "stored": .stored(device)
        case "proximity": .proximity(device)
        case "state": .state(device)
        case "rules": .rules(device)
        default: nil
        }
    }

    private static func alert(_ topic: Levels) -> Topic? {
        var levels = topic
        levels.skip()
        guard let device = levels.device(), levels.isAtEnd else { return nil }
        return .alert(device)
    }

    private static func gateway(_ topic: Levels) -> Topic? {
        var levels = topic
        levels.skip()
        guard let gateway = levels.name(), let kind = levels.next() else { return nil }
        if levels.isAtEnd {
            return switch kind {
            case "status": .gatewayStatus(gateway)
            case "seen": .gatewaySeen(gateway)
            default: nil
            }
        }
        guard let verb = levels.name(), levels.isAtEnd else { return nil }
        return switch kind {
        case "request": .gatewayRequest(gateway, verb: verb.text)
        case "response": .gatewayResponse(gateway, verb: verb.text)
        default: nil
        }
    }
}

/// The levels of a topic below its base, one after the other.
private struct Levels {
    private let bytes: [UInt8]
    /// Where the next level begins; nil behind the last one.
    private var position: Int?

    init?(of topic: String, below base: String) {
        bytes = Array(topic.utf8)
        let length = base.utf8.count
        guard bytes.count > length, bytes[length] == Self.slash, bytes[..<length].elementsEqual(base.utf8) else {
            return nil
        }
        position = length + 1
    }

    private static let slash = UInt8(ascii: "/")

    var isAtEnd: Bool { position == nil }

    var first: String? {
        var copy = self
        return copy.next()
    }

    mutating func skip() { _ = next() }

    mutating func next() -> String? {
        guard let start = position else { return nil }
        var end = start
        while end < bytes.count, bytes[end] != Self.slash { end += 1 }
        position = end < bytes.count ? end + 1 : nil
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The last level; nil when there is another behind it.
    mutating func last() -> String? {
        let level = next()
        return isAtEnd ? level : nil
    }

    mutating func name() -> Name? {
        guard let level = next() else { return nil }
        return try? Name(level)
    }

    mutating func device() -> DeviceID? {
        guard let owner = name(), !Topics.isReserved(owner), let device = name() else { return nil }
        return DeviceID(owner: owner, device: device)
    }
}
