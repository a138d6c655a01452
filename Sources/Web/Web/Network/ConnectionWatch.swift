import NIOCore
import NIOHTTP1

/// Counts a connection, and the reason when the service ends it; tells its seat of requests and answers.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart

    private let metrics: NetworkMetrics
    private let seat: SeatHandler
    /// How long a connection may be idle.
    private let patience: TimeAmount
    private let isEncrypted: Bool
    private var last = NIODeadline.now()
    private var hasSpoken = false
    private var hasEnded = false

    init(_ metrics: NetworkMetrics, seat: SeatHandler, patience: TimeAmount, isEncrypted: Bool) {
        (self.metrics, self.seat, self.patience, self.isEncrypted) = (metrics, seat, patience, isEncrypted)
    }

    func handlerAdded(context: ChannelHandlerContext) { metrics.connectionOpened() }
    func handlerRemoved(context: ChannelHandlerContext) { metrics.connectionClosed() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        (last, hasSpoken) = (.now(), true)
        switch unwrapInboundIn(data) {
        case .head: seat.requestBegins()
        case .body: break
        case .end: seat.requestEnds()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        last = .now()
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        context.write(data, promise: promise)
        if isEnd { seat.answerEnds() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError {
            end(.malformed)
            // The answer that says so may take longer than headers.
            seat.headersEnd()
        } else if error is BodyPace.TooSlow {
            end(.body)
        } else if isEncrypted, !hasSpoken, !(error is IOError) {
            end(.handshake)
        }
        context.fireErrorCaught(error)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if NIODeadline.now() - last >= patience { end(.idle) }
        context.close(mode: mode, promise: promise)
    }

    private func end(_ reason: NetworkMetrics.Closing) {
        // What ends in the middle of a request because it was cut, or its client has left, is not malformed.
        if !hasEnded, !seat.hasEnded { metrics.count(reason) }
        hasEnded = true
    }
}

@available(*, unavailable)
extension ConnectionWatch: Sendable {}
