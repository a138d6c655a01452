public import Bluetooth
import Keys
public import Logging
public import ServiceLifecycle
public import Tracking

/// A gateway's way to real tags: hears all of them, and keeps a link to those that are registered and tended.
///
/// Tags are known by what stays the same of them. One connection is made at a time, over all tags and adapters.
public actor TagRadio: TrackerRadio, Service {
    /// What a radio is told once.
    public struct Configuration: Sendable {
        /// A tag heard within so long a time is in reach.
        public var reach: Duration
        /// The battery of a tag without a lasting link is read so often.
        public var batteryEvery: Duration
        /// Whether each report of each tag is told, registered or not.
        public var tellsAll: Bool

        /// A tag that is held by a link whose strength nobody tells is let go so often, to be heard advertising.
        ///
        /// Less than the quarter of an hour after which the cheapest tags fall asleep without a link.
        public var restEvery: Duration
        /// For how long.
        public var rest: Duration

        public init(
            reach: Duration = .seconds(30),
            batteryEvery: Duration = .seconds(12 * 3600),
            restEvery: Duration = .seconds(14 * 60),
            rest: Duration = .seconds(8),
            tellsAll: Bool = false
        ) {
            (self.reach, self.batteryEvery, self.tellsAll) = (reach, batteryEvery, tellsAll)
            (self.restEvery, self.rest) = (restEvery, rest)
        }
    }

    public nonisolated let events: AsyncStream<TrackerRadioEvent>
    nonisolated let feed: AsyncStream<TrackerRadioEvent>.Continuation
    nonisolated let radio: any Radio
    nonisolated let file: RegistryFile
    nonisolated let library: ProfileLibrary
    nonisolated let clock: any UTCClock
    nonisolated let logger: Logger
    let configuration: Configuration

    var sightings: TagSightings
    var adapterList: [BluetoothAddress: AdapterStatus] = [:]
    var registry = TagRegistry()
    var stamp: RegistryFile.Stamp?
    var isRegistryRead = false
    /// The keys of registered tags.
    var keys: [TagIdentity: TagKey] = [:]
    var keyStamp: RegistryFile.Stamp?
    /// Where keyed tags were, as the file says.
    var savedAlignments: [TagIdentity: KeyAlignment] = [:]
    /// What was told last of keyed tags' batteries, in per cent.
    var batteries: [DeviceID: Int] = [:]
    /// How many tags may be told of in the running interval, so that a crowd does not fill the bus.
    var toTell = TagRadio.mostTold

    var plan = LinkPlan()
    var generator: any RandomNumberGenerator & Sendable
    var links: [DeviceID: Link] = [:]
    /// The trackers to connect to, and over which adapter.
    var tended: [DeviceID: BluetoothAddress?] = [:]
    /// The trackers for which something waits.
    var called: Set<DeviceID> = []
    /// When a tag was last linked.
    var linkedAt: [DeviceID: Timestamp] = [:]
    /// When the strength of a tag's link was last told.
    var rangedAt: [DeviceID: Timestamp] = [:]
    /// The tags that are let go for a moment.
    var resting: Set<DeviceID> = []
    /// The tags whose strengths are kept, report by report: they get no link meanwhile.
    var measured: [DeviceID: [BluetoothAddress: [Double]]] = [:]
    /// Where a registered tag was heard last.
    var reached: [DeviceID: Reach] = [:]
    /// Tags that somebody else works with at this moment.
    var held: Set<BluetoothAddress> = []
    /// Whose link is left to somebody else.
    var lent: Set<BluetoothAddress> = []
    /// Who waits for the end of a link that is left to somebody else.
    var endings: [BluetoothAddress: AsyncStream<Void>.Continuation] = [:]
    /// The tracker whose connection is being made.
    var making: DeviceID?
    var isConnecting = false
    var queue: [CheckedContinuation<Void, Never>] = []
    var isClosed = false

    static let mostTold = 200

    struct Reach {
        var address: BluetoothAddress
        var adapter: BluetoothAddress
        var time: Timestamp
    }

    /// A link that stands or is being made.
    struct Link {
        var address: BluetoothAddress
        var outgoing: Outgoing
        var isUp = false
        var task: Task<Void, Never>
    }

    /// A radio that begins when it is run.
    ///
    /// Nobody else may read the events of the radio below; others may change the registry meanwhile; the generator is
    /// for the pauses between attempts.
    public init(
        radio: any Radio,
        library: ProfileLibrary,
        registry: RegistryFile,
        configuration: Configuration = Configuration(),
        clock: any UTCClock,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger
    ) {
        self.radio = radio
        self.library = library
        file = registry
        self.configuration = configuration
        (self.clock, self.generator, self.logger) = (clock, generator, logger)
        sightings = TagSightings(library: library)
        // What a gateway cannot take in time is lost, as on the air; the oldest first.
        (events, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(10_000))
    }

    /// Listens until it is shut down, and ends its links.
    public func run() async throws {
        readRegistry()
        for adapter in await radio.adapters { adapterList[adapter.address] = adapter }
        feed.yield(.adapters(adapters))
        let ticking = Task { while !Task.isCancelled { await self.nextTick() } }
        for await event in radio.events.cancelOnGracefulShutdown() { notice(event) }
        ticking.cancel()
        await ticking.value
        await close()
        feed.finish()
    }

    private func nextTick() async {
        try? await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
        if !Task.isCancelled { tick() }
    }

    private func tick() {
        readRegistry()
        let now = clock.now
        advanceKeys(at: now)
        if now.wholeSeconds % 10 == 0 {
            sightings.age(at: now)
            toTell = Self.mostTold
        }
        restLinks(at: now)
        connectNext()
    }

    /// The adapters, in the order of their addresses.
    public var adapters: [AdapterStatus] { adapterList.values.sorted { $0.address < $1.address } }

    /// The tags in reach, the strongest first.
    public var tags: [TagSighting] {
        sightings.byAddress.values.sorted { ($0.strength ?? -200, $1.address) > ($1.strength ?? -200, $0.address) }
    }

    /// The registered tags, in the order of their devices.
    public var registered: [TagEntry] { registry.entries }

    /// Whether a tracker is connected.
    public func isLinked(_ device: DeviceID) -> Bool { links[device]?.isUp == true }
}
