import Broker
import Foundation
import MQTT
import Messages
import TestSupport
import Tracking

/// A real mosquitto with its plugin and an encrypted listener, with files of its own, for one test.
actor OwnTestBroker {
    nonisolated let directory: String
    /// The owner's connection; stays the same when it is started again.
    nonisolated let owner: MQTTConfiguration
    nonisolated let encryption: OwnBroker.Encryption
    nonisolated let provisioner: Provisioner
    private var broker: PrivateBroker

    static var now: Timestamp { Timestamp(seconds: Date().timeIntervalSince1970) }

    /// Starts a broker.
    ///
    /// - Parameter directory: A directory that may have been used before.
    /// - Throws: What a broker throws that does not start.
    init(in directory: String = temporaryDirectory()) async throws {
        self.directory = directory
        provisioner = Provisioner(directory: directory, logger: .silent)
        var tries = 20
        while true {
            let listener = Listener(address: "127.0.0.1", port: .random(in: 10240..<32768), names: ["localhost"])
            try OwnBroker.listen(in: directory, listener, at: Self.now)
            do {
                broker = try await OwnBroker.start(in: directory, at: Self.now, logger: .silent)
                break
            } catch PrivateBrokerError.listenerBusy where tries > 0 {
                tries -= 1
            }
        }
        owner = broker.connection
        guard let found = try OwnBroker.encryption(in: directory) else { throw NoEncryption() }
        encryption = found
    }

    struct NoEncryption: Error {}

    static func temporaryDirectory() -> String {
        "\(FileManager.default.temporaryDirectory.path)/broker-\(UUID().uuidString)"
    }

    /// The connection of a client from another machine.
    nonisolated func connection(_ credential: BrokerCredential) -> MQTTConfiguration {
        connection(user: credential.user, password: credential.password)
    }

    nonisolated func connection(user: String?, password: Secret?) -> MQTTConfiguration {
        MQTTConfiguration(
            host: "localhost",
            port: encryption.listener.port,
            username: user,
            password: password,
            tls: .init(authorities: encryption.authority)
        )
    }

    func restart() async throws {
        await broker.stop()
        broker = try await OwnBroker.start(in: directory, at: Self.now, logger: .silent)
    }

    func stop() async { await broker.stop() }

    /// Whether the broker runs, and what it said last: for a failure that only it can explain.
    func printState() {
        let log = (try? String(contentsOfFile: "\(directory)/mosquitto.log", encoding: .utf8)) ?? "no log"
        let lines = log.split(separator: "\n").suffix(40).joined(separator: "\n")
        print("the broker \(broker.process == nil ? "has ended" : "runs"):\n\(lines)")
    }

    func remove() async {
        await broker.kill()
        try? FileManager.default.removeItem(atPath: directory)
    }
}

/// Runs the body with a broker of its own and removes that afterwards.
func withOwnBroker<Result>(
    in directory: String = OwnTestBroker.temporaryDirectory(),
    _ body: (OwnTestBroker) async throws -> Result
) async throws -> Result {
    let broker = try await OwnTestBroker(in: directory)
    return try await afterwards({ await broker.remove() }) {
        do { return try await body(broker) } catch {
            await broker.printState()
            throw error
        }
    }
}
