public import Logging
internal import MQTT
public import Messages
public import Tracking

/// Gives clients of the private broker their credentials, and takes them back.
///
/// Needs the broker to run, and its directory: whoever may read that is its owner.
public struct Provisioner: Sendable {
    let files: BrokerFiles
    let topics: Topics
    let logger: Logger

    /// The provisioner of the broker in a directory.
    ///
    /// - Parameters:
    ///   - directory: The broker's.
    ///   - topics: Where messages are.
    ///   - logger: Hears of trouble with the connection.
    public init(directory: String, topics: Topics = Topics(), logger: Logger) {
        (files, self.topics, self.logger) = (BrokerFiles(directory: directory), topics, logger)
    }

    /// Whether the broker in a directory lets clients in by such credentials.
    ///
    /// - Throws: ``BrokerError`` when this user may not know.
    public static func isThere(in directory: String) throws(BrokerError) -> Bool {
        let files = BrokerFiles(directory: directory)
        return try SecretFile.line(files.admin) != nil && PrivateBroker.connection(in: directory) != nil
    }

    /// The clients that the broker knows, beside the owner and the administrator.
    ///
    /// - Throws: ``BrokerError``.
    public func records() throws(BrokerError) -> [ClientRecord] {
        guard let file = try SecurityFile(reading: files.security) else { throw .noBroker(directory: files.directory) }
        return file.records
    }

    /// Lets a client in that was not known.
    ///
    /// - Parameters:
    ///   - client: Who.
    ///   - trackers: A gateway's trackers.
    /// - Returns: Its credential, which is not to be had again.
    /// - Throws: ``BrokerError``.
    public func add(_ client: BrokerClient, trackers: [DeviceID] = []) async throws -> Credential {
        guard try !records().contains(where: { $0.user == client.user() }) else {
            throw BrokerError.exists(client.user())
        }
        let credential = Credential(client: client, user: client.user(), password: .generated())
        try await send([
            // What is left of an earlier one must not add to it.
            .deleteRole(client.role),
            .createRole(client.role, client.rights(topics, trackers: trackers)),
            .createClient(credential.user, credential.password, for: client),
        ])
        return credential
    }

    /// Gives a client another password; its session on the broker stays.
    ///
    /// - Parameter user: Its user.
    /// - Returns: The new credential.
    /// - Throws: ``BrokerError``.
    public func rotate(_ user: String) async throws -> Credential {
        guard let record = try records().first(where: { $0.user == user }) else { throw BrokerError.unknown(user) }
        let credential = Credential(client: record.client, user: user, password: .generated())
        try await send([.setPassword(credential.password, of: user)])
        return credential
    }

    /// Ends a client's connections and lets it in no more.
    ///
    /// - Parameter user: Its user.
    /// - Throws: ``BrokerError``.
    public func revoke(_ user: String) async throws {
        let known = try records()
        guard let record = known.first(where: { $0.user == user }) else { throw BrokerError.unknown(user) }
        let isLast = !known.contains { $0.user != user && $0.client.role == record.client.role }
        if isLast, case .tracker(let tracker) = record.client { return try await revoke(tracker) }
        try await send([.deleteClient(user)] + (isLast ? [.deleteRole(record.client.role)] : []))
    }

    func send(_ commands: [ControlCommand]) async throws {
        guard !commands.isEmpty else { return }
        try await ControlSession.run(on: try files.adminConnection(), logger: logger) { try await $0.send(commands) }
    }
}
