public import Bluetooth
public import Logging
public import ServiceLifecycle
internal import SystemBus
public import Tracking

/// The radio over the adapters of this machine, by way of bluetoothd on the system's bus.
///
/// It follows bluetoothd across restarts, keeps every adapter scanning, and does nothing until it is run.
public actor BlueZRadio: Radio, Service {
    public nonisolated let events: AsyncStream<RadioEvent>
    let configuration: BlueZConfiguration
    let clock: any UTCClock
    let logger: Logger
    let queue: EventQueue

    /// bluetoothd as it is at present; nil while there is none.
    var session: Session?
    var objects = BlueZObjects()
    var stations: [BluetoothAddress: Station] = [:]
    /// When each tag was last noticed.
    var heardAt: [ObjectPath: Timestamp] = [:]
    /// Which tags the monitor tap heard last, and when.
    var tappedAt: [ObjectPath: Timestamp] = [:]
    /// What the monitor tap adds to what bluetoothd tells.
    var longAdvertisements = LongAdvertisements()
    /// Links that this radio has made or adopted, each with a number that no other has.
    var links: [ObjectPath: Int] = [:]
    /// Tags that bluetoothd keeps only because this radio has connected them.
    var own: Set<ObjectPath> = [] {
        didSet { if own != oldValue { noteLeftovers() } }
    }
    /// Adapters that this radio, or a former life of the program, has switched off to switch them on again.
    var switchedOff: Set<BluetoothAddress> = [] {
        didSet { if switchedOff != oldValue { noteLeftovers() } }
    }
    /// Whether is known what a former life of the program has left.
    var hasReadLeftovers = false
    /// Tags that bluetoothd has for somebody else.
    var kept: Set<ObjectPath> = []
    /// Which tags bluetoothd is to forget before long, each with a number that no other has.
    var tidying: [ObjectPath: Int] = [:]
    /// The kernel's management socket; nil while there is none, or it tells nothing.
    var management: ManagementSocket?
    /// When each link was last told of.
    var linkToldAt: [ObjectPath: Timestamp] = [:]
    var subscriptions = Subscriptions()
    /// The calls that end what nobody listens to any more.
    var endings: [ObjectPath: Task<Void, Never>] = [:]
    /// Tags whose attributes are no longer where bluetoothd remembers them.
    var stale: Set<ObjectPath> = []
    var pairing: PairingTalk?
    var waiters: [Int: Waiter] = [:]
    var lastNumber = 0
    /// Why there is no session.
    var trouble = RadioError.noService
    var hasComplained = false
    var serving: Task<Void, Never>?
    let pairingTurn = Turnstile()

    /// A radio that begins when it is run; the clock is for watchdogs and pauses, and the logger hears of every
    /// adapter's health.
    public init(configuration: BlueZConfiguration = BlueZConfiguration(), clock: any UTCClock, logger: Logger) {
        self.configuration = configuration
        self.clock = clock
        self.logger = logger
        queue = EventQueue(limit: configuration.eventLimit)
        events = queue.stream
    }

    public var adapters: [AdapterStatus] { stations.values.map(\.status).sorted { $0.address < $1.address } }

    /// How many events were lost because their reader was too slow.
    public nonisolated var droppedEvents: Int { queue.dropped }

    /// Runs until it is shut down or its task is cancelled, and ends the links it has made.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            async let tap: Void = self.runTap()
            async let links: Void = self.watchLinks()
            await self.serve()
            _ = await (tap, links)
        }
        queue.finish()
    }

    /// A number that was not given before.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

extension BlueZRadio {
    /// One life of bluetoothd.
    struct Session {
        let bus: SystemBus
        /// bluetoothd's unique name.
        let owner: String
        let generation: Int
    }

    /// Somebody who waits for bluetoothd's objects to be in some state.
    struct Waiter {
        let isDone: @Sendable (BlueZObjects) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }
}
