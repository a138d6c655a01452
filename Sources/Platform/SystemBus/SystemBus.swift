internal import Threads

/// A connection to a D-Bus message bus, by way of systemd's sd-bus.
///
/// The connection lives on a thread of its own, which ends with ``close()``, with the connection, or with the last user
/// of this object. Nothing waits there for an answer: connecting and all calls are asynchronous.
public actor SystemBus {
    /// Where a bus is.
    public enum Address: Hashable, Sendable {
        /// The system's bus, or the one that `DBUS_SYSTEM_BUS_ADDRESS` names.
        case system
        /// A bus by its address, such as `unix:path=/tmp/bus`.
        case address(String)
    }

    let connection: BusConnection
    var objects = ObjectTree()
    var running: [UInt64: Task<Void, Never>] = [:]
    nonisolated let thread: PollThread
    nonisolated let ending = BusEnding()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Begins to connect to a bus; what goes wrong after that is told by the first call and by ``closed``.
    ///
    /// - Throws: ``BusError`` when nobody listens at the address or it is none.
    public init(_ address: Address = .system) throws(BusError) {
        do throws(NoDescriptor) {
            thread = try PollThread()
        } catch { throw .disconnected("\(error)") }
        connection = try BusConnection(address)
        thread.start { [weak self] in self?.assumeIsolated { bus in bus.turn() } ?? nil }
    }

    deinit {
        ending.end(.closed)
        thread.wake()
    }

    /// Ends the connection: calls that wait fail, streams end.
    public func close() {
        connection.end(.closed)
        finish()
    }

    /// Whether the connection has not ended yet.
    public nonisolated var isOpen: Bool { ending.reason == nil }

    /// Waits for the end of the connection.
    ///
    /// It is the reason: ``BusError/closed``, ``BusError/disconnected(_:)``, or ``BusError/cancelled(_:)`` when the
    /// waiting task was cancelled instead.
    public nonisolated var closed: BusError { get async { await ending.wait() } }

    /// Does what the socket and the clock want; on the bus's thread.
    private func turn() -> PollThread.Wait? {
        connection.process()
        let requests = connection.requests
        connection.requests = []
        for request in requests { serve(request) }
        let wait = connection.wait
        if wait == nil { finish() }
        return wait
    }

    private func finish() {
        guard let reason = connection.ending, ending.end(reason) else { return }
        for task in running.values { task.cancel() }
    }
}

extension SystemBus {
    /// Calls a method and waits for the answer.
    ///
    /// At most 100 calls wait for answers at a time, fewer than the system bus allows; more are sent as answers come.
    /// - Throws: ``BusError``.
    public func call(_ call: BusCall) async throws(BusError) -> [BusValue] {
        guard !Task.isCancelled else { throw .cancelled("\(call)") }
        let identifier = connection.nextIdentifier()
        let result = await withTaskCancellationHandler {
            await answer(to: call, identifier)
        } onCancel: {
            Task { await self.cancel(identifier) }
        }
        return try result.get()
    }

    /// Sends a call and waits for the answer, whatever becomes of the task.
    func answer(to call: BusCall, _ identifier: UInt64) async -> Result<[BusValue], BusError> {
        await withCheckedContinuation { continuation in
            do throws(BusError) {
                try connection.send(call, identifier) { continuation.resume(returning: $0) }
            } catch { continuation.resume(returning: .failure(error)) }
        }
    }

    /// The connection's unique name, such as `:1.5`.
    ///
    /// - Throws: ``BusError`` when the connection cannot be made.
    public func uniqueName() async throws(BusError) -> String {
        _ = try await call(BusCall.ofBus("GetId", []))
        return try connection.uniqueName()
    }

    private func cancel(_ identifier: UInt64) { connection.cancel(identifier) }
}

extension SystemBus {
    /// Puts an object on the bus for as long as what it answers with lives.
    ///
    /// Another with the same path is completed if their interfaces differ.
    /// - Throws: ``BusError/invalid(_:)`` for a name that is none or an interface that is there already.
    public func export(_ object: ExportedObject) throws(BusError) -> BusExport {
        try connection.ensureOpen()
        try object.checkNames()
        let identifier = connection.nextIdentifier()
        try objects.add(object, identifier)
        announce(object, "InterfacesAdded", ObjectTree.describe(object.interfaces))
        return BusExport(self, object.path, identifier)
    }

    func remove(_ identifier: UInt64) {
        guard let object = objects.remove(identifier) else { return }
        announce(object, "InterfacesRemoved", .strings(object.interfaces.map(\.name)))
    }

    func update(_ path: ObjectPath, _ interface: String, _ values: [String: BusValue]) throws(BusError) {
        var changed: [String: BusValue] = [:]
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let old = objects.update(value, name, of: interface, at: path) else {
                throw .invalid("\(path) has no property \(interface).\(name) of type \(value.signature)")
            }
            if old.isAnnounced, old.value != value { changed[name] = value }
        }
        guard !changed.isEmpty else { return }
        try emitPropertiesChanged(path: path, interface: interface, changed: changed)
    }

    private func announce(_ object: ExportedObject, _ member: String, _ what: BusValue) {
        guard !object.interfaces.isEmpty else { return }
        let arguments: [BusValue] = [.path(object.path), what]
        for manager in objects.managers(above: object.path) {
            // Fails only when the connection has ended, which is told elsewhere.
            try? emit(BusSignal(path: manager, interface: BusName.objectManager, member: member, arguments: arguments))
        }
    }
}
