public import Bluetooth
public import Logging
public import ServiceLifecycle
internal import Synchronization
public import SystemBus

/// Puts a tag of ours on a real adapter, by way of bluetoothd: everybody near can see it, connect, pair, read and write.
///
/// What bluetoothd forgets when it ends is told to it again when it is back; an adapter may go and come as well.
public actor BlueZPeripheral: Service {
    /// What somebody who looks on would like to know.
    ///
    /// Meant for one reader; the oldest is dropped first.
    public nonisolated let events: AsyncStream<PeripheralEvent>

    let server: any AttributeServer
    let configuration: PeripheralConfiguration
    let bus: SystemBus
    let person: any PairingPerson
    let acceptsPairing: @Sendable () async -> Bool
    let logger: Logger
    let layout: PeripheralLayout
    let order = RequestOrder()
    /// bluetoothd's name on the bus while it runs.
    nonisolated let owner = Mutex<String?>(nil)
    private let tell: AsyncStream<PeripheralEvent>.Continuation

    var station: Station?
    /// The adapter on which something of the tag may be, registered in full or not.
    var touched: Station?
    /// Whether the adapter has had power ever since the advertisement was registered.
    var isPowered = false
    var exports: [BusExport] = []
    var centrals = CentralTable()
    var links = CentralLinks()
    /// Who has read or written anything of the tag.
    var visitors: Set<ObjectPath> = []
    var values = LongValues()
    /// Whose indication waits to be confirmed.
    var confirmation: ObjectPath?
    var waiting: CheckedContinuation<Void, Never>?
    /// What the adapter was called before.
    var formerAlias: String?
    private var wasRegistered = false

    /// The adapter while the tag is on it.
    struct Station: Hashable {
        let path: ObjectPath
        let address: BluetoothAddress
        /// Whether bluetoothd puts the power into advertisements.
        let includesPower: Bool
    }

    /// A tag that shows itself when it is run; the person compares numbers on the tag's side.
    ///
    /// - Throws: ``RadioError`` when the advertisement is too long.
    public init(
        _ server: any AttributeServer,
        configuration: PeripheralConfiguration,
        bus: SystemBus,
        person: any PairingPerson,
        acceptsPairing: @escaping @Sendable () async -> Bool = { true },
        logger: Logger
    ) throws(RadioError) {
        try AdvertisementBudget(configuration.advertisement, appearance: configuration.appearance).check()
        self.server = server
        self.configuration = configuration
        self.bus = bus
        self.person = person
        self.acceptsPairing = acceptsPairing
        self.logger = logger
        layout = PeripheralLayout(server.services)
        (events, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    }

    /// Shows the tag until it is shut down or cancelled; then nobody sees it any more.
    ///
    /// - Throws: ``RadioError`` when there is no bluetoothd or no such adapter at the start, or the bus is lost.
    public func run() async throws {
        defer { tell.finish() }
        let result: Result<Void, any Error>
        do {
            try await serve()
            result = .success(())
        } catch { result = .failure(error) }
        // What is cancelled could not say goodbye.
        await Task { await self.leave() }.value
        try result.get()
    }

    func notice(_ event: PeripheralEvent) { tell.yield(event) }

    /// What the tag has to react to.
    private enum Input: Sendable {
        case owner(String?)
        case signal(BusSignal)
        case retry
    }

    private func serve() async throws {
        let properties = try await listen(BusMatch(sender: BlueZName.service, interface: BlueZName.properties))
        let objects = try await listen(BusMatch(sender: BlueZName.service, interface: BlueZName.objectManager))
        let owners = try await reporting("the message bus") { () throws(BusError) in
            try await self.bus.owners(of: BlueZName.service)
        }
        let (inputs, feed) = AsyncStream.makeStream(of: Input.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await element in owners { feed.yield(.owner(element.owner)) } }
            group.addTask { for await signal in properties { feed.yield(.signal(signal)) } }
            group.addTask { for await signal in objects { feed.yield(.signal(signal)) } }
            group.addTask { try await self.awaitEnd() }
            group.addTask { await self.sendUpdates() }
            group.addTask {
                for await input in inputs.cancelOnGracefulShutdown() {
                    try await self.handle(input) { feed.yield(.retry) }
                }
                throw CancellationError()
            }
            defer { group.cancelAll() }
            do { while try await group.next() != nil {} } catch is CancellationError {}
        }
    }

    private func listen(_ match: BusMatch) async throws(RadioError) -> BusSignals {
        try await reporting("the message bus") { () throws(BusError) in try await self.bus.signals(match) }
    }

    private func awaitEnd() async throws {
        let reason = await bus.closed
        try Task.checkCancellation()
        throw RadioError.unavailable("\(reason)", advice: "is the system's D-Bus running?")
    }

    private func handle(_ input: Input, retry: @escaping @Sendable () -> Void) async throws {
        switch input {
        case .owner(let owner): await changed(owner)
        case .signal(let signal): return await handle(signal)
        case .retry: break
        }
        guard station == nil else { return }
        guard owner.withLock({ $0 != nil }) else {
            if wasRegistered { return }
            throw RadioError.unavailable("bluetoothd does not run", advice: "systemctl start bluetooth")
        }
        do throws(RadioError) {
            try await register()
            wasRegistered = true
        } catch {
            guard wasRegistered else { throw error }
            logger.warning("\(error); trying again")
            Task { [configuration] in
                try? await Task.sleep(for: configuration.retryAfter)
                retry()
            }
        }
    }

    private func changed(_ new: String?) async {
        await lost(new == nil ? "bluetoothd has ended" : nil)
        owner.withLock { $0 = new }
    }

    /// The adapter, or bluetoothd with all its adapters, is gone.
    func lost(_ reason: String?) async {
        touched = nil
        guard station != nil else { return }
        station = nil
        centrals = CentralTable()
        await order.run { await self.act(self.forgetLinks()) }
        if let reason {
            logger.warning("\(reason)")
            notice(.unavailable(reason))
        }
    }

    private func forgetLinks() -> [CentralLinks.Action] { links.reset() }
}

/// Calling bluetoothd.
extension BlueZPeripheral {
    @discardableResult
    func call(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = []
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            BusCall(
                destination: BlueZName.service,
                path: path,
                interface: interface,
                member: member,
                arguments: arguments,
                timeout: configuration.requestTimeout
            )
        )
    }

    /// Calls where nothing can be done about a failure.
    func callAnyway(_ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = []) async {
        do throws(BusError) { try await call(path, interface, member, arguments) } catch {
            logger.debug("\(member) of \(path): \(error)")
        }
    }

    func set(_ path: ObjectPath, _ name: String, _ value: BusValue) async throws(BusError) {
        try await call(path, BlueZName.properties, "Set", [.string(BlueZName.adapter), .string(name), .variant(value)])
    }

    /// Turns an error of the bus into one for people.
    nonisolated func reporting<Value>(
        _ what: String, advice: String = "see what bluetoothd has logged", _ body: () async throws(BusError) -> Value
    ) async throws(RadioError) -> Value {
        do throws(BusError) { return try await body() } catch {
            throw .unavailable("\(what): \(error)", advice: advice)
        }
    }
}
