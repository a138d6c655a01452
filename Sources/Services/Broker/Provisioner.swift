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
    public init(directory: String, topics: Topics = Topics(), logger: Logger) {
        files = BrokerFiles(directory: directory)
        self.topics = topics
        self.logger = logger
    }

    /// Whether the broker in a directory lets clients in by such credentials.
    ///
    /// - Throws: ``BrokerError`` when this user may not know.
    public static func isThere(in directory: String) throws(BrokerError) -> Bool {
        let files = BrokerFiles(directory: directory)
        return try SecretFile.line(files.admin) != nil && PrivateBroker.connection(in: directory) != nil
    }

    /// The clients that the broker knows, beside the owner and the administrator.
    public func records() throws(BrokerError) -> [ClientRecord] {
        guard let file = try SecurityFile(reading: files.security) else { throw .noBroker(directory: files.directory) }
        return file.records
    }

    /// The users who are not let in for now.
    func disabledUsers() throws(BrokerError) -> Set<String> {
        try SecurityFile(reading: files.security)?.disabledUsers ?? []
    }

    /// Lets a client in that was not known, and returns its credential, which is not to be had again.
    ///
    /// - Throws: ``BrokerError``.
    public func add(
        _ client: BrokerClient,
        trackers: [DeviceID] = [],
        identity: ClientIdentity = .usual,
        formats: ForeignFormats = ForeignFormats(),
        readsReminders: Bool = false
    ) async throws -> BrokerCredential {
        try await add(
            client,
            trackers: trackers,
            identity: identity,
            formats: formats,
            readsReminders: readsReminders,
            password: .generated()
        )
    }

    func add(
        _ client: BrokerClient,
        trackers: [DeviceID] = [],
        identity: ClientIdentity = .usual,
        formats: ForeignFormats = ForeignFormats(),
        readsReminders: Bool = false,
        password: Secret
    ) async throws -> BrokerCredential {
        let known = try records()
        guard !known.contains(where: { $0.user == client.user() }) else { throw BrokerError.exists(client.user()) }
        try expectFree(identity, known, client)
        let credential = BrokerCredential(
            client: client, user: client.user(), password: password, clientID: identity.clientID(of: client)
        )
        let rights = client.rights(topics, trackers: trackers, formats: formats, readsReminders: readsReminders)
        try await send([
            // What is left of an earlier one must not add to it.
            .deleteRole(client.role),
            .createRole(client.role, rights, note: readsReminders ? SecurityFile.remindersNote : nil),
            .createClient(credential, identity),
        ])
        return credential
    }

    /// Lets the owner, and the services that connect as the owner does, use these formats of other programs, and no
    /// others.
    ///
    /// - Throws: ``BrokerError``.
    public func allowOwner(_ formats: ForeignFormats) async throws {
        guard let file = try SecurityFile(reading: files.security) else {
            throw BrokerError.noBroker(directory: files.directory)
        }
        let role = SecurityFile.serviceRole
        let known = Set(file.rights(of: role) ?? [])
        let wanted = Set(BrokerClient.service(topics, formats))
        let every = ForeignFormats(published: Set(ForeignFormat.allCases))
        // What somebody else has given the role stays.
        let foreign = Set(BrokerClient.service(topics, every)).subtracting(BrokerClient.service(topics))
        let gone = known.intersection(foreign).subtracting(wanted)
        let missing = wanted.intersection(foreign).subtracting(known)
        try await send(gone.map { .removeRight($0, from: role) } + missing.map { .addRight($0, to: role) })
    }

    /// Gives a client another password; its session on the broker stays.
    ///
    /// One that an earlier version let in under any client id is bound to its own: it has to be told a password anyway.
    ///
    /// - Throws: ``BrokerError``.
    public func rotate(_ user: String) async throws -> BrokerCredential {
        let known = try records()
        guard let record = known.first(where: { $0.user == user }) else { throw BrokerError.unknown(user) }
        if record.isUnbound { try expectFree(.usual, known, record.client) }
        let clientID = record.isUnbound ? record.client.clientID : record.clientID
        let credential = BrokerCredential(client: record.client, user: user, password: .generated(), clientID: clientID)
        let binding = record.isUnbound ? clientID.map { [ControlCommand.setClientID($0, of: user)] } : nil
        try await send((binding ?? []) + [.setPassword(credential.password, of: user)])
        return credential
    }

    /// Ends a client's connections and lets it in no more.
    ///
    /// - Throws: ``BrokerError``.
    public func revoke(_ user: String) async throws {
        let known = try records()
        guard let record = known.first(where: { $0.user == user }) else { throw BrokerError.unknown(user) }
        let isLast = !known.contains { $0.user != user && $0.client.role == record.client.role }
        if isLast, case .tracker(let tracker) = record.client { return try await revoke(tracker) }
        try await send([.deleteClient(user)] + (isLast ? [.deleteRole(record.client.role)] : []))
    }

    /// That no other client has to use the same client id.
    ///
    /// Names may run together into one usual id, as those of a-b/c and a/b-c: each would end the other's session. Only a
    /// tracker's own credentials share one, while one replaces the other.
    func expectFree(_ identity: ClientIdentity, _ known: [ClientRecord], _ client: BrokerClient) throws(BrokerError) {
        guard let clientID = identity.clientID(of: client),
            let other = known.first(where: {
                $0.clientID == clientID
                    && !($0.identity == .usual && identity == .usual && $0.client.isSameTracker(as: client))
            })
        else { return }
        throw .idTaken(clientID, by: other.user)
    }

    func send(_ commands: [ControlCommand]) async throws {
        guard !commands.isEmpty else { return }
        try await ControlSession.run(on: try files.adminConnection(), logger: logger) { try await $0.send(commands) }
    }
}
