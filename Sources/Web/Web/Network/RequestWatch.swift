import NIOCore
import NIOHTTP1

/// Watches requests as they come in, before any route: each names its host once, and its body comes in time.
///
/// The rest of a body is timed too when the answer has been given without it. It also notices that a client has left.
final class RequestWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart

    /// How long a client that is refused has to read why, once it is written.
    static let farewell = TimeAmount.seconds(5)
    /// How long that may take to be written.
    static let longestRefusal = TimeAmount.seconds(60)
    /// How long work goes on for a client that has closed its side, and to which nothing is written.
    ///
    /// One that is gone looks like one that only has no more to say and waits for its answer.
    static let lastWait = TimeAmount.seconds(5)

    private let pace: BodyPace
    private var body: (begin: NIODeadline, count: Int)?
    private var timer: Scheduled<Void>?
    private var isRefused = false
    private var lastWrite = NIODeadline.uptimeNanoseconds(0)

    init(_ pace: BodyPace) { self.pace = pace }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What follows upon what was refused is nobody's.
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard head.namesHostOnce else { return refuse(HTTPParserError.invalidHeaderToken, context) }
            body = (context.eventLoop.now, 0)
        case .body(let bytes): body?.count += bytes.readableBytes
        case .end:
            body = nil
            timer?.cancel()
            timer = nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests are whole by now, and need no timer.
        if body != nil, timer == nil { timeBody(context) }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        lastWrite = context.eventLoop.now
        if isRefused, case .end = unwrapOutboundIn(data) { close(context, at: lastWrite + Self.farewell) }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            lastWrite = context.eventLoop.now
            waitForAnswer(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    private func timeBody(_ context: ChannelHandlerContext) {
        guard let body else { return }
        let limit = pace.limit(after: body.count)
        let end = body.begin + TimeAmount(limit)
        guard end > context.eventLoop.now else {
            return refuse(BodyPace.TooSlow(limit: limit, count: body.count), context)
        }
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) { self.timeBody(context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What comes behind a refusal gives nobody more time.
        if error is HTTPParserError, !isRefused { return refuse(error, context) }
        context.fireErrorCaught(error)
    }

    private func refuse(_ error: any Error, _ context: ChannelHandlerContext) {
        (isRefused, body) = (true, nil)
        close(context, at: context.eventLoop.now + Self.longestRefusal)
        context.fireErrorCaught(error)
    }

    private func close(_ context: ChannelHandlerContext, at deadline: NIODeadline) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { context.close(promise: nil) }
    }

    private func waitForAnswer(_ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastWrite + Self.lastWait) {
            if self.lastWrite + Self.lastWait > context.eventLoop.now { return self.waitForAnswer(context) }
            context.close(promise: nil)
        }
    }
}

@available(*, unavailable)
extension RequestWatch: Sendable {}

extension HTTPRequestHead {
    /// Whether it says once, and no more, whom it is for (RFC 9112, 3.2); before HTTP/1.1 it need not say it.
    fileprivate var namesHostOnce: Bool {
        let hosts = headers["Host"]
        if hosts.isEmpty { return version.major == 1 && version.minor == 0 }
        return hosts.count == 1 && !hosts[0].isEmpty
    }
}
