public import Access
internal import Foundation
public import Settings

extension ChannelConfiguration {
    /// People who read mail.
    public struct Mail: Hashable, Sendable {
        /// `smtp://host:port` or `smtps://host:port`.
        public var server: String
        /// Whether a connection that begins in clear has to become encrypted before anything is said.
        public var startsTLS: Bool
        /// A file with the certificates of the authorities that are trusted; nil for the system's.
        public var authorities: String?
        public var user: String?
        public var password: SecretText?
        public var sender: MailAddress
        public var recipients: [MailAddress]

        public init(server: String, startsTLS: Bool = true, sender: MailAddress, recipients: [MailAddress]) {
            (self.server, self.startsTLS) = (server, startsTLS)
            (self.sender, self.recipients) = (sender, recipients)
        }
    }
}

extension ChannelConfiguration.Mail {
    /// Reads a server that mails are sent by, with the keys of a channel but for whom it writes to.
    ///
    /// - Throws: ``SettingsError`` with file and line; no secret is in it.
    public init(
        server value: SettingsValue, environment: [String: String], mayWithhold: Bool = false
    ) throws(SettingsError) {
        let reader = ChannelReader(value: value, environment: environment, mayWithhold: mayWithhold)
        let section = try value.section(ChannelReader.Key.self)
        try section.allow(ChannelReader.keys(of: .email).subtracting([.recipients]), with: "a server for mails")
        self = try reader.mail(section, hasRecipients: false)
    }
}

extension ChannelReader {
    private enum Encryption: String, CaseIterable { case required, none }

    func mail(
        _ section: SettingsSection<Key>, hasRecipients: Bool = true
    ) throws(SettingsError) -> ChannelConfiguration.Mail {
        let server = try server(section)
        var mail = ChannelConfiguration.Mail(
            server: server.text,
            startsTLS: try section[.encryption]?.word(Encryption.self) != .some(.none),
            sender: try address(try section.required(.sender)),
            recipients: hasRecipients ? try recipients(try section.required(.recipients)) : []
        )
        if let file = section[.authorities], !isWithheld(try file.string()) {
            mail.authorities = try SecretFile.resolve(try file.string(), file.place, environment)
        }
        mail.user = try section[.user]?.string()
        mail.password = try secret(.passwordFile, section)
        guard (mail.user == nil) == (mail.password == nil) else {
            throw SettingsError(section.place, "'user' and 'password-file' go together; only one is given")
        }
        if mail.password != nil, !mail.startsTLS, !server.isEncrypted, !server.isLocal, let value = section[.encryption]
        {
            throw SettingsError(value.place, "a password is not sent in clear to another machine")
        }
        return mail
    }

    private struct Server {
        let text: String
        let isEncrypted: Bool
        let isLocal: Bool
    }

    private func server(_ section: SettingsSection<Key>) throws(SettingsError) -> Server {
        let value = try section.required(.server)
        let text = try value.string()
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            let scheme = parts.scheme, ["smtp", "smtps"].contains(scheme),
            parts.user == nil, parts.password == nil, parts.path.isEmpty || parts.path == "/"
        else { throw value.unexpected("smtp://HOST:PORT or smtps://HOST:PORT") }
        let written = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return Server(
            text: "\(scheme)://\(written)\(parts.port.map { ":\($0)" } ?? "")",
            isEncrypted: scheme == "smtps",
            isLocal: ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
        )
    }

    private func recipients(_ value: SettingsValue) throws(SettingsError) -> [MailAddress] {
        let entries = value.text == nil ? try value.list() : [value]
        var addresses: [MailAddress] = []
        for entry in entries { addresses.append(try address(entry)) }
        guard !addresses.isEmpty else { throw value.unexpected("one or more addresses") }
        return addresses
    }

    private func address(_ value: SettingsValue) throws(SettingsError) -> MailAddress {
        guard let address = MailAddress(try value.string()) else {
            throw value.unexpected("an address such as sam@example.org")
        }
        return address
    }
}
