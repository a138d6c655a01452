internal import Bluetooth

/// A Bluetooth LE controller as a state machine: packets of the host and events of the air in, the same out.
///
/// It plays both sides of connections, scans and advertises; see ``HCI/Command`` for what it understands.
/// Whatever the host sends is answered: by the event that belongs to the command, by "unknown command" or "invalid
/// parameters", and what is no packet at all by a hardware error. What is left out is listed in docs/bluetooth.md.
public struct VirtualController: Sendable {
    /// What comes out.
    public enum Output: Hashable, Sendable {
        /// A packet for the host.
        case host([UInt8])
        /// What it wants of the air.
        case air(AirOrder)
    }

    let configuration: ControllerConfiguration
    var generator: any RandomNumberGenerator & Sendable
    var state = State()
    var outputs: [Output] = []

    /// Everything that a reset forgets.
    struct State: Sendable {
        var eventMask: UInt64 = 0x1FFF_FFFF_FFFF
        var leEventMask: UInt64 = 0x1F
        var randomAddress: BluetoothAddress?
        /// Whether the host scans, advertises and connects by the extended commands; nil until it has used one.
        var isExtendedHost: Bool?
        var defaultDataLength = DataLength.initial
        var classic = Classic()
        var scanner = Scanner()
        var advertisingSets: [UInt8: HostAdvertising] = [:]
        var initiation: HCI.ConnectionRequest?
        var candidate: Candidate?
        var latestHandle: UInt16 = 0x3F
        var links: [UInt16: HostLink] = [:]
        var acceptList: Set<LinkAddress> = []
        var resolver = Resolver()
        var listening: Listening?
    }

    /// A controller as after power-on; the generator is for the random numbers that the host asks for.
    public init(_ configuration: ControllerConfiguration, generator: any RandomNumberGenerator & Sendable) {
        (self.configuration, self.generator) = (configuration, generator)
    }

    /// A packet of the host, with the byte for its kind in front.
    public mutating func receive(_ bytes: [UInt8], at time: AirTime) -> [Output] {
        do throws(HCI.Malformed) {
            switch try HCI.Packet(fromHost: bytes) {
            case .command(let packet): answer(packet, at: time)
            case .acl(let packet): forward(packet)
            case .event: break
            }
        } catch { refuse(error) }
        return takeOutputs()
    }

    /// Something happened in the air.
    public mutating func handle(_ event: AirEvent, at time: AirTime) -> [Output] {
        switch event {
        case .heard(let heard): hear(heard, at: time)
        case .connected(let id, let parameters): connected(id, parameters)
        case .accepted(let id, let acceptance): accepted(id, acceptance)
        case .advertised(let set): endAdvertising(of: set)
        case .received, .delivered, .completed, .keyWanted, .strength, .disconnected: handleLink(event)
        }
        return takeOutputs()
    }

    /// When it wants to be woken.
    public var nextWakeUp: AirTime? {
        state.advertisingSets.values.reduce(earlier(state.scanner.end, state.classic.nextEnd)) { earlier($0, $1.end) }
    }

    /// The moment of ``nextWakeUp`` has come.
    public mutating func wake(at time: AirTime) -> [Output] {
        endClassic(at: time)
        endScan(at: time)
        endAdvertising(at: time)
        return takeOutputs()
    }

    private mutating func takeOutputs() -> [Output] {
        defer { outputs = [] }
        return outputs
    }

    mutating func order(_ order: AirOrder) { outputs.append(.air(order)) }

    /// Sends an event unless the host has switched it off.
    mutating func emit(_ event: HCI.Event) {
        if event.isMaskable, state.eventMask >> (event.code - 1) & 1 == 0 { return }
        if case .le(let event) = event, !wants(event.subevent) { return }
        outputs.append(.host(event.bytes))
    }

    /// Whether the host has an LE event switched on.
    func wants(_ subevent: UInt8) -> Bool { state.leEventMask >> (subevent - 1) & 1 == 1 }
}
