import Glibc
import NIOCore

/// Why the address of the HTTP service cannot be listened on.
public struct ListenFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Host and port.
    public let address: String
    private let reason: String

    /// Nil for an error that has to do with something else than the address.
    init?(_ error: IOError, host: String, port: Int) {
        switch error.errnoCode {
        case EADDRINUSE: reason = "another program listens there already"
        case EADDRNOTAVAIL: reason = "this machine has no such address"
        case EACCES: reason = "this user may not listen on that port"
        default: return nil
        }
        address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    public var description: String { "--http: \(address) cannot be listened on: \(reason)" }
}
