import Access
import Foundation
import HTTPTypes
import Hummingbird
import OpenID
import Tracking
import Web

/// `/api/v1/session`: logging in and out, with a passcode or a passkey.
struct SessionRoutes: ConsoleRoutes {
    let parts: WebParts
    let signIn: SignInDesk

    var routes: [Route] {
        [
            Route(.get, "/api/v1/session", .open) { request, context in
                try request.refuseQuery()
                return try Answer.json(standing(context))
            },
            Route(.post, "/api/v1/session", .open, logIn), Route(.delete, "/api/v1/session", .open, logOut),
            Route(.post, "/api/v1/session/passkey/options", .open, options),
            Route(.post, "/api/v1/session/passkey", .open, logInWithPasskey),
        ]
    }

    private func logOut(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        var headers: HTTPFields = [.setCookie: SessionCookie.removal(isEncrypted: context.isEncrypted)]
        if let secret = request.sessionSecret(isEncrypted: context.isEncrypted) {
            try parts.access?.logOut(secret, from: context.source, at: parts.clock.now)
            // The pages remove what they keep by themselves. This reaches what browsers keep of answers, too.
            headers[.clearSiteData] = #""cache", "storage""#
        }
        return Response(status: .noContent, headers: headers)
    }

    private struct Provider: Encodable {
        let name: String
        let title: String
    }

    /// How one stands towards logging in.
    private struct Standing: Encodable {
        let required: Bool
        let authenticated: Bool
        let account: String?
        let administrator: Bool
        let role: SessionRole?
        /// What is about no single item; of those it is told with each.
        let may: [SessionPermission]
        /// Whether a name is asked for beside the passcode.
        let accounts: Bool
        let passkeys: Bool
        /// Whether the account may do what it may: false until its mail address is shown to be its owner's.
        let verified: Bool?
        /// Whether the account has a passcode, which is typed once more for what changes who gets in.
        let passcode: Bool?
        /// Who may register.
        let registration: String
        /// Whether mails can be sent, such as for forgotten passcodes.
        let mail: Bool
        /// The other sites that one can log in by.
        let providers: [Provider]
        /// For the header of every change.
        let csrf: String?
        /// Names the session; what a browser keeps of it goes with it.
        let session: String?
        let expires: String?
        /// How many notices in the account's inbox were not read; nil where there is none.
        let inbox: Int?
    }

    private func standing(_ context: ConsoleContext) throws -> Standing {
        let ways = try parts.access?.waysIn()
        return Standing(
            required: context.isProtected,
            authenticated: context.principal != nil,
            account: context.principal?.account?.text,
            administrator: context.principal?.mayAdminister ?? false,
            role: context.principal.map(SessionRole.init),
            may: SessionPermission.all(context),
            accounts: ways?.areSeveral ?? false,
            passkeys: ways?.hasPasskeys ?? false,
            verified: context.principal?.isVerified,
            passcode: try context.session?.principal.account.flatMap { try parts.access?.hasPasscode($0) },
            registration: (context.isProtected ? signIn.registration : .closed).rawValue,
            mail: signIn.carrier != nil,
            providers: signIn.openID.map { Provider(name: $0.provider.name.text, title: $0.provider.title) },
            csrf: context.session?.csrf,
            session: context.session?.id,
            expires: context.session?.expires.description,
            inbox: try context.principal.flatMap { principal in
                guard principal.mayMeetPeople, let account = principal.account else { return nil }
                return try parts.access?.inbox.unread(of: account)
            }
        )
    }

    private func logIn(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        var body = BodyReader(try await request.json(context))
        body.require("passcode")
        let account = body.text("account", characters: 1...254)
        let passcode = body.text("passcode", characters: 0...1000)
        try body.finish()
        let device = request.deviceSecret(isEncrypted: context.isEncrypted)
        let (control, clock, source) = (try access(), parts.clock, context.source)
        return try await opened(request, context) {
            try await parts.withPasscode(of: account, control, device, context) {
                try control.logIn(account, passcode: passcode ?? "", from: source, device: device, at: clock.now)
            }
        }
    }

    private func options(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let site = try request.passkeySite(isEncrypted: context.isEncrypted)
        let challenge = try access().challengeToLogIn(at: parts.clock.now)
        return try Answer.json(PasskeyQuestion(challenge: challenge, rpId: site.id), keys: .useDefaultKeys)
    }

    private func logInWithPasskey(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (answer, _) = try PasskeyBody.read(try await request.json(context), isNew: false)
        let site = try request.passkeySite(isEncrypted: context.isEncrypted)
        return try await opened(request, context) {
            try access().logIn(answer, on: site, from: context.source, at: parts.clock.now)
        }
    }

    private func access() throws(Problem) -> AccessControl {
        guard let access = parts.access else { throw Problem(.notFound, "nobody can log in to this console") }
        return access
    }

    private func opened(
        _ request: Request, _ context: ConsoleContext, _ open: () async throws -> OpenedSession
    ) async throws -> Response {
        do {
            let opened = try await open()
            return Response(status: .noContent, headers: try parts.cookies(of: opened, request, context))
        } catch let error as AccessError { throw Problem(error, at: parts.clock.now) }
    }
}

/// What a browser asks an authenticator in order to log in.
private struct PasskeyQuestion: Encodable {
    let challenge: String
    let rpId: String
    var timeout = 300_000
    var userVerification = "required"
    /// None named: a stranger does not learn which there are.
    var allowCredentials: [String] = []
}

extension Problem {
    /// What is told about a way in that does not open.
    init(_ error: AccessError, at now: Timestamp) {
        switch error {
        case .locked(let until):
            let minutes = (Self.seconds(until: until, at: now) + 59) / 60
            let sentence = "too many wrong tries: wait \(minutes) minute\(minutes == 1 ? "" : "s")"
            self.init(sentence, until: until, at: now)
        case .refused: self.init(.unauthorized, "\(error)")
        case .badPasscode, .passcodesDiffer, .badPasskey: self.init(.unprocessableContent, "\(error)")
        case .lastAdministrator, .accountExists, .tooManyPasskeys, .tooManyPushDevices, .tooManyLinks, .notEmpty:
            self.init(.conflict, "\(error)")
        case .noSuchAccount, .noSuchToken, .noSuchLink: self.init(.notFound, "\(error)")
        case .badGrant: self.init(.badRequest, "\(error)")
        case .people(let error) where error.waitsUntil != nil:
            self.init("\(error)", until: error.waitsUntil ?? now, at: now)
        case .people(.isHere(let name)):
            self.init(.conflict, "\(PeopleError.isHere(name))", type: "urn:tagalong:is-here")
        case .people(.alreadyInvited(let mail)):
            self.init(.conflict, "\(PeopleError.alreadyInvited(mail))", type: "urn:tagalong:already-invited")
        case .deactivated: self.init(.forbidden, "\(error)", type: "urn:tagalong:deactivated")
        case .badLink(let trouble):
            self.init(
                trouble == .unknown ? .notFound : .gone, "\(error)", type: "urn:tagalong:link-\(trouble.rawValue)"
            )
        case .logInAgain: self.init(.forbidden, "\(error)", type: "urn:tagalong:log-in-again")
        case .passcodeNeeded: self.init(.forbidden, "\(error)", type: "urn:tagalong:passcode-needed")
        case .tooManyMails(let until): self.init("\(error)", until: until, at: now)
        case .registrationClosed: self.init(.forbidden, "\(error)", type: "urn:tagalong:registration-closed")
        case .noMail, .mailTaken, .onlyWayIn, .identityTaken: self.init(.conflict, "\(error)")
        case .people(let error): self.init(error.status, "\(error)")
        case .found(.tooManyMessages(let time)): self.init("\(error)", until: time, at: now)
        case .found(.changed): self = .changed
        case .found(.badText): self.init(.unprocessableContent, "\(error)")
        case .found: self.init(.notFound, "\(error)")
        case .away: self = .away("the database of accounts", isReading: false)
        case .database: self.init(.internalServerError, "the accounts cannot be read; the log of the service says why")
        }
    }
}

extension Problem {
    /// What may be tried again at a time.
    fileprivate init(_ sentence: String, until time: Timestamp, at now: Timestamp) {
        let seconds = Self.seconds(until: time, at: now)
        self.init(.tooManyRequests, sentence, headers: [.retryAfter: "\(seconds)"])
    }

    private static func seconds(until time: Timestamp, at now: Timestamp) -> Int64 {
        max(1, (time.milliseconds - now.milliseconds + 999) / 1000)
    }
}

extension PeopleError {
    /// From when on it may be tried again; nil where waiting does not help.
    fileprivate var waitsUntil: Timestamp? {
        switch self {
        case .askLater(let time), .inviteLater(let time), .inviteByMailLater(let time), .writeLater(let time): time
        default: nil
        }
    }

    /// How it is answered.
    var status: HTTPResponse.Status {
        switch self {
        case .askLater, .inviteLater, .inviteByMailLater, .writeLater: .tooManyRequests
        case .notAsked: .notFound
        case .noSuchPerson, .noSuchGroup, .noRequest, .noInvitation, .noSuchNotice, .notMember: .notFound
        case .notAdmin, .mayNotShare, .mayNotInvite: .forbidden
        case .badSection, .badText: .unprocessableContent
        case .oneself, .notConnected, .alreadyConnected, .alreadyAsked, .lastAdmin, .alreadyMember: .conflict
        case .isHere, .alreadyInvited: .conflict
        case .tooManyRequests, .tooManyContacts, .tooManyGroups, .tooManyMembers, .tooManyInvitations, .tooManyShares:
            .conflict
        }
    }
}
