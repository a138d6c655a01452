internal import Glibc
public import Logging
public import MQTT
public import ServiceLifecycle
internal import Synchronization

/// A mosquitto of our own, for those who have no broker: reachable from this machine only, with a generated password.
///
/// It dies with the program, even a killed one, where `setpriv` (util-linux) is installed.
public struct PrivateBroker: Service, Sendable {
    /// How to connect to it.
    public let connection: MQTTConfiguration
    private let directory: BrokerDirectory
    private let child: ChildProcess
    private let logger: Logger
    private let isStopping = StopFlag()

    private final class StopFlag: Sendable { let value = Mutex(false) }

    /// The user of the one who runs the broker.
    public static let user = "tagalong"

    /// The connection to the broker that keeps its files in a directory, whether or not it runs at the moment; nil if
    /// none was ever started there, or its files are another user's.
    public static func connection(in directory: String) -> MQTTConfiguration? {
        BrokerDirectory(path: directory).connection
    }

    /// Starts a broker and returns when it accepts connections.
    ///
    /// Port and password are kept in the directory, so that a later start uses the same.
    ///
    /// - Throws: ``PrivateBrokerError``.
    public static func start(
        in path: String, port: UInt16? = nil, isAnonymous: Bool, logger: Logger
    ) async throws -> PrivateBroker {
        try await start(in: path, port: port, access: isAnonymous ? .anonymous : .password, logger: logger)
    }

    /// Starts a broker on a port of 127.0.0.1, the one used before, or any free one, if none is given; returns when it
    /// accepts connections.
    ///
    /// - Throws: ``PrivateBrokerError``, or what the rules throw.
    public static func start(
        in path: String, port: UInt16? = nil, access: BrokerAccess = .password, logger: Logger
    ) async throws -> PrivateBroker {
        let directory = BrokerDirectory(path: path)
        try directory.create()
        try await directory.awaitPredecessor()
        let isChosen = port != nil || directory.connection != nil
        // A port that was free may be taken before the broker has it; where nobody knows it yet, another one does.
        for _ in 1..<(isChosen ? 1 : 5) {
            do {
                return try await attempt(in: directory, port: port, access: access, logger: logger)
            } catch PrivateBrokerError.portBusy {
                directory.remove(directory.urlFile)
            }
        }
        return try await attempt(in: directory, port: port, access: access, logger: logger)
    }

    private static func attempt(
        in directory: BrokerDirectory, port: UInt16?, access: BrokerAccess, logger: Logger
    ) async throws -> PrivateBroker {
        let connection = try await directory.prepare(port: port, access: access)
        guard !Loopback.answers(port: connection.port) else {
            throw PrivateBrokerError.portBusy(connection.port, directory: directory.path)
        }
        let child = try await ChildProcess.start(try directory.command(), log: directory.logFile)
        if let identifier = child.identifier { try directory.write("\(identifier)\n", to: directory.processFile) }
        let broker = PrivateBroker(connection: connection, directory: directory, child: child, logger: logger)
        do { try await broker.awaitReadiness() } catch {
            // Also when whoever has it started waits no more.
            await broker.stop()
            throw error
        }
        logger.info("a broker of our own runs at \(connection.address)")
        return broker
    }

    /// Watches over the broker until it is shut down.
    ///
    /// - Throws: ``PrivateBrokerError/ended(_:log:)`` when it ends by itself.
    public func run() async throws {
        let rotation = Task { [directory] in
            while true {
                try await Task.sleep(for: .seconds(BrokerLimits.logSeconds))
                directory.rotateLog(beyond: BrokerLimits.log)
            }
        }
        defer { rotation.cancel() }
        let ending = await withTaskCancellationOrGracefulShutdownHandler {
            await child.ended()
        } onCancelOrGracefulShutdown: {
            requestStop()
        }
        directory.remove(directory.processFile)
        guard !isStopping.value.withLock({ $0 }) else { return }
        throw ended(ending)
    }

    /// Ends the broker and waits for it: it writes what it keeps to its directory first.
    public func stop() async {
        requestStop()
        _ = await child.ended()
        directory.remove(directory.processFile)
    }

    /// Kills the broker, which loses what it has not written yet; for tests.
    public func kill() async {
        isStopping.value.withLock { $0 = true }
        child.send(SIGKILL)
        _ = await child.ended()
    }

    /// Has the broker that runs in a directory read its certificates again; nothing when none runs.
    public static func reload(in directory: String) {
        guard let process = BrokerDirectory(path: directory).runningProcess else { return }
        _ = Glibc.kill(process, SIGHUP)
    }

    /// The process of the broker that runs in a directory, whoever started it; nil when none does.
    public static func process(in directory: String) -> Int32? { BrokerDirectory(path: directory).runningProcess }

    /// The client ids for which the broker in a directory has dropped messages since its log was begun, because more
    /// waited for them than may.
    public static func clientsWithFullQueues(in directory: String) -> Set<String> {
        BrokerDirectory(path: directory).clientsWithFullQueues
    }

    /// Bytes of memory of the broker that runs in a directory; nil when none does.
    package static func memory(in directory: String) -> Int? { BrokerDirectory(path: directory).memory }

    /// The users of clients of the broker in a directory that do not read what it sends them; nil among them stands for
    /// one that its log no longer tells.
    package static func usersThatDoNotRead(in directory: String) -> Set<String?> {
        let directory = BrokerDirectory(path: directory)
        let ports = directory.stalledPorts
        guard !ports.isEmpty else { return [] }
        let users = directory.users(ofPorts: ports)
        return ports.reduce(into: []) { all, port in
            if let some = users[port] { all.formUnion(some) } else { all.insert(nil) }
        }
    }

    /// Has the broker that runs in a directory write down now what it keeps.
    package static func save(in directory: String) {
        guard let process = BrokerDirectory(path: directory).runningProcess else { return }
        _ = Glibc.kill(process, SIGUSR1)
    }

    /// The broker's process while it runs.
    public var process: Int32? { child.identifier }

    private func requestStop() {
        isStopping.value.withLock { $0 = true }
        child.send(SIGTERM)
        Task {
            try await Task.sleep(for: .seconds(5))
            child.send(SIGKILL)
        }
    }

    /// Waits until the broker accepts connections on all its ports.
    ///
    /// That its port answers is not enough: somebody else may have got it just before, and one that cannot have its
    /// second port answers on the first for a moment before it ends.
    private func awaitReadiness() async throws {
        // One that does not say so, of whatever version, has a second in which to end.
        var patience = 100
        for _ in 0..<1000 {
            let ending = child.ending
            let log = directory.log
            if let ending { throw BrokerDirectory.takenPort(log).map(busy) ?? ended(ending) }
            if Loopback.answers(port: connection.port) {
                if BrokerDirectory.tellsReadiness(log) || patience == 0 { return }
                patience -= 1
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        await stop()
        throw PrivateBrokerError.notAnswering(connection.port, log: directory.logFile)
    }

    private func busy(_ port: UInt16) -> PrivateBrokerError {
        port == connection.port ? .portBusy(port, directory: directory.path) : .listenerBusy(port)
    }

    private func ended(_ ending: ChildProcess.Ending) -> PrivateBrokerError {
        switch ending {
        case .exit(let status): .ended("ended with status \(status)", log: directory.logFile)
        case .signal(let signal): .ended("was ended by signal \(signal)", log: directory.logFile)
        }
    }
}
