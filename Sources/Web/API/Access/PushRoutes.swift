import Access
import Cryptography
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import Tracking
import Web

/// `/api/v1/push`: the browsers that one is told of alerts in by Web Push, also with no page open.
struct PushRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/push", .somebody, show),
            Route(.get, "/api/v1/push/subscriptions", .somebody, list),
            Route(.post, "/api/v1/push/subscriptions", .somebody, add),
            Route(.patch, "/api/v1/push/subscriptions/{id}", .somebody, change),
            Route(.delete, "/api/v1/push/subscriptions/{id}", .somebody, remove),
            Route(.post, "/api/v1/push/subscriptions/{id}/test", .somebody, test),
        ]
    }

    private func show(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        return try Answer.json(
            Standing(available: parts.push != nil, key: parts.push?.key, most: AccessControl.mostPushDevices)
        )
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (_, access, account) = try desk(context)
        return try Answer.json(["subscriptions": try access.pushDevices(of: account).map(Line.init)])
    }

    private func add(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (desk, access, account) = try desk(context)
        let sent = try PushBody(try await request.json(context), desk)
        let name = PushDeviceName.of(request.headers[.userAgent] ?? "")
        do {
            let device = try access.addPushDevice(
                sent.endpoint,
                key: sent.key,
                secret: sent.secret,
                name: name,
                of: account,
                session: context.session?.id,
                from: context.source,
                at: parts.clock.now
            )
            desk.changed()
            return try Answer.json(Line(device), status: .created)
        } catch let error as AccessError { throw Problem(error, at: parts.clock.now) }
    }

    private func change(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (_, access, account) = try desk(context)
        let id = context.parameters.get("id") ?? ""
        var reader = BodyReader(try await request.json(context))
        reader.require("quiet")
        let quiet = reader.quietHours("quiet") ?? nil
        try reader.finish()
        guard let device = try access.setQuietHours(quiet, ofPushDevice: id, of: account) else { throw Self.unknown }
        return try Answer.json(Line(device))
    }

    private func remove(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (desk, access, account) = try desk(context)
        let id = context.parameters.get("id") ?? ""
        try access.removePushDevice(id, of: account, from: context.source, at: parts.clock.now)
        desk.changed()
        return Answer.nothing
    }

    private func test(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (desk, access, account) = try desk(context)
        let id = context.parameters.get("id") ?? ""
        guard try access.pushDevices(of: account).contains(where: { $0.id == id }) else {
            throw Self.unknown
        }
        if let trouble = await desk.test(id) { throw Problem(.badGateway, trouble) }
        return Answer.nothing
    }

    private static let unknown = Problem(.notFound, "alerts do not go to this browser")

    /// What sends, and for whom: a session's account, or nobody where nobody has to log in.
    ///
    /// A token may end before the browser that it would have subscribed, and reaches less far than its account.
    private func desk(_ context: ConsoleContext) throws(Problem) -> (PushDesk, AccessControl, Name?) {
        guard let desk = parts.push, let access = parts.access else {
            throw Problem(.notFound, "this service sends no messages to browsers")
        }
        guard context.isProtected else { return (desk, access, nil) }
        guard let account = context.session?.principal.account else {
            throw Problem(.forbidden, "browsers are subscribed by who has logged in with a passcode or a passkey")
        }
        return (desk, access, account)
    }

    private struct Standing: Encodable {
        let available: Bool
        /// For `applicationServerKey`.
        let key: String?
        /// How many browsers of one account there may be.
        let most: Int
    }

    private struct Line: Encodable {
        let id, name, created: String
        let sent, quiet: String?

        init(_ device: PushDevice) {
            (id, name) = (device.id, device.name)
            (created, sent) = (device.created.description, device.sent?.description)
            quiet = device.quiet?.description
        }
    }
}

/// What sends messages to browsers, as the routes know it.
public struct PushDesk: Sendable {
    /// The public key of what sends, as browsers want it.
    public let key: String
    /// Whether messages may be sent to an address.
    public let accepts: @Sendable (String) -> Bool
    /// Takes note that browsers have come or gone.
    public let changed: @Sendable () -> Void
    /// Sends a test to a browser; what went wrong, nil when its push service has taken it.
    public let test: @Sendable (String) async -> String?

    public init(
        key: String,
        accepts: @escaping @Sendable (String) -> Bool,
        changed: @escaping @Sendable () -> Void,
        test: @escaping @Sendable (String) async -> String?
    ) {
        (self.key, self.accepts, self.changed, self.test) = (key, accepts, changed, test)
    }
}

/// What a browser sends of a subscription, as its `PushSubscription` has it.
private struct PushBody {
    let endpoint: String
    let key, secret: [UInt8]

    init(_ document: JSONValue, _ desk: PushDesk) throws(Problem) {
        var body = BodyReader(document)
        body.require("endpoint", "p256dh", "auth")
        let endpoint = body.value("endpoint", "an https:// address of a push service on the internet") { member in
            guard case .text(let text) = member, desk.accepts(text) else { return String?.none }
            return text
        }
        let key = body.value("p256dh", "base64url of an uncompressed point on P-256") { member in
            guard case .text(let text) = member, text.utf8.count < 100, let bytes = Base64URL.bytes(text),
                bytes.count == 65, bytes[0] == 4, VerificationKey(p256: Array(bytes.dropFirst())) != nil
            else { return [UInt8]?.none }
            return bytes
        }
        let secret = body.value("auth", "base64url of 16 bytes") { member in
            guard case .text(let text) = member, text.utf8.count < 100, let bytes = Base64URL.bytes(text),
                bytes.count == 16
            else { return [UInt8]?.none }
            return bytes
        }
        try body.finish()
        guard let endpoint, let key, let secret else { throw Problem(.unprocessableContent, "a member is missing") }
        (self.endpoint, self.key, self.secret) = (endpoint, key, secret)
    }
}
