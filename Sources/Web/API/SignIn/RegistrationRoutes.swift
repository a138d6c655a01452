import Access
import HTTPTypes
import Hummingbird
import JSON
import Store
import Tracking
import Web

/// Registering, showing that a mail address is one's own, and forgotten passcodes.
///
/// What is asked for by an address is answered alike for every address: only who reads its mails learns more.
struct RegistrationRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.post, "/api/v1/registration", .open, register),
            Route(.post, "/api/v1/verification", .newcomer, sendAgain),
            Route(.post, "/api/v1/verification/confirmation", .open, verify),
            Route(.post, "/api/v1/recovery", .open, recover),
            Route(.post, "/api/v1/recovery/confirmation", .open, setPasscode),
            Route(.post, "/api/v1/reactivation/confirmation", .open, reactivate),
        ]
    }

    private func register(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (access, desk) = (try parts.accounts(context), parts.signIn)
        guard desk.registration != .closed else { throw Problem(.registrationClosed, at: parts.clock.now) }
        var body = BodyReader(try await request.json(context))
        body.require("name", "mail", "passcode", "again")
        let (name, mail) = (body.calledName("name"), body.mail("mail"))
        let passcode = body.newPasscode("passcode", again: "again")
        let invitation = body.text("invitation", characters: 1...200)
        let language: LetterLanguage? = body.word("language")
        try body.finish()
        guard let name, let mail, let passcode else { throw Problem(.unprocessableContent, "a member is missing") }
        let newcomer = Newcomer(name: name, mail: mail, passcode: passcode, language: language ?? .english)
        let (clock, source, store) = (parts.clock, context.source, parts.store)
        let letter = try await answering {
            try await parts.web.withNewPasscode(context) {
                try access.register(
                    newcomer,
                    invitation: invitation.map { AccessSecret(sent: $0) },
                    where: desk.registration,
                    from: source,
                    at: clock.now,
                    isTaken: { try !store.devices(of: $0).isEmpty }
                )
            }
        }
        desk.send(letter)
        return Response(status: .accepted)
    }

    private func sendAgain(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (access, carrier) = (try parts.accounts(context), try parts.carrier())
        guard let account = context.session?.principal.account else { throw Problem.forbidden }
        let letter = try await answering {
            try access.verificationLetter(of: account, from: context.source, at: parts.clock.now)
        }
        if let letter { carrier.send(letter) }
        return Response(status: .accepted)
    }

    private func verify(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let access = try parts.accounts(context)
        var body = BodyReader(try await request.json(context))
        body.require("secret")
        let secret = AccessSecret(sent: body.text("secret", characters: 1...200) ?? "")
        let passcode = body.text("passcode", characters: 0...1000)
        try body.finish()
        // As for every change by a session: what another site has sent along is none.
        let isOwn = context.session.map { request.headers[.csrf] == $0.csrf } ?? false
        let session = isOwn ? context.session?.principal.account : nil
        let device = request.deviceSecret(isEncrypted: context.isEncrypted)
        let (clock, source) = (parts.clock, context.source)
        do {
            guard let passcode else {
                let done = try access.verify(secret, session: session, from: source, at: clock.now)
                parts.signIn.send(done.farewell)
                return Answer.nothing
            }
            let account = try access.account(ofLink: secret, .verify, at: clock.now)
            let done = try await parts.web.withPasscode(of: account.text, access, device, context) {
                try access.verify(
                    secret, passcode: passcode, session: session, from: source, device: device, at: clock.now
                )
            }
            parts.signIn.send(done.farewell)
            return Answer.nothing
        } catch let error as AccessError {
            // 401 would say that a session is over.
            if error == .refused { throw Problem(.forbidden, "the passcode is another one") }
            throw Problem(error, at: clock.now)
        }
    }

    private func reactivate(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (access, secret) = try await link(request, context)
        try await answering { try access.reactivate(by: secret, from: context.source, at: parts.clock.now) }
        return Answer.nothing
    }

    private func recover(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (access, carrier) = (try parts.accounts(context), try parts.carrier())
        var body = BodyReader(try await request.json(context))
        body.require("mail")
        let mail = body.mail("mail")
        try body.finish()
        guard let mail else { throw Problem(.unprocessableContent, "a member is missing") }
        let (source, now) = (context.source, parts.clock.now)
        let mayWrite = try await answering { try access.countRecovery(of: mail, from: source, at: now) }
        // Whether an account has the address is looked up after the answer.
        if mayWrite {
            carrier.send { () throws(AccessError) in try access.recoveryLetter(to: mail, from: source, at: now) }
        }
        return Response(status: .accepted)
    }

    private func setPasscode(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let access = try parts.accounts(context)
        var body = BodyReader(try await request.json(context))
        body.require("secret", "new", "again")
        let secret = body.text("secret", characters: 1...200)
        let new = body.newPasscode("new", again: "again")
        try body.finish()
        guard let secret, let new else { throw Problem(.unprocessableContent, "a member is missing") }
        let (clock, source) = (parts.clock, context.source)
        try await answering {
            try await parts.web.withNewPasscode(context) {
                _ = try access.recover(by: AccessSecret(sent: secret), to: new, from: source, at: clock.now)
            }
        }
        // Whoever was logged in with this browser is not any more.
        return Response(
            status: .noContent, headers: [.setCookie: SessionCookie.removal(isEncrypted: context.isEncrypted)]
        )
    }

    /// The secret of a link that is to be used.
    private func link(
        _ request: Request, _ context: ConsoleContext
    ) async throws -> (access: AccessControl, secret: AccessSecret) {
        try request.refuseQuery()
        let access = try parts.accounts(context)
        var body = BodyReader(try await request.json(context))
        body.require("secret")
        let secret = body.text("secret", characters: 1...200)
        try body.finish()
        return (access, AccessSecret(sent: secret ?? ""))
    }

    @discardableResult
    private func answering<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as AccessError { throw Problem(error, at: parts.clock.now) }
    }
}

extension ConsoleParts {
    /// The accounts, where somebody has to log in.
    ///
    /// - Throws: ``Problem`` where nobody has to.
    func accounts(_ context: ConsoleContext) throws(Problem) -> AccessControl {
        let access = try web.accounts
        guard context.isProtected else { throw Problem(.conflict, "set a passcode and log in with it first") }
        return access
    }

    /// What sends mails.
    ///
    /// - Throws: ``Problem`` where nothing does.
    func carrier() throws(Problem) -> LetterCarrier {
        guard let carrier = signIn.carrier else {
            throw Problem(
                .conflict, "no mails are sent from here; whoever manages the accounts can give you a link",
                type: "urn:tagalong:no-mail"
            )
        }
        return carrier
    }
}

extension BodyReader {
    /// A mail address.
    mutating func mail(_ key: String) -> MailAddress? {
        value(key, "a mail address such as sam@example.org") { member in
            guard case .text(let text) = member else { return nil }
            return MailAddress(text)
        }
    }

    /// How people call somebody.
    fileprivate mutating func calledName(_ key: String) -> String? {
        guard let name = label(key, TextBounds(1...64)) else { return nil }
        let trimmed = name.trimmed
        if trimmed.isEmpty { refuse(key, "a name is expected") }
        return trimmed
    }

    /// A passcode of somebody who registers, typed twice; it is not told back.
    fileprivate mutating func newPasscode(_ key: String, again: String) -> Passcode? {
        let (text, other) = (text(key, characters: 0...1000), text(again, characters: 0...1000))
        guard let text else { return nil }
        if let other, other != text { refuse(again, "the same as '\(key)' is expected") }
        if let passcode = try? Passcode(text), passcode.isLongEnoughToRegister { return passcode }
        refuse(key, "\(Passcode.shortestRegistered) to \(Passcode.longest) characters are expected")
        return nil
    }
}

extension String {
    /// Without blanks at its ends.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
