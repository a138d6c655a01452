import Access
import Cryptography
import Foundation
import HTTPTypes
import Hummingbird
import Tracking
import Web

/// `/api/v1/passkeys`: one's own passkeys, in place of the fingerprint (case 5-1-3).
struct PasskeyRoutes: ConsoleRoutes {
    let parts: WebParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/passkeys", .somebody, list),
            Route(.post, "/api/v1/passkeys/options", .somebody, options),
            Route(.post, "/api/v1/passkeys", .somebody, register),
            Route(.delete, "/api/v1/passkeys/{id}", .somebody, remove),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (access, account) = try account(context)
        return try Answer.json(["passkeys": try access.passkeys(of: account).map(Line.init)])
    }

    private func options(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (access, account) = try account(context)
        try requireFresh(access, account, context)
        let site = try request.passkeySite(isEncrypted: context.isEncrypted)
        let known = try access.passkeys(of: account)
        // Before somebody has an authenticator make one for nothing.
        guard known.count < AccessControl.mostPasskeys else { throw Problem(.tooManyPasskeys, at: parts.clock.now) }
        let challenge = access.challenge(toRegisterFor: account, at: parts.clock.now)
        return try Answer.json(NewPasskeyQuestion(challenge, account, site, known), keys: .useDefaultKeys)
    }

    private func remove(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (access, account) = try account(context)
        let id = context.parameters.get("id") ?? ""
        do throws(AccessError) {
            try access.removePasskey(id, of: account, from: context.source, at: parts.clock.now)
        } catch { throw Problem(error, at: parts.clock.now) }
        return Answer.nothing
    }

    private struct Line: Encodable {
        let id: String
        let label: String
        let created: String
        let used: String?

        init(_ passkey: Passkey) {
            (id, label) = (passkey.id, passkey.label)
            (created, used) = (passkey.created.description, passkey.used?.description)
        }
    }

    private func account(_ context: ConsoleContext) throws(Problem) -> (AccessControl, Name) {
        guard let access = parts.access else { throw Problem(.notFound, "nobody can log in to this console") }
        guard let account = context.session?.principal.account else {
            throw Problem(
                .conflict,
                "set a passcode and log in with it first; it stays the way in when a passkey is lost"
            )
        }
        return (access, account)
    }

    /// Of an account without a passcode a passkey takes a log-in of lately, as its first passcode does: a log-in by the passkey
    /// would be one.
    private func requireFresh(_ access: AccessControl, _ account: Name, _ context: ConsoleContext) throws {
        let now = parts.clock.now
        guard let session = context.session, !session.isFresh(at: now), try !access.hasPasscode(account) else { return }
        throw Problem(AccessError.logInAgain, at: now)
    }

    private func register(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (access, account) = try account(context)
        try requireFresh(access, account, context)
        let (answer, label) = try PasskeyBody.read(try await request.json(context), isNew: true)
        let site = try request.passkeySite(isEncrypted: context.isEncrypted)
        do {
            let now = parts.clock.now
            try access.register(answer, label: label, for: account, on: site, from: context.source, at: now)
            return Response(status: .created)
        } catch { throw Problem(error, at: parts.clock.now) }
    }
}

/// What a browser asks an authenticator in order to make a passkey.
private struct NewPasskeyQuestion: Encodable {
    struct Party: Encodable { let id: String, name: String }
    struct User: Encodable { let id: String, name: String, displayName: String }
    struct Algorithm: Encodable { let type = "public-key", alg: Int }
    struct Known: Encodable { let type = "public-key", id: String }
    struct Selection: Encodable {
        let residentKey = "required", requireResidentKey = true, userVerification = "required"
    }

    let challenge: String
    let rp: Party
    let user: User
    let pubKeyCredParams: [Algorithm]
    let excludeCredentials: [Known]
    let authenticatorSelection = Selection()
    let timeout = 300_000
    let attestation = "none"

    init(_ challenge: String, _ account: Name, _ site: PasskeySite, _ known: [Passkey]) {
        self.challenge = challenge
        rp = Party(id: site.id, name: "Tagalong")
        // base64url of the name: any bytes that stay the same will do.
        user = User(id: Base64URL.text(account.text.utf8), name: account.text, displayName: account.text)
        pubKeyCredParams = AccessControl.passkeyAlgorithms.map { Algorithm(alg: $0) }
        excludeCredentials = known.map { Known(id: $0.id) }
    }
}
