internal import CSystemd

/// A call that waits for its answer; stays on the bus's thread.
final class PendingCall {
    typealias Completion = (Result<[BusValue], BusError>) -> Void

    let identifier: UInt64
    let call: BusCall
    /// When the wait ends, in microseconds of the monotonic clock; unknown until sent.
    var deadline = UInt64.max
    /// Ends the wait in sd-bus when it goes.
    var slot: SlotHandle?
    let completion: Completion
    private weak let connection: BusConnection?

    init(_ identifier: UInt64, _ call: BusCall, _ connection: BusConnection, _ completion: @escaping Completion) {
        (self.identifier, self.call, self.connection, self.completion) = (identifier, call, connection, completion)
    }

    /// Takes the answer, or sd-bus's stand-in for it.
    fileprivate func answered(_ message: OpaquePointer) {
        guard let connection else { return }
        connection.finish(identifier, unsafe connection.result(of: self, message))
    }
}

extension BusConnection {
    fileprivate func result(of call: PendingCall, _ message: OpaquePointer) -> Result<[BusValue], BusError> {
        guard let failure = unsafe Self.failure(in: message) else {
            return Result { () throws(BusError) in try unsafe MessageReader.arguments(of: message) }
        }
        guard failure.name == BusFailure.noReply else { return .failure(.failed(failure)) }
        if !isOpen { return .failure(.disconnected(failure.message)) }
        return .failure(MonotonicClock.now >= call.deadline ? .timedOut("\(call.call)") : .failed(failure))
    }

    private static func failure(in message: OpaquePointer) -> BusFailure? {
        guard let error = unsafe sd_bus_message_get_error(message), let name = unsafe error.pointee.name
        else { return nil }
        let text = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
        return BusFailure(name: unsafe String(cString: name), message: text)
    }
}

/// Called by sd-bus with the answer to a call, an error, or one of its own when time is over or the bus is gone.
@Sendable
func onAnswer(
    _ message: OpaquePointer?, context: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message = unsafe message, let context = unsafe context else { return 0 }
    unsafe Unmanaged<PendingCall>.fromOpaque(context).takeUnretainedValue().answered(message)
    return 1
}
