internal import MQTT
public import Tracking

/// Credentials of trackers: a new one is given beside the old one, which ends only once the tracker has the new one.
extension Provisioner {
    /// Gives a tracker a credential beside those it has, to be settled or withdrawn; the gateway, if any, speaks for it
    /// from now on.
    ///
    /// - Throws: ``BrokerError``.
    public func issue(
        for tracker: DeviceID, gateway: Name? = nil, identity: ClientIdentity = .usual
    ) async throws -> BrokerCredential {
        let client = BrokerClient.tracker(tracker)
        let known = try records()
        try expectFree(identity, known, client)
        let users = Set(known.map(\.user))
        var generation = 1
        while users.contains(client.user(generation: generation)) { generation += 1 }
        let credential = BrokerCredential(
            client: client,
            user: client.user(generation: generation),
            password: .generated(),
            clientID: identity.clientID(of: client)
        )
        try await send(
            [
                .createRole(client.role, client.rights(topics)),
                .createClient(credential, identity),
            ] + entrust(tracker, to: gateway, known)
        )
        return credential
    }

    /// Lets a tracker in that was not known, and a gateway that has a credential speak for it.
    ///
    /// Its credential is not to be had again.
    ///
    /// - Throws: ``BrokerError``.
    public func add(
        _ tracker: DeviceID, to gateway: Name, identity: ClientIdentity = .usual
    ) async throws -> BrokerCredential {
        let client = BrokerClient.tracker(tracker)
        let known = try records()
        guard known.contains(where: { $0.client == .gateway(gateway) }) else {
            throw BrokerError.unknown(BrokerClient.gateway(gateway).user())
        }
        guard !known.contains(where: { $0.user == client.user() }) else { throw BrokerError.exists(client.user()) }
        return try await issue(for: tracker, gateway: gateway, identity: identity)
    }

    /// Ends the other credentials of a tracker that has got this one.
    ///
    /// - Throws: ``BrokerError``.
    public func confirm(_ user: String, of tracker: DeviceID) async throws {
        let others = try users(of: tracker).filter { $0 != user }
        try await send(others.map { .deleteClient($0) } + [.deleteRole(BrokerClient.leaving(tracker).role)])
    }

    /// Takes back a credential that the tracker did not get.
    ///
    /// - Throws: ``BrokerError``.
    public func withdraw(_ user: String, of tracker: DeviceID) async throws {
        if try users(of: tracker) == [user] { return try await revoke(tracker) }
        try await send([.deleteClient(user)])
    }

    /// Lets a tracker in no more, under whatever credential, and no gateway speak for it.
    ///
    /// - Throws: ``BrokerError``.
    public func revoke(_ tracker: DeviceID) async throws {
        let roles = [BrokerClient.tracker(tracker), .leaving(tracker)].map { ControlCommand.deleteRole($0.role) }
        let users = try users(of: tracker)
        let gateways = try dismissals(of: tracker)
        guard !users.isEmpty || !gateways.isEmpty else { return }
        try await send(users.map { .deleteClient($0) } + roles + gateways)
    }

    /// Leaves a tracker that could not be told that it was let go the right to learn that it is to be off.
    ///
    /// - Throws: ``BrokerError``.
    public func dismiss(_ tracker: DeviceID) async throws {
        let users = try users(of: tracker)
        guard !users.isEmpty else { return }
        let leaving = BrokerClient.leaving(tracker)
        try await send(
            [.createRole(leaving.role, leaving.rights(topics))] + users.map { .setRole(leaving.role, of: $0) }
                + [.deleteRole(BrokerClient.tracker(tracker).role)] + dismissals(of: tracker)
        )
    }

    private func users(of tracker: DeviceID) throws(BrokerError) -> [String] {
        try records().filter { $0.client == .tracker(tracker) || $0.client == .leaving(tracker) }.map(\.user)
    }

    private func entrust(_ tracker: DeviceID, to gateway: Name?, _ known: [ClientRecord]) -> [ControlCommand] {
        guard let gateway, known.contains(where: { $0.client == .gateway(gateway) }) else { return [] }
        let client = BrokerClient.gateway(gateway)
        return client.relay(tracker, topics).map { .addRight($0, to: client.role) }
    }

    /// Takes from each gateway what it might do for a tracker.
    private func dismissals(of tracker: DeviceID) throws(BrokerError) -> [ControlCommand] {
        try records().flatMap { record -> [ControlCommand] in
            guard record.trackers.contains(tracker) else { return [] }
            let others = record.trackers.filter { $0 != tracker }
            let rest = record.client.rights(topics, trackers: others, formats: record.formats)
            let all = record.client.rights(topics, trackers: record.trackers, formats: record.formats)
            let gone = Set(all).subtracting(rest)
            return gone.map { .removeRight($0, from: record.client.role) }
        }
    }
}
