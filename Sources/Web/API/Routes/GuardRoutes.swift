import Access
import HTTPTypes
import Hummingbird
import JSON
import Messages
import Tracking
import Web

/// `/api/v1/guard`: the unknown tags that have moved with an owner, for that owner.
struct GuardRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    let operations: OperationRegistry

    private static let tag: RouterPath = "/api/v1/guard/{owner}/tags/{number}"

    private var topics: Topics { parts.configuration.topics }

    var routes: [Route] {
        [
            Route(.get, "/api/v1/guard", .somebody, list),
            Route(.get, "/api/v1/guard/{owner}", .somebody, show),
            Route(.post, "\(Self.tag)/ring", .somebody, ring),
            Route(.put, "\(Self.tag)/ignored", .somebody) { try await ignore($0, $1, true) },
            Route(.delete, "\(Self.tag)/ignored", .somebody) { try await ignore($0, $1, false) },
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        var answer = GuardsAnswer()
        for message in await parts.feed.latest() {
            guard case .guarded(let owner) = topics.parse(message.topic), context.viewer.mayGuard(owner, .history)
            else {
                continue
            }
            if let list = GuardMessage(message.payload, of: owner) {
                answer.guards.append(GuardAnswer(list, ignored: await ignored(by: owner)))
            } else if !message.isEmpty {
                answer.unreadable.append(owner.text)
            }
        }
        answer.guards.sort { $0.owner < $1.owner }
        answer.unreadable.sort()
        return try Answer.json(answer)
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let owner = try owner(context, .history)
        try request.refuseQuery()
        return try Answer.json(GuardAnswer(try await list(of: owner), ignored: await ignored(by: owner)))
    }

    private func ring(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let owner = try owner(context, .command)
        var query = QueryReader(request)
        let wait = query.wait()
        try query.finish()
        let tag = try await tag(of: owner, context)
        var reader = BodyReader(try await request.optionalJSON(context) ?? .object([:]))
        let stops = reader.flag("stop")
        try reader.finish()
        // A gateway takes other words for the name of a tracker, which may be another owner's.
        guard !tag.address.contains("/") else {
            throw Problem(.conflict, "the guard's list has no address of this tag to ring it by")
        }
        try await checkRuns(tag.gateway)
        var errand = GatewayRequest(transaction: "-", tag: tag.address)
        errand.stops = stops
        let starter = OperationStarter(parts: parts, operations: operations, account: context.viewer.account)
        let operation = try await starter.ask(tag.gateway, to: "ring", errand, guarding: owner)
        return try await operations.accepted(operation, after: wait)
    }

    private func ignore(
        _ request: Request, _ context: ConsoleContext, _ isIgnored: Bool
    ) async throws -> Response {
        let owner = try owner(context, .command)
        try request.refuseQuery()
        let tag = try await tag(of: owner, context)
        // What the broker keeps has to be known before it is replaced.
        guard await parts.feed.hasSwept else { throw Problem.noBroker }
        let (topic, now) = (topics.guardIgnored(owner), parts.clock.now)
        try await parts.feed.change(topic) { kept in
            var known = kept.flatMap { try? GuardIgnored(decoding: $0.payload) } ?? GuardIgnored(time: now)
            known.note(tag, isIgnored: isIgnored, at: now)
            return Message(topic: topic, payload: known.encoded(), retained: true)
        }
        return try Answer.json(GuardAnswer(try await list(of: owner), ignored: await ignored(by: owner)))
    }

    // MARK: What the broker keeps

    /// The owner in the path, as long as the list is the viewer's business.
    private func owner(_ context: ConsoleContext, _ right: Right) throws -> Name {
        let owner = try context.name("owner")
        guard context.viewer.mayGuard(owner, .history) else { throw Self.none(owner) }
        guard context.viewer.mayGuard(owner, right) else { throw Problem.forbidden }
        return owner
    }

    private func list(of owner: Name) async throws -> GuardMessage {
        guard let message = await parts.feed.latest(topics.guarded(owner)), !message.isEmpty else {
            throw Self.none(owner)
        }
        guard let list = GuardMessage(message.payload, of: owner) else {
            throw Problem(.conflict, "what is on \(message.topic) is no list of the guard of '\(owner)'")
        }
        return list
    }

    private func tag(of owner: Name, _ context: ConsoleContext) async throws -> GuardMessage.Tag {
        let text = try context.text("number")
        guard let tag = try await list(of: owner).tags.first(where: { "\($0.number)" == text }) else {
            throw Problem(.notFound, "the guard's list of \(owner) has no tag '\(text.excerpt(20))'")
        }
        return tag
    }

    private func ignored(by owner: Name) async -> GuardIgnored? {
        await parts.feed.latest(topics.guardIgnored(owner)).flatMap { try? GuardIgnored(decoding: $0.payload) }
    }

    private func checkRuns(_ gateway: Name) async throws {
        let status = await parts.feed.latest(topics.gatewayStatus(gateway))
            .flatMap { try? GatewayStatus(decoding: $0.payload) }
        if let via = status?.via {
            throw Problem(.conflict, "the node '\(gateway)' only hears: bring the gateway '\(via)' near the tag")
        }
        guard status?.state == .online else {
            let sentence = "the gateway '\(gateway)', which heard it last, is offline: start it beside the tag"
            throw Problem(.conflict, sentence)
        }
    }

    private static func none(_ owner: Name) -> Problem {
        Problem(.notFound, "there is no guard's list of '\(owner)'")
    }
}
