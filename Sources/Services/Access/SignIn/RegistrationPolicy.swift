/// Who may register.
public enum RegistrationPolicy: String, Hashable, Sendable, CaseIterable {
    /// Nobody: accounts are made by who keeps them.
    case closed
    /// Whoever has an invitation.
    case invitation
    case open
}

/// Somebody who wants an account.
public struct Newcomer: Hashable, Sendable {
    /// How others are to call them: any text that people read, 1 to 64 characters.
    public var name: String
    public var mail: MailAddress
    /// At least ``Passcode/shortestRegistered`` characters.
    public var passcode: Passcode
    /// What mails to them are written in.
    public var language: LetterLanguage

    public init(name: String, mail: MailAddress, passcode: Passcode, language: LetterLanguage = .english) {
        (self.name, self.mail, self.passcode, self.language) = (name, mail, passcode, language)
    }
}

/// What a mail is asked for; those of each are counted apart, so that whoever asks for one in somebody's name keeps them from
/// no other.
public enum MailPurpose: String, Hashable, Sendable {
    case registration, verification, recovery, change, invitation
}

/// How often mails are sent.
public enum MailLimits {
    /// For one purpose to one address an hour.
    public static let mostToAddress = 5
    /// At the request of one source an hour.
    public static let mostOfSource = 20
    /// What is counted together.
    public static let window = Duration.seconds(3600)
}
