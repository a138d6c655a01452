import Clouds
import HTTPTypes
import Hummingbird
import JSON
import Web

/// `/api/v1/ingress/{cloud}/{token}`: where the clouds of cellular devices pass on what these have sent.
///
/// The answer is 200 only when the broker has it. What can never be published is refused with what is wrong, and our own
/// troubles are a 503, after which it is to be sent again.
struct CloudRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    let gate: ConsoleGate

    /// The longest body, in bytes: far above what a cloud takes of a device.
    private static let longestBody = 64 * 1024

    var routes: [Route] { [Route(.post, "/api/v1/ingress/{cloud}/{token}", .cloud, receive)] }

    private func receive(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (name, token) = (context.parameters.get("cloud") ?? "", context.parameters.get("token") ?? "")
        guard let clouds = parts.clouds, clouds.knows(name, token: token) else {
            try gate.countUnknownToken(context, at: parts.clock.now)
            throw Problem(CloudRefusal.noCloud)
        }
        try request.refuseQuery()
        try checkType(of: request)
        let body = try await request.bytes(upTo: Self.longestBody)
        let outcome: CloudIngress.Outcome
        do throws(CloudRefusal) { outcome = try await clouds.receive(body, from: name, token: token) } catch {
            throw Problem(error)
        }
        return Answer.json(JSONValue.object(["published": .flag(outcome != .ignored)]).encoded())
    }

    /// Refuses a media type under which no webhook sends JSON; none passes, as the documents of a cloud may name none.
    private func checkType(of request: Request) throws(Problem) {
        let type = request.headers[.contentType]?.lowercased() ?? ""
        guard type.isEmpty || ["application/json", "text/"].contains(where: type.hasPrefix) else {
            throw Problem(.unsupportedMediaType, "application/json is expected, found \(type.prefix(80))")
        }
    }
}

extension Problem {
    /// Why what a cloud has sent is not published.
    fileprivate init(_ refusal: CloudRefusal) {
        switch refusal {
        case .noCloud: self.init(.notFound, "\(refusal)")
        case .notJSON: self.init(.badRequest, "\(refusal)")
        case .form, .unknownDevice, .payload: self.init(.unprocessableContent, "\(refusal)")
        case .unavailable: self.init(.serviceUnavailable, "\(refusal)", headers: [.retryAfter: "30"])
        }
    }
}
