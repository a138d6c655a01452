public import Bluetooth
public import Tracking

/// A find-me button sold under many names, all of which call themselves iTAG.
///
/// It rings by Immediate Alert, tells that its button is pressed, alarms when the link is lost unless it is told not
/// to on every new link, and sleeps when nobody has been connected for a quarter of an hour.
public struct ITag: TagPart {
    static let name = "iTAG"
    static let buttonService = BluetoothUUID(0xFFE0)
    public static let button = AttributeName(service: buttonService, characteristic: BluetoothUUID(0xFFE1))

    /// How long it advertises without a link before it sleeps.
    public static let sleepsAfter: Duration = .seconds(15 * 60)
    /// How long it alarms when the link is lost; our choice.
    public static let alarmLasts: Duration = .seconds(30)

    /// Why it sounds.
    private enum Sound: Hashable { case ring, alarm(until: Timestamp) }

    private var linkLossAlert = AlertLevelValue.high
    private var battery = 100
    private var sound: Sound?
    private var isLinked = false
    /// When it falls asleep; nil while it is linked or asleep.
    private var sleepsAt: Timestamp?

    /// A tag that has just been switched on.
    public init(at now: Timestamp) { sleepsAt = now.advanced(by: Self.sleepsAfter) }

    public var services: [LocalService] {
        [
            LocalService(uuid: Self.buttonService, characteristics: [.init(Self.button, .notify)]),
            LocalService(
                uuid: StandardService.immediateAlert, characteristics: [.init(.alert, [.write, .writeWithoutResponse])]
            ),
            LocalService(uuid: StandardService.linkLoss, characteristics: [.init(.linkLoss, [.read, .write])]),
            LocalService(uuid: StandardService.battery, characteristics: [.init(.battery, [.read, .notify])]),
        ]
    }

    public var nextWakeUp: Timestamp? {
        guard case .alarm(let end) = sound else { return sleepsAt }
        return min(end, sleepsAt ?? end)
    }

    public func advertisement(at now: Timestamp) -> Advertisement? {
        guard isLinked || sleepsAt != nil else { return nil }
        return Advertisement(name: Self.name, services: [Self.buttonService])
    }

    public func read(
        _ attribute: AttributeName, over link: LinkState, at now: Timestamp
    ) throws(AttributeError) -> [UInt8] {
        switch attribute {
        case .linkLoss: return linkLossAlert.gattValue
        case .battery: return [UInt8(clamping: battery)]
        default: throw .readNotPermitted
        }
    }

    public mutating func write(
        _ value: [UInt8], to attribute: AttributeName, over link: LinkState, at now: Timestamp
    ) throws(AttributeError) -> [TagEffect] {
        guard value.count == 1 else { throw .invalidLength }
        guard let level = AlertLevelValue(rawValue: value[0]) else { throw .valueNotAllowed }
        switch attribute {
        case .alert: return level == .none ? silence() : begin(.ring)
        case .linkLoss:
            linkLossAlert = level
            return []
        default: throw .writeNotPermitted
        }
    }

    public mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] {
        switch event {
        case .link(true): return connected()
        case .link(false): return disconnected(at: now)
        case .subscribed, .owned, .owner: return []
        case .pressed: return pressed(at: now)
        case .battery(let percent):
            guard percent != battery else { return [] }
            battery = percent
            return [.notify(AttributeUpdate(.battery, value: [UInt8(clamping: percent)]))]
        case .tick: return tick(at: now)
        }
    }
}

// MARK: What it does

extension ITag {
    private mutating func connected() -> [TagEffect] {
        isLinked = true
        sleepsAt = nil
        linkLossAlert = .high
        return silence()
    }

    /// These tags cannot tell a link that was ended from one that was lost.
    private mutating func disconnected(at now: Timestamp) -> [TagEffect] {
        guard isLinked else { return [] }
        isLinked = false
        sleepsAt = now.advanced(by: Self.sleepsAfter)
        return linkLossAlert == .none ? silence() : begin(.alarm(until: now.advanced(by: Self.alarmLasts)))
    }

    private mutating func pressed(at now: Timestamp) -> [TagEffect] {
        let silence = silence()
        if isLinked { return silence + [.notify(AttributeUpdate(Self.button, value: [1]))] }
        let wasAsleep = sleepsAt == nil
        sleepsAt = now.advanced(by: Self.sleepsAfter)
        return silence + (wasAsleep ? [.advertisementChanged] : [])
    }

    private mutating func tick(at now: Timestamp) -> [TagEffect] {
        var effects: [TagEffect] = []
        if case .alarm(let end) = sound, end <= now { effects += silence() }
        if let sleepsAt, sleepsAt <= now {
            self.sleepsAt = nil
            effects.append(.advertisementChanged)
        }
        return effects
    }

    private mutating func begin(_ sound: Sound) -> [TagEffect] {
        defer { self.sound = sound }
        return self.sound == nil ? [.sound(true)] : []
    }

    private mutating func silence() -> [TagEffect] {
        defer { sound = nil }
        return sound == nil ? [] : [.sound(false)]
    }
}

extension LocalCharacteristic {
    fileprivate init(_ name: AttributeName, _ properties: CharacteristicProperties) {
        self.init(uuid: name.characteristic, properties: properties)
    }
}
