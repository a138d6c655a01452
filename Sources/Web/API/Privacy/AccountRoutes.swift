import Access
import HTTPTypes
import History
import Hummingbird
import Logging
import Messages
import NIOCore
import Store
import Tracking
import Web

/// `/api/v1/accounts/…`: all that is kept of somebody, to take away or to be erased.
struct AccountRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/accounts/{account}/export", .somebody, export),
            Route(.post, "/api/v1/accounts/{account}/erasure", .somebody, erase),
        ]
    }

    /// The account in the path, for itself and for who manages accounts.
    private func account(_ context: ConsoleContext) throws -> (Name, AccessControl) {
        let name = try context.name("account")
        let isOwn = context.viewer.account == name && context.viewer.scope == .admin
        guard let access = parts.access, isOwn || context.viewer.mayAdminister else {
            throw Problem(.notFound, "there is no account '\(name)'")
        }
        return (name, access)
    }

    /// Whose things are that account's: those of the owner of its name, unless an administrator says otherwise.
    private func owner(_ told: Name?, of account: Name, _ context: ConsoleContext) throws -> Name {
        guard let told, told != account else { return account }
        guard context.viewer.mayAdminister else { throw Problem.forbidden }
        return told
    }

    private func export(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (name, access) = try account(context)
        var query = QueryReader(request)
        let told = query.name("owner")
        try query.finish()
        let owner = try owner(told, of: name, context)
        parts.keepLooks()
        let archive = AccountArchive(of: name, owner: owner, access: access, store: parts.store, at: parts.clock.now)
        guard try archive.exists else { throw Problem(.notFound, "there is no account '\(name)'") }
        let ticket = try parts.answers.ticket(.exports, 1, for: Asker(context))
        try access.noteExport(of: name, from: context.source, at: parts.clock.now)
        let headers: HTTPFields = [.contentDisposition: "attachment; filename=\"\(archive.fileName)\""]
        return Answer.stream("application/zip", headers: headers) { writer in
            defer { withExtendedLifetime(ticket) {} }
            var sink = BodySink(writer: writer)
            try await archive.write(to: &sink)
            writer = sink.writer
        }
    }

    private func erase(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (name, access) = try account(context)
        var body = BodyReader(try await request.json(context))
        body.require("account")
        let (typed, passcode) = (body.text("account", characters: 1...64), body.text("passcode", characters: 0...1000))
        let told = body.text("owner", characters: 1...64)
        let waits = body.flag("wait") ?? true
        if let typed, typed != name.text { body.refuse("account", "the name of the account once more is expected") }
        try body.finish()
        let owner = try owner(told.map { try Name($0) }, of: name, context)
        try await confirm(passcode, access, request, context)
        let archive = AccountArchive(of: name, owner: owner, access: access, store: parts.store, at: parts.clock.now)
        let hasRefused = try parts.store.hasRefused(below: parts.feed.topics.starts(of: owner))
        guard try archive.exists || hasRefused else { throw Problem(.notFound, "there is no account '\(name)'") }
        return try await erase(name, owner, waits: waits, context)
    }

    /// Has the passcode of who asks typed once more, unless nobody logs in with one.
    private func confirm(
        _ passcode: String?, _ access: AccessControl, _ request: Request, _ context: ConsoleContext
    ) async throws {
        guard context.isProtected, context.viewer.account != nil else { return }
        try await parts.confirm(passcode, access, request, context)
    }

    private func erase(
        _ account: Name, _ owner: Name, waits: Bool, _ context: ConsoleContext
    ) async throws -> Response {
        guard let access = parts.access else { throw Problem(.notFound, "there is no account '\(account)'") }
        parts.erasures.open()
        let erasure: Erasure
        do throws(AccessError) {
            erasure = try access.beginErasure(of: account, owner: owner, waits: waits, at: parts.clock.now)
        } catch { throw Problem(error, at: parts.clock.now) }
        parts.erasures.expect(erasure)
        let standing = await standing(of: erasure)
        let isOwn = context.session != nil && context.viewer.account == account
        let cookie = SessionCookie.removal(isEncrypted: context.isEncrypted)
        var answer = try Answer.json(ErasureAnswer(standing), status: standing == .done ? .ok : .accepted)
        if isOwn { answer.headers[.setCookie] = cookie }
        return answer
    }

    /// How often whoever asks for an erasure looks whether another service has come to an end with it, every 200 ms.
    private static let looks = 50

    /// How an erasure stands once it has gone as far as it can now.
    ///
    /// Whatever it fails at is no error for who has asked: the account is gone, and the rest goes by itself.
    private func standing(of erasure: Erasure) async -> AccountEraser.Standing {
        do {
            for _ in 0..<Self.looks {
                if let standing = try await parts.goOn(with: erasure) { return standing }
                // Another service goes on with it, which was asked for it before.
                try await parts.clock.sleep(
                    until: parts.clock.now.advanced(by: .milliseconds(200)), tolerance: nil)
            }
        } catch { parts.logger.warning("an erasure is not over yet: \(error)") }
        return .waiting
    }
}

/// The body of an answer, as it is sent.
private struct BodySink: ArchiveSink {
    var writer: any ResponseBodyWriter

    @concurrent
    mutating func write(_ bytes: [UInt8]) async throws { try await writer.write(ByteBuffer(bytes: bytes)) }
}

/// How an erasure stands, as it is answered.
struct ErasureAnswer: Encodable {
    let state: String
    let trackers: [DeviceAnswer]?

    struct DeviceAnswer: Encodable {
        let owner: String
        let tracker: String
    }

    init(_ standing: AccountEraser.Standing) {
        switch standing {
        case .done: (state, trackers) = ("done", nil)
        case .broker: (state, trackers) = ("broker", nil)
        case .readers: (state, trackers) = ("readers", nil)
        case .waiting: (state, trackers) = ("waiting", nil)
        case .trackers(let devices):
            state = "trackers"
            trackers = devices.map { DeviceAnswer(owner: $0.owner.text, tracker: $0.device.text) }
        }
    }
}
