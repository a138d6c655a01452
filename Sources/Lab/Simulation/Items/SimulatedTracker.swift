import Firmware
public import Messages
public import Tracking

/// The tracker of a simulated item: our firmware in a world of its own, which says over the broker what a real one says,
/// and nothing in the name of anybody else.
public struct SimulatedTracker: Sendable {
    private var world: World
    private var item: SimulatedItem
    private var isOn = false
    private var isOnline = false
    /// Whether somebody wants it in Bluetooth mode, and its Bluetooth leads to the broker.
    private var hasBluetooth = false

    /// A tracker that is switched on with its first step, at a moment of which its boots are counted.
    public init(_ item: SimulatedItem, start: Timestamp, topics: Topics) {
        self.item = item
        // The service remembers the boots of before; a moment of power is later than the one before it.
        let boot = UInt32(clamping: start.wholeSeconds - Self.bootEpoch)
        world = World(of: item, start: start, boot: boot, topics: topics)
        world.setOutside(Self.only)
        world.setBroker(up: false)
    }

    private static let only = 0
    /// 2020-01-01T00:00:00Z, in seconds since 1970, as in other runs of simulated trackers.
    private static let bootEpoch: Int64 = 1_577_836_800

    /// How it connects; what is meant for it while it is away is not kept for it, as it does not know who has it then.
    public var session: BusSession {
        var session = world.session(ofTracker: Self.only)
        session.persistent = false
        return session
    }

    /// What of it has to be kept.
    public var memory: SimulatedItem {
        var memory = item
        memory.desired = world.firmware(ofTracker: Self.only).desired
        memory.name = memory.desired.item ?? item.name
        return memory
    }

    /// Whether its item was deleted and it has said goodbye.
    public var hasLeft: Bool { isOn && world.firmware(ofTracker: Self.only).owner == nil }

    /// Whether it sounds.
    public var isRinging: Bool { world.truth(ofTracker: Self.only).isRinging }

    /// How many of its positions are not stored yet.
    public var waiting: Int { world.truth(ofTracker: Self.only).waiting }

    /// Says before it goes that it is there no more.
    public var farewell: [Message] {
        hasLeft || item.isDeleted ? [] : [world.availability(.offline, ofTracker: Self.only)]
    }

    /// Lets time pass up to a moment, and answers with what it says.
    ///
    /// Where the clock was set back, its own stands until the moment is reached again.
    public mutating func step(at now: Timestamp) -> [Message] {
        let elapsed = now.milliseconds - world.start.milliseconds
        guard elapsed > world.elapsed || !isOn else { return [] }
        world.begin(at: max(0, elapsed))
        if !isOn {
            isOn = true
            world.switchOn()
        }
        charge(at: now)
        leaveIfDeleted()
        world.runTrackers()
        return said()
    }

    /// The broker is there.
    public mutating func connect() -> [Message] {
        isOnline = true
        world.setBroker(up: true)
        leaveIfDeleted()
        if item.isDeleted { return said() }
        // With its modem off nobody else says so.
        return (usesBluetooth ? [world.availability(.online, ofTracker: Self.only)] : []) + said()
    }

    /// The broker has gone: it keeps its positions until one is back.
    public mutating func disconnect() {
        isOnline = false
        world.setBroker(up: false)
        _ = said()
    }

    /// Takes in what it is told, and answers with what it says.
    public mutating func receive(_ message: Message) -> [Message] {
        guard let downlink = Downlink(message, topics: world.topics, at: world.now) else { return [] }
        world.happen(.received(downlink), to: Self.only)
        return said()
    }

    /// It was switched off after its item was deleted, and nobody may be left to tell it so.
    private mutating func leaveIfDeleted() {
        guard item.isDeleted, isOn, isOnline, !hasLeft else { return }
        let firmware = world.firmware(ofTracker: Self.only)
        guard firmware.desired.isRegistered else { return }
        let wish = DesiredState(version: firmware.desired.version + 1, power: .off, isRegistered: false)
        world.happen(.received(.desired(wish)), to: Self.only)
    }

    /// Of one whose item was deleted nobody is to hear any more than its goodbye: it would be an item again.
    private func isGoodbye(_ message: Message) -> Bool {
        guard message.topic == world.topics.reported(item.device) else { return false }
        return (try? ReportedState(decoding: message.payload))?.isRegistered == false
    }

    private mutating func charge(at now: Timestamp) {
        let percent = item.battery(at: now)
        guard percent.rounded(.up) != world.battery(ofTracker: Self.only).rounded(.up) else { return }
        world.apply(.battery(percent), to: Self.only) { _ in nil }
    }

    /// What its owner's console and phone would say in a scenario is for others to say.
    private mutating func said() -> [Message] {
        followBluetooth()
        var messages: [Message] = []
        while let output = world.next() {
            switch output {
            case .publish(let message, by: .tracker): messages.append(message)
            case .said(let uplink, _): messages.append(world.message(uplink, from: Self.only))
            case .publish, .connect, .disconnect, .heard, .link, .uplink, .pressed: break
            }
        }
        return item.isDeleted ? messages.filter(isGoodbye) : messages
    }

    /// Whether it is in Bluetooth mode, or is to be.
    private var usesBluetooth: Bool {
        let firmware = world.firmware(ofTracker: Self.only)
        return firmware.desired.mode == .bluetooth || firmware.mode == .bluetooth
    }

    /// No gateway hears it: where somebody wants Bluetooth mode, it would never be heard of again.
    private mutating func followBluetooth() {
        let isWanted = isOnline && isOn && usesBluetooth
        guard isWanted != hasBluetooth else { return }
        hasBluetooth = isWanted
        world.happen(.link(.bluetooth, up: isWanted), to: Self.only)
    }
}
