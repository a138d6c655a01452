import HTTPTypes
import Hummingbird
import NIOCore
import Threads

/// Sends every long answer no faster than its client takes it, and counts those that were made before they are sent.
struct PaceMiddleware: RouterMiddleware {
    let answers: AnswerRoom
    /// What long answers are made on.
    let work: WorkExecutor

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let (body, length) = (response.body, response.body.contentLength)
        guard length ?? .max > ConsoleLimits.piece else { return response }
        let bytes = length.map { $0 > ConsoleLimits.leastAnswer ? $0 : 0 } ?? 0
        let ticket = bytes > 0 ? try answers.ticket(.bytes, bytes, for: Asker(context)) : nil
        let (eventLoop, work) = (context.channel.eventLoop, work)
        response.body = ResponseBody(contentLength: length) { writer in
            defer { withExtendedLifetime(ticket) {} }
            let paced = PacedWriter(parent: writer, eventLoop: eventLoop)
            try await withTaskExecutorPreference(work) { try await body.write(paced) }
        }
        return response
    }
}

/// Hands a piece to a connection only when those before are out of the way.
struct PacedWriter: ResponseBodyWriter {
    var parent: any ResponseBodyWriter
    let eventLoop: any EventLoop

    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while rest.readableBytes > 0,
            let piece = rest.readSlice(length: min(rest.readableBytes, ConsoleLimits.piece))
        {
            try await parent.write(piece)
            // The connection learns of the piece on its event loop: only behind that does the next one wait for room.
            try await eventLoop.submit {}.get()
        }
    }

    @concurrent
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { try await parent.finish(trailingHeaders) }
}
