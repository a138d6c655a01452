import Access
import HTTPTypes
import Hummingbird
import Messages
import Store
import Tracking
import Web

/// `/api/v1/operations` and `/api/v1/items/…/commands`: what takes its time.
struct OperationRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    let operations: OperationRegistry

    private func starter(_ context: ConsoleContext) -> OperationStarter {
        OperationStarter(parts: parts, operations: operations, account: context.viewer.account)
    }

    var routes: [Route] {
        [
            Route(.post, "/api/v1/items/{owner}/{tracker}/commands", .item(.command), command),
            Route(.get, "/api/v1/operations", .somebody, list),
            Route(.get, "/api/v1/operations/{operation}", .somebody, show),
            Route(.post, "/api/v1/operations/{operation}/answer", .somebody, answer),
        ]
    }

    private func command(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var query = QueryReader(request)
        let wait = query.wait()
        try query.finish()
        let id = try context.device()
        let record = try await ItemShelf(parts: parts).item(id)
        var reader = BodyReader(try await request.json(context))
        reader.require("do")
        let verb: Command.Verb? = reader.word("do")
        try reader.finish()
        guard record.isControllable else { throw Problem.uncontrollable(id) }
        let operation = try await starter(context).order(verb ?? .locate, of: id)
        return try await operations.accepted(operation, after: wait)
    }

    /// The operation in the path, unless it is another's business.
    private func operation(_ context: ConsoleContext) async throws -> Operation {
        let id = try context.name("operation").text
        let operation = try await operations.operation(id)
        guard context.mayFollow(operation) else { throw Problem(.notFound, "there is no operation '\(id)'") }
        return operation
    }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let followed = await operations.all().filter { context.mayFollow($0) }
        return try Answer.json(["operations": followed.map(OperationAnswer.init)])
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var query = QueryReader(request)
        let wait = query.wait()
        let revision = query.integer("revision", in: 0...Int.max)
        try query.finish()
        let id = try context.name("operation").text
        _ = try await operation(context)
        return try Answer.json(OperationAnswer(try await operations.operation(id, after: wait, revision: revision)))
    }

    private func answer(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let operation = try await operation(context)
        var reader = BodyReader(try await request.json(context))
        var answer = GatewayRequest(transaction: operation.id)
        answer.isConfirmed = reader.flag("confirm")
        answer.passkey = reader.integer("passkey", in: 0...999_999)
        if reader.has("confirm") == reader.has("passkey") { reader.refuse("confirm", "it, or a passkey, is expected") }
        try reader.finish()
        try await operations.take(answer, to: operation.id)
        do { try await starter(context).answer(answer, to: operation) } catch {
            await operations.untake(operation.id)
            throw error
        }
        return try Answer.json(OperationAnswer(try await operations.operation(operation.id)), status: .accepted)
    }
}

extension ConsoleContext {
    /// Whether an operation is the viewer's business.
    fileprivate func mayFollow(_ operation: Operation) -> Bool {
        switch operation.target {
        case .gateway:
            viewer.mayAdminister || operation.guarded.map { viewer.mayGuard($0, .command) } ?? false
                || operation.subject.map { viewer.may(.command, $0) } ?? false
        case .tracker(let device): viewer.may(.command, device)
        }
    }
}

extension OperationRegistry {
    /// The answer to what has been asked for.
    nonisolated func accepted(_ operation: Operation, after seconds: Int) async throws -> Response {
        let now = try await self.operation(operation.id, after: seconds, revision: nil)
        let location = OperationAnswer.url(of: operation.id)
        return try Answer.json(OperationAnswer(now), status: .accepted, headers: [.location: location])
    }
}

extension QueryReader {
    /// The parameter `wait`, in seconds.
    mutating func wait() -> Int { integer("wait", in: 0...60) ?? 0 }
}
