public import Access
public import OpenID

/// How people get in who have no account yet, or have forgotten their passcode; closed, and without mails, where nothing
/// else is told.
public struct SignInDesk: Sendable {
    /// Who may register.
    public var registration = RegistrationPolicy.closed
    /// Who may invite others by mail, where these may register then.
    public var inviting = InvitingPolicy.administrators
    /// What sends mails; nil where no server for them is set up.
    public var carrier: LetterCarrier?
    /// The other sites that one can log in by, in the order of the file.
    public var openID: [OpenIDClient] = []
    /// Where the pages are for those who get links, without a slash at the end; nil where that is not known.
    public var pages: @Sendable () -> String? = { nil }

    /// The address of the pages that somebody has configured, without a slash at the end; nil for none.
    public var outside: String?

    /// Registration is closed, and no mails are sent.
    public init() {}

    /// The address of the page, below an address of the pages, where a link does what it is for.
    public static func address(of kind: MailLink.Kind, _ secret: AccessSecret, at pages: String) -> String {
        LetterText.address(kind, secret, pages)
    }

    /// The address of the page, below an address of the pages, that a letter leads to; that of the pages for one without a
    /// link.
    public static func address(of letter: AccountLetter, at pages: String) -> String {
        letter.occasion.link.map { LetterText.address($0.kind, $0.secret, pages) } ?? pages
    }

    /// The address of the page where a link does what it is for.
    func address(of kind: MailLink.Kind, _ secret: AccessSecret) -> String {
        LetterText.address(kind, secret, pages())
    }

    /// Sends a mail where there is one; who waits for an answer does not wait for that.
    func send(_ letter: AccountLetter?) {
        guard let letter else { return }
        carrier?.send(letter)
    }
}
