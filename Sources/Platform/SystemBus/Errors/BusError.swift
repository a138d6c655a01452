internal import Glibc

/// Why something on the bus did not succeed.
public enum BusError: Error, Hashable, Sendable {
    /// The peer, or the bus itself, answered with an error.
    case failed(BusFailure)
    /// No answer to the named call came in time.
    case timedOut(String)
    /// The task that made the named call was cancelled.
    case cancelled(String)
    /// There is no connection, or it ended, for the reason given.
    case disconnected(String)
    /// The connection was closed by ``SystemBus/close()``.
    case closed
    /// Another program owns the name.
    case nameTaken(String)
    /// Something that cannot be sent, or was not understood, in words.
    case invalid(String)
}

extension BusError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .failed(let failure): "The call failed: \(failure)."
        case .timedOut(let call): "No answer to \(call) came in time."
        case .cancelled(let call): "Waiting for \(call) was cancelled."
        case .disconnected(let reason): "The connection to the message bus is gone: \(reason)."
        case .closed: "The connection to the message bus was closed."
        case .nameTaken(let name): "Another program owns the name \(name) on the message bus."
        case .invalid(let what): "The message bus cannot take this: \(what)."
        }
    }

    /// The error's name when the peer answered with one.
    public var failureName: String? { if case .failed(let failure) = self { failure.name } else { nil } }
}

/// The system's words for an error number.
func reason(_ code: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    // `strerror` shares its buffer between threads.
    guard unsafe strerror_r(code, &text, text.count) == 0 else { return "error \(code)" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Turns the negative error number that sd-bus returns into an error; `what` was attempted, for its text.
func check(_ code: Int32, _ what: @autoclosure () -> String) throws(BusError) {
    guard code < 0 else { return }
    switch -code {
    case ENOTCONN, ECONNRESET, EPIPE, ESHUTDOWN, ECONNREFUSED, ENOENT: throw .disconnected(reason(-code))
    default: throw .invalid("\(what()): \(reason(-code))")
    }
}
