internal import Threads

/// The controllers of an airspace as adapters of this machine's kernel, or on sockets, in real time.
///
/// Bound to one thread, which waits for the devices and for the air. BlueZ takes the adapters for hardware.
public actor VirtualAdapters {
    /// Where the kernel makes virtual adapters.
    public static let devicePath = "/dev/vhci"

    private let thread: PollThread
    private let clock = SuspendingClock()
    private var start: SuspendingClock.Instant
    private var airspace: Airspace
    private var devices: [any AdapterPort] = []
    private var trace: TraceFile?

    /// Packets that have gone each way.
    public private(set) var traffic = Traffic()

    /// For how long the air has stood still so far, because this machine could not keep up with it or the process was
    /// stopped.
    public private(set) var standstill = Duration.zero
    /// How many more things may happen in the air before the hosts have their turn.
    private var remainingEvents = 0

    /// Counts of packets.
    public struct Traffic: Hashable, Sendable {
        public var fromHost = 0, toHost = 0
        /// Packets that a host did not take, as when its adapter is switched off.
        public var refused = 0
        /// How often the host has sent each command.
        public var commands: [HCI.Opcode: Int] = [:]
    }

    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Takes a thread for an airspace, whose clock starts now, with a file for all packets.
    ///
    /// - Throws: what the system has refused.
    public init(_ airspace: Airspace, trace: TraceFile? = nil) throws(VHCIError) {
        do throws(NoDescriptor) {
            thread = try PollThread()
        } catch { throw .failed(path: "a pipe", step: "open it", reason: "\(error)") }
        (self.airspace, self.trace) = (airspace, trace)
        start = clock.now
        for (index, controller) in airspace.controllers.enumerated() { trace?.introduce(controller, ReceiverID(index)) }
    }

    /// Makes an adapter for each controller, and returns their indices: 0 for `hci0`.
    ///
    /// - Throws: why there are none.
    public func open(path: String = VirtualAdapters.devicePath) throws(VHCIError) -> [UInt16] {
        var adapters: [VHCIDevice] = []
        for _ in airspace.controllers { adapters.append(try VHCIDevice(path: path)) }
        serve(adapters)
        return adapters.map(\.index)
    }

    /// Puts each controller on a Unix socket of its own, for one host at a time that speaks H4 there, and returns where: the
    /// first at the path, the second at the path with `.2` behind it, and so on.
    ///
    /// - Throws: why there is none.
    @discardableResult
    public func listen(path: String) throws(VHCIError) -> [String] {
        let paths = airspace.controllers.indices.map { $0 == 0 ? path : "\(path).\($0 + 1)" }
        var sockets: [HCISocket] = []
        for path in paths { sockets.append(try HCISocket(path: path)) }
        serve(sockets)
        return paths
    }

    private func serve(_ ports: [any AdapterPort]) {
        devices = ports
        // Nobody could have heard what was due before.
        start = start.advanced(by: .microseconds(lag))
        for (index, device) in devices.enumerated() {
            for packet in device.early { receive(packet, ReceiverID(index)) }
        }
        thread.start { [weak self] in self?.assumeIsolated { $0.turn() } }
    }

    /// Changes the tags.
    public func change(_ body: @Sendable (inout Medium) -> Void) {
        remainingEvents = Self.eventsInTurn
        give(airspace.change(at: catchUp(), body))
    }

    /// The air as it is.
    public var medium: Medium { airspace.medium }

    /// Takes the adapters away; for the kernel they are unplugged.
    public func close() { devices = [] }

    private var now: AirTime {
        let (seconds, attoseconds) = start.duration(to: clock.now).components
        return AirTime(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    /// Serves devices and air, and tells what to wait for.
    private func turn() -> PollThread.Wait? {
        guard !devices.isEmpty else { return nil }
        standStill()
        remainingEvents = Self.eventsInTurn
        var isMore = false
        for (index, device) in devices.enumerated() { isMore = serve(device, ReceiverID(index)) || isMore }
        catchUp()
        var pause = airspace.nextWakeUp.map { max(0, $0 - now + 999) / 1000 }
        // What a host has not taken is offered again soon, without being told that it reads on.
        if devices.contains(where: \.hasUnsent) { pause = min(pause ?? Self.retryMilliseconds, Self.retryMilliseconds) }
        if isMore { pause = 0 }
        return PollThread.Wait(
            descriptors: devices.map(\.descriptor), timeout: pause.map { Int32(clamping: $0) } ?? -1
        )
    }

    private static let retryMilliseconds: Int64 = 10
    /// How many packets of one host are taken before the others, the air and those beside the tags have their turn.
    private static let packetsInTurn = 64
    /// How much happens in the air before the hosts have their turn.
    ///
    /// A kernel gives a command up after 2 s, and what it was to change stays as it was for good: a scan that could not be
    /// ended is not begun again.
    private static let eventsInTurn = 64
    /// How far the air may be behind the clock, in microseconds.
    private static let permittedLag: Int64 = 250_000

    /// Takes what a host has sent; tells whether there may be more.
    private func serve(_ device: any AdapterPort, _ receiver: ReceiverID) -> Bool {
        for _ in 0..<Self.packetsInTurn {
            guard let packet = device.read() else { return false }
            receive(packet, receiver)
        }
        return true
    }

    /// An air that is far behind stands still until now: a process that was stopped must not make up for all
    /// advertisements of that time, and a machine that cannot keep up would never be done with them.
    private func standStill() {
        let lag = lag
        guard lag > Self.permittedLag else { return }
        start = start.advanced(by: .microseconds(lag))
        standstill += .microseconds(lag)
    }

    /// For how long something has been due in the air, in microseconds.
    private var lag: Int64 { airspace.nextWakeUp.map { max(0, now - $0) } ?? 0 }

    /// Lets happen what is due, as far as there is time for it in this turn, and returns the moment that the air is at.
    @discardableResult
    private func catchUp() -> AirTime {
        give(airspace.advance(to: now, limit: &remainingEvents))
        return airspace.medium.now
    }

    private func receive(_ packet: [UInt8], _ receiver: ReceiverID) {
        traffic.fromHost += 1
        if packet.first == 1, packet.count >= 3 {
            traffic.commands[HCI.Opcode(rawValue: UInt16(packet[1]) | UInt16(packet[2]) << 8), default: 0] += 1
        }
        // What the air has brought before goes into the trace before.
        let moment = catchUp()
        trace?.write(packet, .toController, receiver, at: moment)
        give(airspace.receive(packet, for: receiver, at: moment))
    }

    private func give(_ packets: [Airspace.HostPacket]) {
        for packet in packets where devices.indices.contains(packet.receiver.number) {
            traffic.toHost += 1
            trace?.write(packet.bytes, .toHost, packet.receiver, at: packet.time)
            if !devices[packet.receiver.number].write(packet.bytes) { traffic.refused += 1 }
        }
    }
}
