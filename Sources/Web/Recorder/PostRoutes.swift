import API
import Access
import HTTPTypes
import History
import Hummingbird
import Logging
import Messages
import Store
import Tracking
import Web

/// `POST /pub`: phones in HTTP mode.
///
/// The answer is 200 only when everything is stored; a phone keeps what was answered otherwise, and sends it again. So
/// what can never be accepted goes to the quarantine and is answered 200 too, and our own troubles are a 503.
struct PostRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    /// The most messages in one request.
    static let mostMessages = 1000
    /// The longest body, in bytes: far above what a phone sends.
    static let longestBody = 256 * 1024

    var routes: [Route] { [Route(.post, "/pub", .somebody, receive)] }

    private func receive(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try Self.check(request.headers[.contentType]?.lowercased() ?? "", "application/json")
        let body = try await request.bytes(upTo: Self.longestBody)
        let payloads = try Self.payloads(body)
        let phone = try phone(request, payloads)
        // Nobody but the phone's own owner says where it is.
        try context.viewer.require(.command, phone)
        try Self.checkJSON(body)
        let outcome = try await store(payloads, from: phone)
        let friends = try PostReply.friends(of: phone, for: context.sight(parts), parts.configuration.topics)
        let answer = PostReply.array(outcome.commands + friends)
        return RecorderRoutes.json(outcome.key.flatMap { $0.message(sealing: answer, nonce: Self.nonce()) } ?? answer)
    }

    /// 24 bytes by chance, so many that none comes twice.
    private static func nonce() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<24).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Refuses a media type, in small letters, under which nothing that is read here is sent; none passes.
    static func check(_ type: String, _ expected: String) throws(Problem) {
        let kinds = ["application/json", "text/", "application/octet-stream", "application/x-www-form-urlencoded"]
        guard type.isEmpty || kinds.contains(where: type.hasPrefix) else {
            throw Problem(.unsupportedMediaType, "\(expected) is expected, found \(type.excerpt(80))")
        }
    }

    /// Refuses a body that is nothing of a phone's.
    ///
    /// One that begins as a message and is damaged, or is empty, is: the phone would send it for ever.
    private static func checkJSON(_ body: [UInt8]) throws(Problem) {
        guard let first = JSONArray.firstByte(of: body) else { return }
        guard first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { return }
        throw Problem(.unsupportedMediaType, "the body: a JSON object or array is expected, as OwnTracks sends")
    }

    private static func payloads(_ body: [UInt8]) throws(Problem) -> [[UInt8]] {
        guard JSONArray.isArray(body), let elements = JSONArray.elements(of: body) else { return [body] }
        guard elements.count <= mostMessages else {
            throw Problem(.contentTooLarge, "at most \(mostMessages) messages in one request are read")
        }
        return elements
    }

    /// Stores messages; `takesCommands` where the answer has those that wait.
    func store(
        _ payloads: [[UInt8]], from phone: DeviceID, takesCommands: Bool = true
    ) async throws -> PostOutcome {
        do {
            return try await parts.history.post(payloads, from: phone, takesCommands: takesCommands)
        } catch let error as StoreError {
            parts.logger.error("a post of \(phone): \(error)")
            throw Problem(
                .serviceUnavailable,
                "nothing was stored; it is to be sent again later",
                headers: [.retryAfter: "30"]
            )
        } catch let error as TooManyPhones {
            throw Problem(.conflict, "\(error)")
        }
    }

    /// Who posts: as the headers say, else the query, else the topic of each message.
    ///
    /// A request that names nobody, or in which a message names nobody or somebody else, is refused: the phone keeps what
    /// it has, until somebody has set it up. What is no message goes to the quarantine with the others.
    private func phone(_ request: Request, _ payloads: [[UInt8]]) throws -> DeviceID {
        let query = try FormFields(request.uri.query ?? "")
        let user = Self.header("X-Limit-U", request) ?? query["u"]
        let device = Self.header("X-Limit-D", request) ?? query["d"]
        if let user, let device { return try Self.device(user, device, field: "user") }
        let topics = parts.configuration.topics
        var phone: DeviceID?
        for envelope in payloads.compactMap({ try? OwnTracksEnvelope(decoding: $0) }) {
            let told = envelope.topic.flatMap(topics.names)
            guard let user = user ?? told?.user, let device = device ?? told?.device else { throw Self.nobody }
            let named = try Self.device(user, device, field: "user")
            if let phone, phone != named {
                throw Problem(
                    .badRequest,
                    "messages of one device are expected, found those of \(phone) and \(named): name it in X-Limit-U and "
                        + "X-Limit-D or in ?u=…&d=…, or post them apart"
                )
            }
            phone = named
        }
        guard let phone else { throw Self.nobody }
        return phone
    }

    private static let nobody = Problem(
        .badRequest,
        "a user and a device are expected, in X-Limit-U and X-Limit-D, in ?u=…&d=…, or in each message's topic"
    )

    static func header(_ name: String, _ request: Request) -> String? {
        guard let field = HTTPField.Name(name), let value = request.headers[field], !value.isEmpty else { return nil }
        return value
    }

    /// The device of what OwnTracks or another app calls its owner and itself; the field is the owner's, for refusals.
    ///
    /// - Throws: ``Problem`` for what is no name, or stands where no owner can.
    static func device(_ owner: String, _ device: String, field: String) throws -> DeviceID {
        let id = DeviceID(owner: try name(owner, field), device: try name(device, "device"))
        guard !Topics.isReserved(id.owner) else {
            throw Problem(.badRequest, "\(field): '\(id.owner)' is kept for something else")
        }
        return id
    }

    private static func name(_ text: String, _ field: String) throws -> Name {
        do { return try Name(ownTracks: text) } catch { throw Problem(.badRequest, "\(field): \(error)") }
    }
}
