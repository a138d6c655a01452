import Access
import Notifications
import Settings

/// How people get in who have no account yet, or have forgotten their passcode: what `sign-in.yaml` says.
struct SignInConfiguration: Sendable {
    /// Who may register; nobody unless the file says so.
    var registration = RegistrationPolicy.closed
    /// Where the pages are for those who get links, without a slash at the end; nil where the file does not say.
    var pages: String?
    /// The server that mails are sent by; nil for that of the channels that alerts are sent on.
    var mail: ChannelConfiguration.Mail?

    enum Key: String, SettingsKey {
        case registration
        case pages = "page-url"
        case mail
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
        if let value = root[.pages] {
            guard let address = HistoryOptions.pageAddress(try value.string()) else {
                throw value.unexpected("a URL such as https://tagalong.example")
            }
            pages = address
        }
        mail = try root[.mail].map { value throws(SettingsError) in
            try ChannelConfiguration.Mail(server: value, environment: environment, mayWithhold: mayWithhold)
        }
    }
}
