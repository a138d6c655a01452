public import Settings
public import Tracking

/// One way to tell somebody.
public struct ChannelConfiguration: Hashable, Sendable {
    /// What it is called.
    public var name: Name
    public var kind: Kind
    public var audience: Audience
    /// Whether of several notices of one episode that wait only the newest is told.
    public var isBrief: Bool
    /// How long something is tried before it is given up.
    public var giveUpAfter: Duration
    /// How often a critical alert that nobody has acknowledged is told again; nil for never.
    public var repeatEvery: Duration?
    /// Why this process cannot use it: a secret of it is a credential of the service; nil when it can.
    public internal(set) var withheld: SettingsError?

    /// How it tells.
    public enum Kind: Hashable, Sendable {
        /// Notifications of a desktop, over the bus of a session; nil for that of the environment.
        case desktop(bus: String?)
        case webhook(Webhook)
        case ntfy(Ntfy)
        case mail(Mail)

        /// The word in the file.
        public var word: String {
            switch self {
            case .desktop: "desktop"
            case .webhook: "webhook"
            case .ntfy: "ntfy"
            case .mail: "email"
            }
        }
    }

    /// A program that takes JSON.
    public struct Webhook: Hashable, Sendable {
        public var url: WebAddress
        /// What its messages are signed with; nil for no signature.
        public var key: SecretText?

        public init(url: WebAddress, key: SecretText? = nil) { (self.url, self.key) = (url, key) }
    }

    /// A topic of an ntfy server.
    public struct Ntfy: Hashable, Sendable {
        public var url: WebAddress
        public var token: SecretText?

        public init(url: WebAddress, token: SecretText? = nil) { (self.url, self.token) = (url, token) }
    }

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

    public init(
        name: Name,
        kind: Kind,
        audience: Audience = Audience(),
        isBrief: Bool = false,
        giveUpAfter: Duration = .seconds(86_400),
        repeatEvery: Duration? = nil
    ) {
        self.name = name
        self.kind = kind
        self.audience = audience
        self.isBrief = isBrief
        self.giveUpAfter = giveUpAfter
        self.repeatEvery = repeatEvery
    }

    /// Where it leads, without anything secret.
    public var destination: String {
        switch kind {
        case .desktop: "the desktop of this session"
        case .webhook(let webhook): "\(webhook.url)"
        case .ntfy(let ntfy): "\(ntfy.url)"
        case .mail(let mail): "\(mail.recipients.map(\.text).joined(separator: ", ")) by \(mail.server)"
        }
    }
}
