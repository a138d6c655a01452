internal import MQTT

/// The files of the private broker that say who is let in; their owner's alone.
struct BrokerFiles: Sendable {
    let directory: String

    /// What the plugin keeps: roles, and clients with the hashes of their passwords.
    var security: String { "\(directory)/dynamic-security.json" }
    /// The password of the client that changes the others.
    var admin: String { "\(directory)/admin" }
    /// The encrypted listener.
    var listener: String { "\(directory)/listener.json" }
    private var encryption: String { "\(directory)/tls" }
    var authority: String { "\(encryption)/ca.pem" }
    var authorityKey: String { "\(encryption)/ca.key" }
    var certificate: String { "\(encryption)/server.pem" }
    var key: String { "\(encryption)/server.key" }

    func makeDirectories() throws(BrokerError) {
        try SecretFile.makeDirectory(encryption)
    }

    /// The password of the administering client, made at the first time.
    func adminPassword() throws(BrokerError) -> Secret {
        if let line = try SecretFile.line(admin) { return Secret(line) }
        let password = Secret.generated()
        try SecretFile.write("\(password.value)\n", to: admin)
        return password
    }

    /// The connection that may change the clients; it may do nothing else.
    func adminConnection() throws(BrokerError) -> MQTTConfiguration {
        guard var connection = PrivateBroker.connection(in: directory), let password = try SecretFile.line(admin) else {
            throw .noBroker(directory: directory)
        }
        (connection.username, connection.password) = (SecurityFile.adminUser, Secret(password))
        return connection
    }
}
