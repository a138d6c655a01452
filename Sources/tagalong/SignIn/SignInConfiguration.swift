import Access
import Notifications
import OpenID
import Settings
import Tracking

/// How people get in who have no account yet, or have forgotten their passcode: what `sign-in.yaml` says.
struct SignInConfiguration: Sendable {
    /// Who may register; nobody unless the file says so.
    var registration = RegistrationPolicy.closed
    /// Who may invite others by mail; administrators unless the file says so.
    var inviting = InvitingPolicy.administrators
    /// Where the pages are for those who get links, without a slash at the end; nil where the file does not say.
    var pages: String?
    /// The server that mails are sent by; nil for that of the channels that alerts are sent on.
    var mail: ChannelConfiguration.Mail?
    /// The other sites that one can log in by, in the order of the file.
    var openID: [OpenIDProvider] = []

    enum Key: String, SettingsKey {
        case registration
        case inviting
        case pages = "page-url"
        case mail
        case openID = "openid"
    }

    private enum ProviderKey: String, SettingsKey {
        case title, issuer
        case clientID = "client-id"
        case secretFile = "secret-file"
    }

    /// What holds without a file.
    init() {}

    /// Reads `sign-in.yaml`, and the secrets that it names; the environment is for `~/` and `$CREDENTIALS_DIRECTORY/`.
    ///
    /// With `mayWithhold` the secrets are not read: whoever makes a link needs none.
    ///
    /// - Throws: ``SettingsError`` with file and line; no secret is in it.
    init(_ file: SettingsFile, environment: [String: String], mayWithhold: Bool = false) throws(SettingsError) {
        let root = try file.root(Key.self)
        registration = try root[.registration]?.word(RegistrationPolicy.self) ?? .closed
        if let value = root[.inviting] {
            inviting = try value.word(InvitingPolicy.self)
            guard inviting == .administrators || registration != .closed else {
                throw SettingsError(
                    value.place,
                    "nobody can register by an invitation: 'registration: invitation' is expected too, or open"
                )
            }
        }
        if let value = root[.pages] {
            guard let address = HistoryOptions.pageAddress(try value.string()) else {
                throw value.unexpected("a URL such as https://tagalong.example")
            }
            pages = address
        }
        mail = try root[.mail].map { value throws(SettingsError) in
            try ChannelConfiguration.Mail(server: value, environment: environment, mayWithhold: mayWithhold)
        }
        for (name, value) in try root[.openID]?.named() ?? [] {
            openID.append(try Self.provider(name, value, environment, mayWithhold: mayWithhold))
        }
        guard openID.isEmpty || pages != nil else {
            throw SettingsError(root.place, "'page-url' is missing: other sites send people back to that address only")
        }
    }

    private static func provider(
        _ text: String, _ value: SettingsValue, _ environment: [String: String], mayWithhold: Bool
    ) throws(SettingsError) -> OpenIDProvider {
        let name: Name
        do { name = try Name(text) } catch { throw SettingsError(value.place, "the site: \(error)") }
        let section = try value.section(ProviderKey.self)
        let issuer = try section.required(.issuer)
        let secret = try section[.secretFile].map { file throws(SettingsError) in
            mayWithhold ? "" : try SecretFile.read(file.string(), at: file.place, environment: environment).value
        }
        let provider = OpenIDProvider(
            name, title: try section[.title]?.string() ?? text, issuer: try issuer.string(),
            clientID: try section.required(.clientID).string(), secret: secret
        )
        guard let provider else { throw issuer.unexpected("an https:// address, as the site itself writes it,") }
        return provider
    }
}
