/// Why the broker's clients cannot be looked after, in one sentence.
public enum BrokerError: Error, Hashable, Sendable {
    case cannotRead(String, reason: String)
    case cannotWrite(String, reason: String)
    /// A file of the broker is not what it was.
    case damaged(String, expected: String)
    /// mosquitto is there without its plugin.
    case noPlugin(searched: [String])
    /// No broker was ever started in the directory.
    case noBroker(directory: String)
    /// The broker refused a command on its clients.
    case refused(command: String, reason: String)
    case unreachable(String)
    case unknown(String)
    case exists(String)
    /// Another client has to use that client id.
    case idTaken(String, by: String)
    /// A name or an address that a certificate cannot be made out for.
    case badName(String)
    case badAddress(String)
    case certificate(String)
}

extension BrokerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotRead(let file, let reason): "cannot read \(file): \(reason)"
        case .cannotWrite(let file, let reason): "cannot write \(file): \(reason)"
        case .damaged(let file, let expected): "\(file) is damaged: \(expected) is expected"
        case .noPlugin(let searched):
            "mosquitto_dynamic_security.so is not installed in \(searched.joined(separator: " or ")) (Debian package: "
                + "mosquitto)"
        case .noBroker(let directory):
            "there is no private broker in \(directory); 'tagalong broker init' or 'tagalong up' makes one"
        case .refused(let command, let reason): "the broker refused \(command): \(reason)"
        case .unreachable(let reason): "the broker's clients cannot be changed: \(reason)"
        case .unknown(let name): "the broker knows no client '\(name)'; 'tagalong broker list' shows all"
        case .exists(let name): "there is a client '\(name)' already; 'tagalong broker rotate' gives it a new password"
        case .idTaken(let id, let user): "the client id '\(id)' is that of \(user); two clients with one end each other"
        case .badName(let name): "'\(name)' is no host name or IP address, which a certificate is made out for"
        case .badAddress(let text): "'\(text)' is no address to listen on, such as 192.168.1.10, 0.0.0.0:8883 or [::]"
        case .certificate(let reason): "the certificate cannot be made: \(reason)"
        }
    }
}
