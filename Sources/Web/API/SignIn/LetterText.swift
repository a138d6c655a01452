public import Access
import Tracking
import Web

/// What a mail about an account says, in its language.
///
/// What somebody has typed to register is not in it: else everybody could have mails of any content sent from here.
public struct LetterText: Hashable, Sendable {
    public let subject: String
    public let lines: [String]

    /// The text of a letter, with links to the pages at an address.
    public init(_ letter: AccountLetter, pages: String?) {
        let words = Words(letter.occasion, letter.language)
        var lines = (letter.account.map { ["\(words.account): \($0)", ""] } ?? []) + [words.said]
        if let (kind, secret) = letter.occasion.link {
            lines += ["", Self.address(kind, secret, pages), ""] + [words.until(kind)]
        }
        // Of what has been done already, somebody who has not done it had better do something.
        if case .mailChanged = letter.occasion {} else { lines += ["", words.ignore] }
        (subject, self.lines) = (words.subject, lines)
    }

    /// The address of the page where a link does what it is for.
    ///
    /// The secret is behind the `#`, which browsers send to nobody.
    static func address(_ kind: MailLink.Kind, _ secret: AccessSecret, _ pages: String?) -> String {
        "\(pages ?? "http://localhost:\(ConsoleConfiguration.standardPort)")/\(kind.page)#\(secret.text)"
    }

    private struct Words {
        let occasion: AccountLetter.Occasion
        let isGerman: Bool

        init(_ occasion: AccountLetter.Occasion, _ language: LetterLanguage) {
            (self.occasion, isGerman) = (occasion, language == .german)
        }

        private func said(_ english: String, _ german: String) -> String { isGerman ? german : english }

        var account: String { said("Your account", "Dein Konto") }

        var subject: String {
            switch occasion {
            case .verify: said("Confirm your mail address", "Bestätige deine Mailadresse")
            case .alreadyRegistered: said("You have an account already", "Du hast schon ein Konto")
            case .recover: said("Set a new passcode", "Neuen Passcode festlegen")
            case .reactivate: said("Bring your account back", "Dein Konto wieder aktivieren")
            case .mailChanged: said("Your mail address was changed", "Deine Mailadresse wurde geändert")
            case .invite: said("You are invited to Tagalong", "Du bist zu Tagalong eingeladen")
            case .invitedBy(let name, _):
                said("\(plain(name)) invites you to Tagalong", "\(plain(name)) lädt dich zu Tagalong ein")
            }
        }

        var said: String {
            switch occasion {
            case .verify:
                said(
                    "Open this link to confirm that this mail address is yours:",
                    "Öffne diesen Link, um zu bestätigen, dass diese Mailadresse dir gehört:"
                )
            case .alreadyRegistered:
                said(
                    "Somebody wanted to use this mail address for an account on Tagalong. You have one already: log in with "
                        + "it, or choose \"Forgot passcode\" on the page for logging in.",
                    "Jemand wollte diese Mailadresse für ein Konto bei Tagalong verwenden. Du hast schon eines: Melde dich "
                        + "damit an oder wähle auf der Anmeldeseite „Passcode vergessen“."
                )
            case .recover:
                said(
                    "Open this link to set a new passcode; you are then logged out everywhere:",
                    "Öffne diesen Link, um einen neuen Passcode festzulegen; danach bist du überall abgemeldet:"
                )
            case .reactivate:
                said(
                    "Your account is deactivated. Open this link to bring it back:",
                    "Dein Konto ist deaktiviert. Öffne diesen Link, um es wieder zu aktivieren:"
                )
            case .mailChanged(let time):
                said(
                    "Since \(time) (UTC) this mail address is no longer that of your account on Tagalong, and nothing more about "
                        + "it is sent here. If that was not you, somebody else can use your account: log in and set another "
                        + "passcode, and ask whoever runs your Tagalong to set the address back.",
                    "Seit \(time) (UTC) gehört diese Mailadresse nicht mehr zu deinem Konto bei Tagalong, und es kommt nichts mehr "
                        + "dazu hierher. Wenn das nicht von dir kommt, kann jemand anderes dein Konto benutzen: Melde dich an, "
                        + "lege einen anderen Passcode fest und bitte die Verwaltung deines Tagalong, die Adresse zurückzusetzen."
                )
            case .invite:
                said(
                    "You are invited to Tagalong, which tells you when you leave your things behind. Open this link to make "
                        + "an account:",
                    "Du bist zu Tagalong eingeladen. Tagalong sagt dir, wenn du etwas liegen lässt. Öffne diesen Link, um "
                        + "ein Konto anzulegen:"
                )
            case .invitedBy(let name, _):
                said(
                    "\(plain(name)) invites you to Tagalong, which tells you when you leave your things behind. Open "
                        + "this link to make an account, or to use it with the one that you have; you are then asked "
                        + "whether you want to be a contact:",
                    "\(plain(name)) lädt dich zu Tagalong ein. Tagalong sagt dir, wenn du etwas liegen lässt. Öffne "
                        + "diesen Link, um ein Konto anzulegen oder ihn mit deinem Konto zu verwenden; du wirst dann "
                        + "gefragt, ob du ein Kontakt sein willst:"
                )
            }
        }

        /// How somebody is called, where that is no address: nobody has mails of any content sent from here.
        private func plain(_ name: String) -> String {
            let isAddress = name.contains { "/@:".contains($0) } || name.contains(/\.\p{L}{2,}/)
            return isAddress ? said("Somebody", "Jemand") : name
        }

        /// For how long the link opens something.
        func until(_ kind: MailLink.Kind) -> String {
            let hours = kind.lifetime.components.seconds / 3600
            return switch hours {
            case 0:
                said(
                    "It works once, for \(kind.lifetime.components.seconds / 60) minutes.",
                    "Er gilt einmal und \(kind.lifetime.components.seconds / 60) Minuten lang."
                )
            case 1...48: said("It works once, for \(hours) hours.", "Er gilt einmal und \(hours) Stunden lang.")
            default: said("It works once, for \(hours / 24) days.", "Er gilt einmal und \(hours / 24) Tage lang.")
            }
        }

        var ignore: String {
            said(
                "If you did not ask for this, do nothing: without the link nothing happens.",
                "Wenn das nicht von dir kommt, tu nichts: Ohne den Link geschieht nichts."
            )
        }
    }
}

extension AccountLetter.Occasion {
    /// The link in it; nil for a mail without one.
    var link: (kind: MailLink.Kind, secret: AccessSecret)? {
        switch self {
        case .verify(let secret): (.verify, secret)
        case .recover(let secret): (.recover, secret)
        case .reactivate(let secret): (.reactivate, secret)
        case .invite(let secret), .invitedBy(_, let secret): (.invite, secret)
        case .alreadyRegistered, .mailChanged: nil
        }
    }
}

extension MailLink.Kind {
    /// The page where it is used.
    var page: String {
        switch self {
        case .verify: "verify"
        case .recover: "recover"
        case .reactivate: "reactivate"
        case .invite: "register"
        }
    }
}
