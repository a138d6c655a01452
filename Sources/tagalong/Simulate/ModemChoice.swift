import Broker
import MQTT
import Tracking

/// How the modem of a simulated tracker finds the broker that its registration names.
struct ModemChoice: Sendable {
    /// The scenario's broker, whose authorities a tracker trusts as well.
    private let given: MQTTConfiguration?
    /// The private broker of this machine.
    private let own: OwnBroker.Encryption?

    init(_ choice: BrokerChoice?, _ settings: CommandSettings) {
        given = choice?.connection
        own = (try? OwnBroker.encryption(in: BrokerChoice.directory(in: settings.dataDirectory))) ?? nil
    }

    /// The connection that a registration leads to: with the tracker's own user, where it was given one.
    ///
    /// - Throws: ``MQTTError`` for an address that is none.
    func connection(of registration: Registration) throws -> MQTTConfiguration {
        guard let broker = registration.broker else { throw MQTTError.badURL("", "is missing") }
        var connection = try MQTTConfiguration(url: broker)
        guard let user = registration.user else { return given ?? connection }
        connection.username = user
        connection.password = registration.password.map { Secret($0) }
        if connection.tls != nil, let own, own.listener.url == broker {
            // Whatever other machines call this one.
            connection.host = "localhost"
            connection.tls?.authorities = own.authority
        } else {
            connection.tls?.authorities = given?.tls?.authorities
        }
        return connection
    }
}
