import HTTPTypes
import Hummingbird
import NIOCore
import Tracking
import Web

/// `/api/v1/scenarios`: the scenarios that are kept, to be read, played and changed.
struct ScenarioRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    private let player: ScenarioPlayer

    /// The type of what a scenario is written in (RFC 9512).
    static let type = "application/yaml"
    /// The longest scenario that is taken over HTTP, in bytes.
    static let longestText = 1 << 18

    init(parts: ConsoleParts) {
        self.parts = parts
        player = ScenarioPlayer(shelf: parts.configuration.simulations)
    }

    private static let one: RouterPath = "/api/v1/scenarios/{scenario}"

    var routes: [Route] {
        [
            Route(.get, "/api/v1/scenarios", .administrator, list), Route(.get, Self.one, .administrator, read),
            Route(.put, Self.one, .administrator, keep), Route(.delete, Self.one, .administrator, remove),
            // Whoever asks for nothing but the headers takes no turn.
            Route(.head, "\(Self.one)/trace", .administrator, traceHead),
            Route(.get, "\(Self.one)/trace", .administrator, trace),
            Route(.post, "/api/v1/simulations", .administrator, play),
            Route(.post, "/api/v1/simulations/check", .administrator, check),
        ]
    }

    private struct List: Encodable {
        let scenarios: [ScenarioEntry]
        let broken: [ScenarioEntry.Broken]
        let keeps: Bool
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let shelf = parts.configuration.simulations
        let listing = shelf?.listing() ?? ScenarioListing()
        return try Answer.json(
            List(scenarios: listing.entries, broken: listing.broken, keeps: shelf?.keeps ?? false)
        )
    }

    private func read(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let text = try found(context).text
        let tag = EntityTag(of: Array(text.utf8))
        let fields: HTTPFields = [.eTag: tag.text, .cacheControl: "no-cache"]
        if tag.isKnown(to: request) { return Response(status: .notModified, headers: fields) }
        return Answer.content(ByteBuffer(string: text), Self.type, headers: fields)
    }

    private func keep(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let shelf = try player.opened
        let name: Name = try context.name("scenario")
        let text = try await text(request)
        let summary = try Self.told { () throws(ScenarioProblem) in try shelf.check(text) }
        let kept: String?
        do { kept = try shelf.text(of: name.text) } catch { throw Problem(error) }
        if let kept { try EntityTag(of: Array(kept.utf8)).check(request) }
        let mustBeNew = request.headers[.ifNoneMatch] == "*"
        if kept != nil && mustBeNew || kept == nil && request.headers[.ifMatch] != nil { throw Problem.changed }
        do { try shelf.keep(text, as: name.text) } catch { throw Problem(error) }
        let tag = EntityTag(of: Array(text.utf8))
        return try Answer.json(summary, status: kept == nil ? .created : .ok, headers: [.eTag: tag.text])
    }

    private func remove(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (name, text) = try found(context)
        try EntityTag(of: Array(text.utf8)).check(request)
        do { try player.opened.remove(name) } catch let error as SimulationShelfError { throw Problem(error) }
        return Answer.nothing
    }

    private func trace(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try player.play(try start(request, context))
    }

    private func traceHead(_ request: Request, _ context: ConsoleContext) throws -> Response {
        _ = try start(request, context)
        return ScenarioPlayer.head
    }

    /// How a scenario begins that is asked for by name.
    private func start(_ request: Request, _ context: ConsoleContext) throws -> SimulationStart {
        let name = try context.text("scenario")
        let order = try Self.order(.named(name), request)
        guard parts.configuration.simulations != nil, let start = try player.plan(order) else {
            throw Self.unknown(name)
        }
        return start
    }

    private func play(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        // What is wrong with the parameters is told before the body is read.
        var order = try Self.order(.text(""), request)
        order.source = .text(try await text(request))
        guard let start = try player.plan(order) else { throw Self.unknown("") }
        return try player.play(start)
    }

    private struct Verdict: Encodable {
        var scenario: ScenarioSummary?
        var problem: ScenarioProblem?
    }

    private func check(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let shelf = try player.opened
        let text = try await text(request)
        var verdict = Verdict()
        do throws(ScenarioProblem) { verdict.scenario = try shelf.check(text) } catch { verdict.problem = error }
        return try Answer.json(verdict)
    }
}

extension ScenarioRoutes {
    private static func order(_ source: SimulationOrder.Source, _ request: Request) throws -> SimulationOrder {
        var query = QueryReader(request)
        let fleet = query.integer("fleet", in: 1...SimulationOrder.mostCopies)
        let seed = query.value("seed", "a whole number from 0") { UInt64($0) }
        let view: SimulationOrder.View? = query.word("view")
        try query.finish()
        return SimulationOrder(source, fleet: fleet ?? 1, seed: seed, view: view)
    }

    private func text(_ request: Request) async throws -> String {
        let type = request.headers[.contentType].map { String($0.prefix { $0 != ";" }).lowercased() } ?? "nothing"
        guard [Self.type, "application/x-yaml", "text/yaml", "text/x-yaml", "text/plain"].contains(type) else {
            throw Problem(
                .unsupportedMediaType,
                "\(Self.type) is expected, found \(type.excerpt(80))",
                headers: [.accept: Self.type]
            )
        }
        let bytes = try await request.bytes(upTo: Self.longestText)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.badRequest, "the body: UTF-8 text is expected")
        }
        guard !YAMLExpansion(of: text).isTooLarge else {
            let most = YAMLExpansion.most
            throw Problem(.unprocessableContent, "with its aliases (*) written out it has more than \(most) values")
        }
        return text
    }

    private func found(_ context: ConsoleContext) throws -> (name: String, text: String) {
        let name = try context.text("scenario")
        guard let shelf = parts.configuration.simulations else { throw Self.unknown(name) }
        let text: String?
        do { text = try shelf.text(of: name) } catch { throw Problem(error) }
        guard let text else { throw Self.unknown(name) }
        return (name, text)
    }

    private static func unknown(_ name: String) -> Problem {
        Problem(.notFound, "there is no scenario '\(name.excerpt(80))'")
    }

    /// The answer to a text that is no scenario: the line is in the sentence.
    static func told<Value>(_ work: () throws(ScenarioProblem) -> Value) throws(Problem) -> Value {
        do throws(ScenarioProblem) { return try work() } catch {
            let place = error.line.map { "line \($0): " } ?? ""
            throw Problem(.unprocessableContent, place + error.message)
        }
    }
}

extension Problem {
    init(_ error: SimulationShelfError) {
        switch error {
        case .closed, .failed: self.init(.conflict, "\(error)")
        }
    }
}
