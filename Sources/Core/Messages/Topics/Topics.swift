public import Reminders
public import Tracking

/// Where each kind of message is published.
public struct Topics: Hashable, Sendable {
    /// The base of OwnTracks' topics.
    public let positions: String
    /// The base of our own topics.
    public let own: String
    /// The base of Home Assistant's discovery.
    public let discovery: String

    /// Topics under three bases, each of one or more levels without a slash at its ends.
    public init(positions: String = "owntracks", own: String = "tagalong", discovery: String = "homeassistant") {
        self.positions = positions
        self.own = own
        self.discovery = discovery
    }

    /// The filter of the positions of all of an owner's devices.
    public func locations(of owner: Name) -> String { "\(positions)/\(owner.ownTracks)/+" }

    /// How the topics begin of all that a device says, whether or not it can be read.
    public func starts(of device: DeviceID) -> [String] { [location(device), "\(own)/\(device)"] }

    /// How the topics begin of all that an owner's devices say, and of what is said of them.
    public func starts(of owner: Name) -> [String] {
        [
            "\(positions)/\(owner.ownTracks)", "\(own)/\(owner)", "\(own)/alerts/\(owner)", guarded(owner),
            reminders(of: owner),
        ]
    }

    public func location(_ device: DeviceID) -> String {
        Self.joined(positions, device.owner.ownTracks, device.device.ownTracks)
    }

    /// Levels joined into a topic, with one piece of memory: two are made for each position.
    private static func joined(_ base: String, _ owner: String, _ device: String, _ last: String? = nil) -> String {
        var length = base.utf8.count + owner.utf8.count + device.utf8.count + 2
        if let last { length += last.utf8.count + 1 }
        return unsafe String(unsafeUninitializedCapacity: length) { buffer in
            var end = 0
            func put(_ level: String) {
                if end > 0 {
                    unsafe buffer[end] = UInt8(ascii: "/")
                    end += 1
                }
                let bytes = level.utf8Span.span
                for index in bytes.indices {
                    unsafe buffer[end] = bytes[index]
                    end += 1
                }
            }
            put(base)
            put(owner)
            put(device)
            if let last { put(last) }
            return end
        }
    }

    public func ownTracksCommand(_ device: DeviceID) -> String { "\(location(device))/cmd" }
    public func event(_ device: DeviceID) -> String { "\(location(device))/event" }
    public func waypoint(_ device: DeviceID) -> String { "\(location(device))/waypoint" }
    public func card(_ device: DeviceID) -> String { "\(location(device))/info" }

    /// Where something of a tracker is.
    public func path(_ kind: TrackerTopic, of device: DeviceID) -> String {
        Self.joined(own, device.owner.text, device.device.text, kind.rawValue)
    }

    public func desired(_ device: DeviceID) -> String { path(.desired, of: device) }
    public func reported(_ device: DeviceID) -> String { path(.reported, of: device) }
    public func command(_ device: DeviceID) -> String { path(.command, of: device) }
    public func result(_ device: DeviceID) -> String { path(.result, of: device) }
    public func availability(_ device: DeviceID) -> String { path(.availability, of: device) }
    public func stored(_ device: DeviceID) -> String { path(.stored, of: device) }
    public func proximity(_ device: DeviceID) -> String { path(.proximity, of: device) }
    public func state(_ device: DeviceID) -> String { path(.state, of: device) }
    public func rules(_ device: DeviceID) -> String { path(.rules, of: device) }
    public func button(_ device: DeviceID) -> String { path(.button, of: device) }
    public func sensors(_ device: DeviceID) -> String { path(.sensors, of: device) }
    public func photo(_ device: DeviceID) -> String { path(.photo, of: device) }
    public func item(_ device: DeviceID) -> String { path(.item, of: device) }
    public func alert(_ device: DeviceID) -> String { "\(own)/alerts/\(device)" }
    /// The unknown tags that have moved with an owner, retained.
    public func guarded(_ owner: Name) -> String { "\(own)/guard/\(owner)" }
    /// Those of them that the owner knows, retained.
    public func guardIgnored(_ owner: Name) -> String { "\(guarded(owner))/ignored" }
    /// What is told of an owner's reminders: each is an event, and none is retained.
    public func reminders(of owner: Name) -> String { "\(own)/reminders/\(owner)" }
    /// What a reminder is, retained; an empty message deletes it.
    public func reminder(_ id: ReminderID) -> String { "\(reminders(of: id.owner))/\(id.id)" }
    /// How it stands with a reminder, retained.
    public func reminderState(_ id: ReminderID) -> String { "\(reminder(id))/state" }
    /// Where its owner says by a plain text what to do with a reminder: `dismiss`, `snooze`, `snooze 10m`, `on`, `off`.
    public func reminderSet(_ id: ReminderID) -> String { "\(reminder(id))/set" }
    /// Where a weather station of one's own tells of the weather on the private broker, in words of its own.
    public func weather(ofStation name: Name) -> String { "\(own)/weather/\(name)" }
    public func gatewayStatus(_ gateway: Name) -> String { "\(own)/gateway/\(gateway)/status" }
    public func gatewaySeen(_ gateway: Name) -> String { "\(own)/gateway/\(gateway)/seen" }
    public func gatewayRequest(_ gateway: Name, verb: String) -> String { "\(own)/gateway/\(gateway)/request/\(verb)" }
    public func gatewayResponse(_ gateway: Name, verb: String) -> String {
        "\(own)/gateway/\(gateway)/response/\(verb)"
    }

    /// The history service's own marker.
    public var fence: String { "\(own)/history/fence" }

    /// The same of one partition, where several services share the work.
    public func fence(of partition: Int) -> String { "\(fence)/\(partition)" }

    /// Whether the history service is there.
    public var historyStatus: String { "\(own)/history/status" }

    /// How strongly gateways hear a tag in each room, retained.
    public var roomSurvey: String { "\(own)/history/rooms" }

    /// Where something of a tracker is set by a plain text: `power`, `interval`, `mode`, `warning`, `critical`
    /// or `command`.
    public func set(_ device: DeviceID, _ what: String) -> String { "\(own)/\(device)/set/\(what)" }

    /// Where Home Assistant reads what a tracker has to show.
    ///
    /// An owner with an underscore has a level to itself, as no two trackers may share a topic.
    public func homeAssistantConfig(_ device: DeviceID) -> String {
        let separator = device.owner.text.contains("_") ? "/" : "_"
        return "\(homeAssistantStart)\(device.owner)\(separator)\(device.device)/config"
    }

    /// Where Home Assistant reads what a tracker has to show, and where former versions had it.
    public func homeAssistantConfigs(of device: DeviceID) -> [String] {
        let own = homeAssistantConfig(device)
        let former = [device.device.text, "\(device.owner)_\(device.device)"]
        return [own] + former.map { "\(homeAssistantStart)\($0)/config" }.filter { $0 != own }
    }

    /// The filter of where we, former versions and others have Home Assistant read what devices have to show.
    public var homeAssistantConfigs: String { "\(discovery)/device/#" }

    /// How the topics begin under which we, or a former version, have Home Assistant read something.
    public var homeAssistantStart: String { "\(discovery)/device/tagalong_" }

    /// Where Home Assistant says that it is there.
    public var homeAssistantStatus: String { "\(discovery)/status" }
}

extension Topics {
    /// The last level of what OwnTracks' programs publish below a device's own topic.
    public static let subtopics: Set<String> = [
        "beacon", "card", "cmd", "configuration", "dump", "event", "info", "lwt", "msg", "request", "status", "step",
        "steps", "waypoint", "waypoints",
    ]

    /// User and device of a topic of OwnTracks, as they stand there; nil for one that has none.
    ///
    /// They follow on our base. Below another they are the last two levels, with nothing but a subtopic behind them.
    public func names(in topic: String) -> (user: String, device: String)? {
        var levels = topic.split(separator: "/")
        let base = positions.split(separator: "/")
        if levels.starts(with: base) {
            levels.removeFirst(base.count)
            return levels.count < 2 ? nil : (String(levels[0]), String(levels[1]))
        }
        if levels.count > 3, let last = levels.last, Self.subtopics.contains(String(last)) { levels.removeLast() }
        return levels.count < 3 ? nil : (String(levels[levels.count - 2]), String(levels[levels.count - 1]))
    }

    /// Whether no owner may have this name, because it stands where an owner would.
    public static func isReserved(_ owner: Name) -> Bool { reserved.contains(owner.text) }

    /// The names that no owner may have.
    public static let reserved = ["alerts", "gateway", "guard", "reminders"]

    /// What a topic is about; nil for one of another depth, with a name that is none, or of a reserved owner.
    public func parse(_ topic: String) -> Topic? {
        if let levels = Levels(of: topic, below: discovery) {
            if topic == homeAssistantStatus { return .homeAssistantStatus }
            if levels.first == "device" { return .homeAssistantConfig }
        }
        if let levels = Levels(of: topic, below: positions), let found = Self.position(levels) { return found }
        guard let levels = Levels(of: topic, below: own) else { return nil }
        return switch levels.first {
        case "alerts": Self.alert(levels)
        case "gateway": Self.gateway(levels)
        case "guard": Self.guarded(levels)
        case "reminders": Self.reminder(levels)
        default: Self.tracker(levels)
        }
    }

    /// The device that a topic of OwnTracks belongs to, whatever stands behind it; nil for another one.
    public func ownTracksDevice(of topic: String) -> DeviceID? {
        guard var levels = Levels(of: topic, below: positions) else { return nil }
        return levels.ownTracksDevice()
    }

    /// The owner below whose topic of OwnTracks one is, or which it is; nil for another.
    public func ownTracksOwner(of topic: String) -> Name? {
        guard topic.hasPrefix(positions + "/") else { return nil }
        let level = topic.dropFirst(positions.count + 1).prefix { $0 != "/" }
        return try? Name(ownTracks: String(level))
    }

    /// The device that says what is published on a topic, whatever stands behind its name; nil for another topic.
    public func device(of topic: String) -> DeviceID? {
        if let device = ownTracksDevice(of: topic) { return device }
        var levels = Levels(of: topic, below: own)
        return levels?.device()
    }

    private static func position(_ topic: Levels) -> Topic? {
        var levels = topic
        guard let device = levels.ownTracksDevice() else { return nil }
        if levels.isAtEnd { return .location(device) }
        return switch levels.last() {
        case "cmd": .ownTracksCommand(device)
        case "event": .event(device)
        case "waypoint": .waypoint(device)
        case "info", "card": .card(device)
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
            case ("history", "rooms"): .roomSurvey
            default: nil
            }
        }
        if device.owner.text == "history", device.device.text == "fence" {
            return levels.last().flatMap { $0.isEmpty ? nil : .fence }
        }
        if levels.first == "set" {
            levels.skip()
            return levels.last().map { .set(device, what: $0) }
        }
        return levels.last().flatMap(TrackerTopic.init).map { $0.topic(device) }
    }

    private static func alert(_ topic: Levels) -> Topic? {
        var levels = topic
        levels.skip()
        guard let device = levels.device(), levels.isAtEnd else { return nil }
        return .alert(device)
    }

    private static func guarded(_ topic: Levels) -> Topic? {
        var levels = topic
        levels.skip()
        guard let owner = levels.name(), !isReserved(owner) else { return nil }
        if levels.isAtEnd { return .guarded(owner) }
        guard levels.next() == "ignored", levels.isAtEnd else { return nil }
        return .guardIgnored(owner)
    }

    private static func reminder(_ topic: Levels) -> Topic? {
        var levels = topic
        levels.skip()
        guard let owner = levels.name(), !isReserved(owner) else { return nil }
        if levels.isAtEnd { return .reminderEvents(owner) }
        guard let name = levels.name() else { return nil }
        let id = ReminderID(owner: owner, id: name)
        if levels.isAtEnd { return .reminder(id) }
        return switch levels.last() {
        case "state": .reminderState(id)
        case "set": .reminderSet(id)
        default: nil
        }
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
    private let topic: String
    /// At which byte the next level begins; nil behind the last one.
    private var position: Int?

    init?(of topic: String, below base: String) {
        let (bytes, start) = (topic.utf8Span.span, base.utf8Span.span)
        guard bytes.count > start.count, bytes[start.count] == Self.slash else { return nil }
        for index in start.indices where bytes[index] != start[index] { return nil }
        self.topic = topic
        position = start.count + 1
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
        let bytes = topic.utf8Span.span
        var end = start
        while end < bytes.count, bytes[end] != Self.slash { end += 1 }
        position = end < bytes.count ? end + 1 : nil
        let utf8 = topic.utf8
        let first = utf8.index(utf8.startIndex, offsetBy: start)
        return String(topic[first..<utf8.index(first, offsetBy: end - start)])
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

    /// A device by what OwnTracks calls it.
    mutating func ownTracksDevice() -> DeviceID? {
        guard let first = next(), let second = next(), let owner = try? Name(ownTracks: first),
            !Topics.isReserved(owner), let device = try? Name(ownTracks: second)
        else { return nil }
        return DeviceID(owner: owner, device: device)
    }

    mutating func device() -> DeviceID? {
        guard let owner = name(), !Topics.isReserved(owner), let device = name() else { return nil }
        return DeviceID(owner: owner, device: device)
    }
}
