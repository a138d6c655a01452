internal import Access
internal import Settings

// All that a kind of channel has outside its own folder in `Channels`.

extension ChannelConfiguration {
    /// How it tells.
    public enum Kind: Hashable, Sendable {
        /// Notifications of a desktop, over the bus of a session; nil for that of the environment.
        case desktop(bus: String?)
        case webhook(Webhook)
        case ntfy(Ntfy)
        case mail(Mail)
        /// A browser that somebody is told in by Web Push, by the id of its subscription.
        case push(device: String)

        /// The word in the file.
        public var word: String {
            switch self {
            case .desktop: "desktop"
            case .webhook: "webhook"
            case .ntfy: "ntfy"
            case .mail: "email"
            case .push: "push"
            }
        }
    }

    /// Where it leads, without anything secret.
    public var destination: String {
        switch kind {
        case .desktop: "the desktop of this session"
        case .webhook(let webhook): "\(webhook.url)"
        case .ntfy(let ntfy): "\(ntfy.url)"
        case .mail(let mail): "\(mail.recipients.map(\.text).joined(separator: ", ")) by \(mail.server)"
        case .push: "a browser"
        }
    }
}

extension ChannelReader {
    enum Key: String, SettingsKey {
        case kind
        case owners, items, levels, reminders
        case isBrief = "brief"
        case giveUpAfter = "give-up-after"
        case repeatEvery = "repeat-critical-every"
        case bus
        case url
        case urlFile = "url-file"
        case secretFile = "secret-file"
        case tokenFile = "token-file"
        case server
        case encryption
        case authorities = "ca-file"
        case user
        case passwordFile = "password-file"
        case sender = "from"
        case recipients = "to"

        /// Those that name a file.
        static let files: [Key] = [.urlFile, .secretFile, .tokenFile, .authorities, .passwordFile]
    }

    /// The kinds as the file calls them, and what holds where it says nothing else.
    enum KindWord: String, CaseIterable {
        case desktop, webhook, ntfy, email

        /// A program wants to hear everything; a person wants to hear of what may be lost.
        var isProgram: Bool { self == .webhook }

        /// How long something is tried: nobody looks at yesterday's notice on a desktop.
        var patience: Duration { self == .desktop ? .seconds(3600) : .seconds(86_400) }
    }

    static func keys(of word: KindWord) -> Set<Key> {
        switch word {
        case .desktop: [.bus]
        case .webhook: [.url, .urlFile, .secretFile]
        case .ntfy: [.url, .urlFile, .tokenFile]
        case .email: [.server, .encryption, .authorities, .user, .passwordFile, .sender, .recipients]
        }
    }

    func kind(_ word: KindWord, _ section: SettingsSection<Key>) throws(SettingsError) -> ChannelConfiguration.Kind {
        switch word {
        case .desktop: .desktop(bus: try section[.bus]?.string())
        case .webhook: .webhook(.init(url: try address(section), key: try secret(.secretFile, section)))
        case .ntfy: .ntfy(.init(url: try address(section), token: try secret(.tokenFile, section)))
        case .email: .mail(try mail(section))
        }
    }
}

extension ChannelMaker {
    public func channel(for configuration: ChannelConfiguration) -> any NotificationChannel {
        switch configuration.kind {
        case .desktop(let bus):
            DesktopChannel(
                name: configuration.name,
                address: bus ?? PageOpener.sessionBus(environment),
                outbox: outbox,
                pages: pages,
                answer: answer,
                open: PageOpener.open
            )
        case .webhook(let target): WebhookChannel(target, pages: pages)
        case .ntfy(let target): NtfyChannel(target, pages: pages)
        case .mail(let mail): MailChannel(mail, pages: pages)
        // These come and go, and are made where it is known which there are.
        case .push(let id): PushChannel(id, by: nil)
        }
    }
}
