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
        } catch {
            throw .disconnected("\(error)")
        }
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

    /// Tells those outside of the connection's end.
    private func finish() {
        guard let reason = connection.ending, ending.end(reason) else { return }
        for task in running.values { task.cancel() }
    }
}
