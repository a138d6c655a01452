import HTTPTypes
package import Hummingbird

/// Answers a request with a WebSocket, in place of the exchange of requests on that connection.
///
/// It is an answer like any other, which has passed what all requests pass and goes on for long: it takes a seat, is as
/// fast as its client, and ends with the service.
package struct WebSocketAnswer: Sendable {
    private let request: Request
    private let context: ConsoleContext
    private let handshake: WebSocketHandshake

    /// - Throws: ``Problem``: 426 or 400 for a request for something else, 403 for one of another site's page.
    package init(to request: Request, _ context: ConsoleContext, _ parts: WebParts) throws(Problem) {
        handshake = try WebSocketHandshake(request.method, request.headers)
        try SiteGuard(parts.configuration).checkSocket(context.visit(request))
        (self.request, self.context) = (request, context)
    }

    /// Opens the WebSocket.
    ///
    /// The body reads from the inbox, and writes ``WebSocketFrames`` until it is over.
    package func open(
        _ body: @escaping @concurrent @Sendable (WebSocketInbox, inout any ResponseBodyWriter) async throws -> Void
    ) async throws -> Response {
        let (inbox, request) = (WebSocketInbox(), request)
        try await WebSocketHandler.take(context.channel, inbox)
        return Response(
            status: .switchingProtocols,
            headers: handshake.answer,
            body: ResponseBody { writer in
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await body(inbox, &writer)
                    // Before the body is let go: the connection ends with it.
                    try await writer.finish(nil)
                } onInboundClosed: {
                    inbox.put(.close)
                }
            }
        )
    }
}
