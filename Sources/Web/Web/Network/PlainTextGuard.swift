import NIOCore

/// Tells who speaks plain HTTP to a port for TLS what is wrong, in place of a connection that just ends.
final class PlainTextGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let metrics: NetworkMetrics
    private var isRefused = false

    init(_ metrics: NetworkMetrics) { self.metrics = metrics }

    /// The type of the first record of every client that speaks TLS (RFC 8446, section 5.1).
    private static let handshake: UInt8 = 22

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        let buffer = unwrapInboundIn(data)
        guard let first = buffer.readableBytesView.first, first != Self.handshake else {
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
            return
        }
        isRefused = true
        metrics.count(.handshake)
        // The pipeline behind knows only TLS; the connection is done with in any case.
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: Self.answer))).whenComplete { _ in
            channel.close(promise: nil)
        }
    }

    private static let answer: String = {
        let detail = "this port is for https:// only"
        let body = #"{"type":"about:blank","title":"Bad Request","status":400,"detail":"\#(detail)"}"#
        return """
            HTTP/1.1 400 Bad Request\r
            Content-Type: application/problem+json\r
            Content-Length: \(body.utf8.count)\r
            Connection: close\r
            \r
            \(body)
            """
    }()
}

@available(*, unavailable)
extension PlainTextGuard: Sendable {}
