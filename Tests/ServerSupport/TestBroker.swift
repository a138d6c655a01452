import Broker
internal import FoundationEssentials
public import MQTT
internal import TestSupport

/// A real mosquitto on a free loopback port, with files of its own, for one test.
///
/// Needs the Debian packages mosquitto and mosquitto-clients, and says so if they are missing.
public actor TestBroker {
    /// How to connect to the broker; stays the same when it is started again.
    public nonisolated let configuration: MQTTConfiguration
    /// Where the broker keeps its files.
    public nonisolated let directory: String
    private let isAnonymous: Bool
    private var broker: PrivateBroker

    /// The broker's address without a password.
    public nonisolated var url: String { configuration.description }

    /// Starts a broker.
    ///
    /// - Parameter isAnonymous: whether it lets everybody in.
    /// - Throws: `PrivateBrokerError` when mosquitto is not installed or does not start.
    public init(isAnonymous: Bool = true) async throws {
        directory = "\(FileManager.default.temporaryDirectory.path)/broker-\(UUID().uuidString)"
        self.isAnonymous = isAnonymous
        broker = try await PrivateBroker.start(in: directory, isAnonymous: isAnonymous, logger: .silent)
        configuration = broker.connection
    }

    /// Ends the broker, which writes down what it keeps.
    public func stop() async {
        await broker.stop()
    }

    /// Kills the broker, which forgets what it has not written down.
    public func kill() async {
        await broker.kill()
    }

    /// Starts the broker again, at the same port, after a stop or a kill.
    public func start() async throws {
        broker = try await PrivateBroker.start(in: directory, isAnonymous: isAnonymous, logger: .silent)
    }

    /// Stops the broker and starts it again.
    public func restart() async throws {
        await stop()
        try await start()
    }

    /// Ends the broker and removes its files.
    public func remove() async {
        await broker.kill()
        try? FileManager.default.removeItem(atPath: directory)
    }
}

/// Runs the body with a broker of its own and removes that afterwards.
///
/// - Parameters:
///   - isAnonymous: whether the broker lets everybody in.
///   - body: the test.
/// - Returns: what the body returns.
/// - Throws: what the body throws, or `PrivateBrokerError` when the broker does not start.
public func withTestBroker<Result>(
    isAnonymous: Bool = true,
    _ body: (TestBroker) async throws -> Result
) async throws -> Result {
    let broker = try await TestBroker(isAnonymous: isAnonymous)
    return try await afterwards({ await broker.remove() }) { try await body(broker) }
}
