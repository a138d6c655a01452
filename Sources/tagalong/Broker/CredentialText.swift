import Broker
import JSON

/// A credential as it is shown, once.
struct CredentialText {
    private let credential: BrokerCredential
    private let url: String
    private let encryption: OwnBroker.Encryption?

    init(_ credential: BrokerCredential, _ choice: OwnBrokerChoice) throws {
        self.credential = credential
        url = credential.written(in: try choice.url())
        encryption = try OwnBroker.encryption(in: choice.directory)
    }

    /// The credential as `--json` prints it.
    var json: JSONValue {
        .object([
            "user": .text(credential.user),
            "url": .text(url),
            "client_id": credential.clientID.map { .text($0) },
            "authority": encryption.map { .text($0.authority) },
            "fingerprint": encryption.map { .text($0.fingerprint) },
        ])
    }

    /// The URL on standard output, and on standard error what else has to be known.
    func print(asJSON isJSON: Bool) throws {
        guard !isJSON else { return try Output.standard.write(json.line + "\n") }
        var lines = [
            "\(credential.client.kind) \(credential.client.subject) may connect as \(credential.user); this is not shown again:"
        ]
        lines.append(credential.clientID.map { "its client id has to be \($0)" } ?? "its client id may be any")
        if let encryption {
            lines.append("it trusts \(encryption.authority)")
        } else {
            lines.append("from this machine only: 'tagalong broker init --listen ADDRESS' lets others connect")
        }
        try Output.error.write(lines.joined(separator: "\n") + "\n")
        try Output.standard.write(url + "\n")
    }
}
