import NIOCore
import NIOHTTP1

/// Counts a connection, and the reason when the service ends it.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = Never
    typealias OutboundIn = Never

    private let metrics: NetworkMetrics
    /// How long a connection may be idle.
    private let patience: TimeAmount
    private let isEncrypted: Bool
    private var last = NIODeadline.now()
    private var hasSpoken = false
    private var hasEnded = false

    init(_ metrics: NetworkMetrics, patience: TimeAmount, isEncrypted: Bool) {
        (self.metrics, self.patience, self.isEncrypted) = (metrics, patience, isEncrypted)
    }

    func handlerAdded(context: ChannelHandlerContext) { metrics.connectionOpened() }

    func handlerRemoved(context: ChannelHandlerContext) { metrics.connectionClosed() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        (last, hasSpoken) = (.now(), true)
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        last = .now()
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError {
            end(.malformed)
        } else if error is BodyPace.TooSlow {
            end(.slow)
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
        if !hasEnded { metrics.count(reason) }
        hasEnded = true
    }
}

@available(*, unavailable)
extension ConnectionWatch: Sendable {}
