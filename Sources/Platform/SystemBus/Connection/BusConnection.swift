internal import CSystemd
internal import Glibc
internal import Threads

/// Sole owner of a connection of sd-bus and of all that waits on it; stays on the bus's thread.
@safe
final class BusConnection {
    let pointer: OpaquePointer
    private var filter: SlotHandle?
    private var lastIdentifier: UInt64 = 0

    /// Calls sent, and calls held back because the bus allows only so many at a time.
    var pending: [UInt64: PendingCall] = [:]
    var heldBack: [PendingCall] = []
    var subscriptions: [UInt64: Subscription] = [:]
    var names: [String: TrackedName] = [:]
    /// Method calls of others, not yet begun and not yet answered.
    var requests: [BusRequest] = []
    var unanswered: [UInt64: MessageHandle] = [:]

    private(set) var ending: BusError?

    init(_ address: SystemBus.Address) throws(BusError) {
        unsafe pointer = try Self.open(address)
        var slot: OpaquePointer?
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        try check(unsafe sd_bus_add_filter(pointer, &slot, onMessage, context), "no memory for a filter")
        filter = unsafe slot.map { unsafe SlotHandle(owning: $0) }
    }

    deinit {
        end(.closed)
        unsafe sd_bus_unref(pointer)
    }

    func nextIdentifier() -> UInt64 {
        lastIdentifier += 1
        return lastIdentifier
    }

    /// Whether messages can be sent or queued.
    var isOpen: Bool { unsafe ending == nil && sd_bus_is_open(pointer) > 0 }

    func ensureOpen() throws(BusError) {
        if let ending { throw ending }
    }

    /// The connection's name; asked for when it stands, because sd-bus would wait for that.
    func uniqueName() throws(BusError) -> String {
        try ensureOpen()
        var name: UnsafePointer<CChar>?
        guard unsafe sd_bus_is_ready(pointer) > 0, unsafe sd_bus_get_unique_name(pointer, &name) >= 0 else {
            throw .disconnected("the connection does not stand")
        }
        return unsafe name.map { unsafe String(cString: $0) } ?? ""
    }

    /// Handles what has come, a batch at a time so that jobs get their turn.
    func process() {
        for _ in 0..<256 where ending == nil {
            let code = unsafe sd_bus_process(pointer, nil)
            if code < 0 { end(.disconnected(reason(-code))) }
            if code <= 0 { return }
        }
    }

    /// What to wait for; `nil` once the connection has ended.
    var wait: PollThread.Wait? {
        guard ending == nil else { return nil }
        var moment = UInt64.max
        let (socket, events) = unsafe (sd_bus_get_fd(pointer), sd_bus_get_events(pointer))
        guard socket >= 0, events >= 0, unsafe sd_bus_get_timeout(pointer, &moment) >= 0 else {
            end(.disconnected("the connection ended"))
            return nil
        }
        return PollThread.Wait(
            descriptors: [socket],
            events: Int16(truncatingIfNeeded: events),
            timeout: MonotonicClock.wait(until: moment)
        )
    }

    func end(_ error: BusError) {
        guard ending == nil else { return }
        ending = error
        filter = nil
        unsafe sd_bus_close(pointer)
        let waiting = pending.values.sorted { $0.identifier < $1.identifier } + heldBack
        pending = [:]
        heldBack = []
        requests = []
        unanswered = [:]
        for call in waiting { complete(call, .failure(error)) }
        for subscription in subscriptions.values { subscription.continuation.finish() }
        for name in names.values { name.finish() }
        subscriptions = [:]
        names = [:]
    }

    func complete(_ call: PendingCall, _ result: Result<[BusValue], BusError>) {
        call.slot = nil
        call.completion(result)
    }

    private static func open(_ address: SystemBus.Address) throws(BusError) -> OpaquePointer {
        var bus: OpaquePointer?
        switch address {
        case .system: try check(unsafe sd_bus_open_system(&bus), "there is no system bus")
        case .address(let text):
            try check(unsafe sd_bus_new(&bus), "no memory for a bus")
            do {
                try check(unsafe sd_bus_set_address(bus, text), "\"\(text)\" is not the address of a bus")
                try check(unsafe sd_bus_set_bus_client(bus, 1), "\"\(text)\" takes no client")
                try check(unsafe sd_bus_start(bus), "\"\(text)\" cannot be connected to")
            } catch {
                unsafe sd_bus_unref(bus)
                throw error
            }
        }
        guard let bus = unsafe bus else { throw .disconnected("no memory for a bus") }
        return unsafe bus
    }
}

/// Called by sd-bus with every message that is no answer.
@Sendable
private func onMessage(
    _ message: OpaquePointer?, context: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message = unsafe message, let context = unsafe context else { return 0 }
    let connection = unsafe Unmanaged<BusConnection>.fromOpaque(context).takeUnretainedValue()
    return unsafe connection.received(message) ? 1 : 0
}
