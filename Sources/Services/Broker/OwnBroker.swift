public import Logging
import MQTT
public import Messages
public import Tracking

/// The private broker with a credential for each client.
public enum OwnBroker {
    /// Starts the broker on a port of 127.0.0.1: the one used before, or any free one, if none is given.
    ///
    /// A directory of an older version is taken over, with its URL and its stored messages.
    ///
    /// - Throws: ``BrokerError`` or `PrivateBrokerError`.
    public static func start(
        in directory: String, port: UInt16? = nil, topics: Topics = Topics(), at now: Timestamp, logger: Logger
    ) async throws -> PrivateBroker {
        let files = BrokerFiles(directory: directory)
        let broker = try await PrivateBroker.start(
            in: directory,
            port: port,
            access: .rules { password in try prepare(files, owner: password, topics, now, logger) },
            logger: logger
        )
        do {
            try writeOptions(of: broker.connection, files)
        } catch {
            await broker.stop()
            throw error
        }
        return broker
    }

    /// Writes the options with which mosquitto's own clients connect as the owner, told where by `XDG_CONFIG_HOME`.
    private static func writeOptions(of connection: MQTTConfiguration, _ files: BrokerFiles) throws(BrokerError) {
        guard let user = connection.username, let password = connection.password else { return }
        let lines = ["-h \(connection.host)", "-p \(connection.port)", "-u \(user)", "-P \(password.value)"]
        for file in files.options { try SecretFile.write(lines.joined(separator: "\n") + "\n", to: file) }
    }

    /// Writes what the broker needs; each file is whole at any moment, so that a stop between two of them is made good
    /// by the next start.
    private static func prepare(
        _ files: BrokerFiles, owner: Secret, _ topics: Topics, _ now: Timestamp, _ logger: Logger
    ) throws(BrokerError) -> [String] {
        let known = try SecurityFile(reading: files.security)
        var file = known ?? SecurityFile()
        let losing = try file.maintain(owner: owner, admin: files.adminPassword(), topics: topics)
        for service in OwnService.allCases { try file.maintain(service, files.servicePassword(service)) }
        if file != known { try file.write(to: files.security) }
        for record in losing { logger.warning("\(record.lostReminders)") }
        return [
            "plugin \(try Plugin.path())",
            "plugin_opt_config_file \(files.security)",
            // What is kept is there for whoever may read it, also when who wrote it has gone.
            "check_retain_source false",
        ] + (try listener(files, now))
    }

    private static func listener(_ files: BrokerFiles, _ now: Timestamp) throws(BrokerError) -> [String] {
        guard let listener = try Listener.read(files) else { return [] }
        _ = try ServerCertificate.maintain(files, for: listener.names, at: now)
        return [
            "listener \(listener.port) \(listener.address)",
            "certfile \(files.certificate)",
            "keyfile \(files.key)",
            "tls_version tlsv1.2",
            "max_connections \(BrokerLimits.connections)",
        ]
    }
}
