internal import MQTT
internal import Tracking

/// The files of the private broker that say who is let in; their owner's alone.
struct BrokerFiles: Sendable {
    let directory: String

    /// What the plugin keeps: roles, and clients with the hashes of their passwords.
    var security: String { "\(directory)/dynamic-security.json" }
    /// The password of the client that changes the others.
    var admin: String { "\(directory)/admin" }
    /// The password of one of our own services.
    func password(of service: OwnService) -> String { "\(directory)/\(service.fileName)" }
    /// The password of an owner's guard that runs beside the broker.
    func password(ofGuardOf owner: Name) -> String { "\(directory)/guard.\(owner)" }
    /// Is there while a session of a version before may still hold messages for the service.
    func former(of service: OwnService) -> String { "\(directory)/\(service.fileName).old" }
    /// What the broker keeps of sessions and messages.
    var kept: String { "\(directory)/mosquitto.db" }
    /// Clients that were cut off since they sent too much.
    var floods: String { "\(directory)/floods.json" }
    /// Options of mosquitto's own clients, as the owner.
    var options: [String] { ["mosquitto_sub", "mosquitto_pub"].map { "\(directory)/\($0)" } }
    /// The encrypted listener.
    var listener: String { "\(directory)/listener.json" }
    private var encryption: String { "\(directory)/tls" }
    var authority: String { "\(encryption)/ca.pem" }
    var authorityKey: String { "\(encryption)/ca.key" }
    var certificate: String { "\(encryption)/server.pem" }
    var key: String { "\(encryption)/server.key" }
    func makeDirectories() throws(BrokerError) { try SecretFile.makeDirectory(encryption) }

    /// The password of the administering client, made at the first time.
    func adminPassword() throws(BrokerError) -> Secret {
        if let line = try SecretFile.line(admin) { return Secret(line) }
        let password = Secret.generated()
        try SecretFile.write("\(password.value)\n", to: admin)
        return password
    }

    /// The password of one of our own services, made at the first time.
    func servicePassword(_ service: OwnService) throws(BrokerError) -> Secret {
        if let line = try SecretFile.line(password(of: service)) { return Secret(line) }
        // First, so that a stop between the two leaves nothing behind in the old session.
        if try SecretFile.read(kept) != nil { try SecretFile.write("", to: former(of: service)) }
        let password = Secret.generated()
        try SecretFile.write("\(password.value)\n", to: self.password(of: service))
        return password
    }

    /// The connection that may change the clients; it may do nothing else.
    func adminConnection() throws(BrokerError) -> MQTTConfiguration {
        guard var connection = PrivateBroker.connection(in: directory), let password = try SecretFile.line(admin) else {
            throw .noBroker(directory: directory)
        }
        connection.username = SecurityFile.adminUser
        connection.password = Secret(password)
        return connection
    }
}
