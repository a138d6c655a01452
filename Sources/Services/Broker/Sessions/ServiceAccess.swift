public import MQTT

/// How one of our own services gets to the private broker.
public struct ServiceAccess: Hashable, Sendable {
    /// The connection, with the service's own credential.
    public let connection: MQTTConfiguration
    /// The client id that goes with it.
    public let clientID: String
    /// The client id of a session of before, which may still hold messages; nil when there is none.
    public let former: String?
    let directory: String
    let service: OwnService
}

extension OwnBroker {
    /// How one of our own services gets to the broker in a directory; nil with a broker that was not started since
    /// services have credentials of their own.
    public static func access(of service: OwnService, in directory: String) throws(BrokerError) -> ServiceAccess? {
        let files = BrokerFiles(directory: directory)
        guard var connection = PrivateBroker.connection(in: directory),
            let password = try SecretFile.line(files.password(of: service)),
            let clientID = try SecurityFile(reading: files.security)?.clientID(of: service.user)
        else { return nil }
        connection.username = service.user
        connection.password = Secret(password)
        let isOld = try SecretFile.read(files.former(of: service)) != nil
        return ServiceAccess(
            connection: connection,
            clientID: clientID,
            former: isOld ? service.user : nil,
            directory: directory,
            service: service
        )
    }
}

extension ServiceAccess {
    /// Notes that nothing is left of the session of before.
    func removeFormer() { SecretFile.remove(BrokerFiles(directory: directory).former(of: service)) }
}
