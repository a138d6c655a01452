import Access
import HTTPTypes
import Hummingbird
import JSON
import Tracking
import Web

/// `/api/v1/accounts`: who may log in, and what each may see and do.
struct AccountListRoutes: ConsoleRoutes {
    let parts: WebParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/accounts", .administrator, list),
            Route(.post, "/api/v1/accounts", .administrator, add),
            Route(.delete, "/api/v1/accounts/{account}", .administrator, remove),
            Route(.put, "/api/v1/accounts/{account}/grants", .administrator, setGrants),
            Route(.put, "/api/v1/accounts/{account}/passcode", .administrator, setPasscode),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        return try Answer.json(["accounts": try parts.accounts.accounts().map(AccountAnswer.init)])
    }

    private func add(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let manager = try AccountManager(parts, context)
        var body = BodyReader(try await request.json(context))
        body.require("name")
        let (name, isAdministrator) = (body.name("name"), body.flag("administrator") ?? false)
        let (grants, passcode) = (body.grants("grants"), body.passcode("passcode"))
        if isAdministrator, grants?.isEmpty == false {
            body.refuse("grants", "an administrator may do everything already")
        }
        try body.finish()
        guard let name else { throw Problem(.unprocessableContent, "a member is missing") }
        let (access, source, clock) = (manager.access, context.source, parts.clock)
        try await change(manager, request, context) {
            try access.add(
                name,
                isAdministrator: isAdministrator,
                grants: grants ?? [],
                passcode: passcode,
                from: source,
                at: clock.now
            )
        }
        return try answer(name, access, status: .created)
    }

    private func setGrants(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (manager, name) = (try AccountManager(parts, context), try context.name("account"))
        var body = BodyReader(try await request.json(context))
        body.require("grants")
        let grants = body.grants("grants")
        try body.finish()
        if let account = try manager.access.accounts().first(where: { $0.name == name }), account.isAdministrator {
            throw Problem(.conflict, "\(name) is an administrator, who may do everything already")
        }
        do {
            try manager.access.setGrants(grants ?? [], of: name, from: context.source, at: parts.clock.now)
        } catch { throw Problem(error, at: parts.clock.now) }
        return try answer(name, manager.access)
    }

    private func setPasscode(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (manager, name) = (try AccountManager(parts, context), try context.name("account"))
        var body = BodyReader(try await request.json(context))
        body.require("passcode")
        let passcode = body.passcode("passcode")
        try body.finish()
        guard name != manager.account else {
            throw Problem(.conflict, "this is your own account: its passcode is changed with the present one")
        }
        guard let passcode else { throw Problem(.unprocessableContent, "a member is missing") }
        let (access, source, clock) = (manager.access, context.source, parts.clock)
        try await change(manager, request, context) {
            try access.resetPasscode(passcode, of: name, from: source, at: clock.now)
        }
        return Answer.nothing
    }

    private func remove(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (manager, name) = (try AccountManager(parts, context), try context.name("account"))
        guard name != manager.account else {
            throw Problem(.conflict, "this is your own account: another administrator can remove it")
        }
        do {
            try manager.access.remove(name, from: context.source, at: parts.clock.now)
        } catch { throw Problem(error, at: parts.clock.now) }
        return Answer.nothing
    }

    /// Makes a change for which a passcode is hashed, when its turn comes.
    private func change(
        _ manager: AccountManager,
        _ request: Request,
        _ context: ConsoleContext,
        _ body: @Sendable @escaping () throws -> Void
    ) async throws {
        let device = request.deviceSecret(isEncrypted: context.isEncrypted)
        do {
            try await parts.withPasscode(of: manager.account.text, manager.access, device, context, body)
        } catch let error as AccessError { throw Problem(error, at: parts.clock.now) }
    }

    private func answer(
        _ name: Name, _ access: AccessControl, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        guard let account = try access.accounts().first(where: { $0.name == name }) else {
            throw Problem(.noSuchAccount(name), at: parts.clock.now)
        }
        return try Answer.json(AccountAnswer(account), status: status)
    }
}

/// An account, as it is answered; with the keys of `account list --json`.
private struct AccountAnswer: Encodable {
    let name: String
    let administrator: Bool
    /// Whether it can log in.
    let passcode: Bool
    let passkeys: Int
    let grants: [String]
    let created: String
    let mail: String?
    /// Whether it is shown whose it is; and since when it is deactivated.
    let verified: Bool
    let deactivated: String?

    init(_ account: Account) {
        (name, administrator, passcode) = (account.name.text, account.isAdministrator, account.hasPasscode)
        (passkeys, grants) = (account.passkeys, account.grants.map(\.description))
        created = account.created.description
        (mail, verified) = (account.mail?.text, account.isVerified)
        deactivated = account.deactivated?.description
    }
}

extension BodyReader {
    /// More are nobody's wish.
    private static let mostGrants = 1000

    /// What an account may do, each right as commands write it.
    mutating func grants(_ key: String) -> [Grant]? {
        let texts = value(key, "a list of at most \(Self.mostGrants) texts such as \"sam/keys=last\"") { member in
            guard case .list(let entries) = member, entries.count <= Self.mostGrants else { return [String]?.none }
            let texts = entries.compactMap { entry -> String? in if case .text(let text) = entry { text } else { nil } }
            return texts.count == entries.count ? texts : nil
        }
        guard let texts else { return nil }
        var grants: [Grant] = []
        for text in texts {
            do { grants.append(try Grant(written: text)) } catch { refuse(key, error.description) }
        }
        return grants
    }

    /// A passcode to be set; one that is refused is not told back.
    fileprivate mutating func passcode(_ key: String) -> Passcode? {
        guard let text = text(key, characters: 0...1000) else { return nil }
        if let passcode = try? Passcode(text) { return passcode }
        refuse(key, "\(Passcode.shortest) to \(Passcode.longest) characters are expected")
        return nil
    }
}
