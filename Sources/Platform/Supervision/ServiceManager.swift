/// The service manager that has started this process, as `sd_notify(3)` describes how to talk to it.
public struct ServiceManager: Sendable {
    private let socket: UnixDatagram
    /// How often it wants to hear that the process is alive, at least; nil when it does not.
    public let patience: Duration?

    /// The manager of the process of a number; nil when there is none, as in a terminal.
    ///
    /// `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID` are read.
    public init?(environment: [String: String], process: Int32) {
        guard let path = environment["NOTIFY_SOCKET"], let socket = UnixDatagram(path: path) else { return nil }
        self.socket = socket
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
        patience =
            environment["WATCHDOG_USEC"].flatMap { Int64($0) }
            .flatMap { isMeant && $0 > 0 ? .microseconds($0) : nil }
    }

    /// What a process says of itself.
    public enum Notice: Hashable, Sendable, CustomStringConvertible {
        /// It has started.
        case ready
        /// It does what it is for.
        case alive
        /// It ends.
        case stopping
        /// What it does, in one line for people.
        case status(String)

        public var description: String {
            switch self {
            case .ready: "READY=1"
            case .alive: "WATCHDOG=1"
            case .stopping: "STOPPING=1"
            case .status(let line): "STATUS=\(line.split(whereSeparator: \.isNewline).joined(separator: " "))"
            }
        }
    }

    /// Tells the manager, in one message.
    public func notify(_ notices: [Notice]) {
        socket.send(Array(notices.map(\.description).joined(separator: "\n").utf8))
    }
}
