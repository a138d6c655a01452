import Access
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// `/api/v1/people/invitations`: whom one invites by mail; and what a link says of who has invited.
///
/// What is answered is the same for every address that one does not see anybody by: whether an account has it is not told.
struct InvitationRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/people/invitations", .person, list),
            Route(.post, "/api/v1/people/invitations", .person, invite),
            Route(.delete, "/api/v1/people/invitations/{id}", .person, withdraw),
            Route(.post, "/api/v1/people/invitations/acceptance", .person, accept),
            Route(.post, "/api/v1/groups/{group}/invitations", .person, inviteToGroup),
            Route(.post, "/api/v1/registration/invitation", .open, show),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let invitations = try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.invitations.list(of: account, at: now)
        }
        return try Answer.json(
            InvitationList(invitations: invitations.map(InvitationAnswer.init), mayInvite: parts.mayInvite(context))
        )
    }

    private func invite(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        var body = BodyReader(try await request.json(context))
        body.require("mail")
        let (mail, level) = (body.mail("mail"), body.level("grants") ?? TrustLevel())
        let group = body.text("group", characters: 1...64)
        let language: LetterLanguage? = body.word("language")
        try body.finish()
        guard let mail else { throw Problem(.unprocessableContent, "a member is missing") }
        let carrier = try parts.inviting(context)
        try parts.countAddresses(1, context)
        let sent = try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.invitations.invite(
                mail, by: account, granting: level, to: group, language ?? .english, from: context.source, at: now
            )
        }
        if let letter = sent.letter { carrier.send(letter) }
        return try Answer.json(InvitationAnswer(sent.invitation), status: .created)
    }

    private func withdraw(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let id = try context.text("id")
        try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.invitations.withdraw(id, by: account, at: now)
        }
        return Answer.nothing
    }

    private func accept(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        var body = BodyReader(try await request.json(context))
        body.require("secret")
        let secret = body.text("secret", characters: 1...200)
        try body.finish()
        try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.invitations.accept(
                AccessSecret(sent: secret ?? ""), as: account, from: context.source, at: now
            )
        }
        return Answer.nothing
    }

    private func inviteToGroup(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let id = try context.text("group")
        var body = BodyReader(try await request.json(context))
        body.require("mail")
        let mail = body.mail("mail")
        let language: LetterLanguage? = body.word("language")
        try body.finish()
        guard let mail else { throw Problem(.unprocessableContent, "a member is missing") }
        try parts.countAddresses(1, context)
        let outcome = try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.invitations.inviteToGroup(
                id, mail, by: account, mayWrite: parts.mayInvite(context), language ?? .english, from: context.source,
                at: now
            )
        }
        switch outcome {
        case .told(let account): return try Answer.json(GroupInvited(account: account.text), status: .created)
        case .sent(let invitation, let letter):
            parts.signIn.send(letter)
            return try Answer.json(GroupInvited(invitation: InvitationAnswer(invitation)), status: .created)
        }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let access = try parts.accounts(context)
        var body = BodyReader(try await request.json(context))
        body.require("secret")
        let secret = body.text("secret", characters: 1...200)
        try body.finish()
        let view: InvitationView
        do throws(AccessError) {
            view = try access.invitations.view(of: AccessSecret(sent: secret ?? ""), at: parts.clock.now)
        } catch { throw Problem(error, at: parts.clock.now) }
        return try Answer.json(InvitationPreview(inviter: view.inviter, group: view.group, mail: view.mail?.text))
    }
}

/// The invitations of somebody, as they are answered.
private struct InvitationList: Encodable {
    let invitations: [InvitationAnswer]
    let mayInvite: Bool
}

/// An invitation by mail, as it is answered.
private struct InvitationAnswer: Encodable {
    let id, mail: String
    let grants: [String]
    let group: String?
    let sent, expires: String

    init(_ invitation: PersonInvitation) {
        (id, mail, group) = (invitation.id, invitation.mail.text, invitation.group)
        grants = invitation.level.words
        (sent, expires) = (invitation.sent.description, invitation.expires.description)
    }
}

/// What has come of inviting an address to a group.
private struct GroupInvited: Encodable {
    var account: String?
    var invitation: InvitationAnswer?
}

/// What a link says of who has invited, as it is answered.
private struct InvitationPreview: Encodable {
    let inviter, group, mail: String?
}

extension ConsoleParts {
    /// Whether the one who asks may invite others by mail, and a mail can be sent.
    func mayInvite(_ context: ConsoleContext) -> Bool {
        guard context.isProtected, signIn.registration != .closed, signIn.carrier != nil else { return false }
        return signIn.inviting == .everybody || context.viewer.isAdministrator
    }

    /// What sends the mails of the one who asks to those whom they invite.
    ///
    /// - Throws: ``Problem`` for who may not invite, and where nobody can.
    fileprivate func inviting(_ context: ConsoleContext) throws -> LetterCarrier {
        _ = try accounts(context)
        guard signIn.registration != .closed else {
            throw Problem(
                .forbidden, "registration is closed, so nobody can be invited", type: "urn:tagalong:registration-closed"
            )
        }
        guard signIn.inviting == .everybody || context.viewer.isAdministrator else {
            throw Problem(.people(.mayNotInvite), at: web.clock.now)
        }
        return try carrier()
    }

    /// Counts mail addresses that somebody asks about, so that nobody gathers who is here.
    ///
    /// - Throws: ``Problem`` (429).
    func countAddresses(_ count: Int, _ context: ConsoleContext) throws(Problem) {
        guard let account = context.viewer.account else { return }
        try web.addressLookups.count(account, times: count, at: web.clock.now)
    }
}
