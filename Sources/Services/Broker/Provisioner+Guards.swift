public import MQTT
public import Tracking

extension Provisioner {
    /// How a guard that runs beside the broker gets in: with a credential of its role.
    ///
    /// So what waits for it while it is away is bounded as for any guest. It is made at the first time, and its password
    /// is kept in the broker's directory.
    ///
    /// Nil where that credential was given to somebody: to a guard on another machine.
    ///
    /// - Throws: ``BrokerError``, or what the connection throws while no broker runs.
    public func access(ofGuardOf owner: Name) async throws -> MQTTConfiguration? {
        let client = BrokerClient.guardian(of: owner)
        guard var connection = PrivateBroker.connection(in: files.directory),
            let file = try SecurityFile(reading: files.security)
        else { throw BrokerError.noBroker(directory: files.directory) }
        let kept = try SecretFile.line(files.password(ofGuardOf: owner)).map { Secret($0) }
        connection.username = client.user()
        if file.knows(client.user()) {
            guard let kept, file.accepts(kept, of: client.user()) else { return nil }
            connection.password = kept
            return connection
        }
        let password = Secret.generated()
        // First, so that a stop between the two leaves no credential of which nobody has the password.
        try SecretFile.write("\(password.value)\n", to: files.password(ofGuardOf: owner))
        connection.password = try await add(client, password: password).password
        return connection
    }
}
