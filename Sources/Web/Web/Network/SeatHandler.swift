import NIOCore

/// Gives a connection its seat, and ends it when it is needed for another, when its headers do not come, or when its
/// client takes nothing.
///
/// It stands before everything else, where bytes come in and go out, and is told by ``ConnectionWatch`` what they mean.
final class SeatHandler: ChannelDuplexHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private let seats: SeatRegistry
    private let headPatience: TimeAmount
    private let readPatience: TimeAmount
    private var number: Int?
    /// Whether it is over, whoever ended it.
    private(set) var hasEnded = false

    /// Requests whose answers have not ended.
    private var requests = 0
    /// Whether the body of a request may still come.
    private var isReading = false
    /// Runs while a request is awaited whose headers have begun.
    private var headTimer: Scheduled<Void>?

    /// Pieces of answers that are out of the way, and the fewest bytes that waited since the last of them.
    private var (taken, seen, least) = (0, 0, Int.max)
    private var standsSince = NIODeadline.now()
    private var readTimer: Scheduled<Void>?

    init(_ seats: SeatRegistry, _ limits: ConsoleLimits) {
        self.seats = seats
        (headPatience, readPatience) = (TimeAmount(limits.headPatience), TimeAmount(limits.readPatience))
    }

    // MARK: The connection

    func channelActive(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        number = seats.enter(context.channel) { reason in
            eventLoop.execute { bound.value.handler.end(bound.value.context, reason) }
        }
        awaitHead(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave(context) }

    private func leave(_ context: ChannelHandlerContext) {
        hasEnded = true
        headTimer?.cancel()
        readTimer?.cancel()
        (headTimer, readTimer) = (nil, nil)
        if let number { seats.leave(number, context.channel) }
        number = nil
    }

    private func end(_ context: ChannelHandlerContext, _ reason: NetworkMetrics.Closing) {
        guard !hasEnded else { return }
        hasEnded = true
        seats.metrics.count(reason)
        // From here, without a farewell of TLS: nobody may be there who takes it.
        context.close(promise: nil)
    }

    // MARK: Headers

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if requests == 0, !isReading, headTimer == nil {
            turn(to: .opening)
            awaitHead(context)
        }
        context.fireChannelRead(data)
    }

    private func awaitHead(_ context: ChannelHandlerContext) {
        headTimer = context.eventLoop.assumeIsolated().scheduleTask(in: headPatience) {
            self.end(context, .head)
        }
    }

    func requestBegins() {
        headersEnd()
        requests += 1
        turn(to: .receiving)
    }

    /// No more headers of a request are awaited: they are there, or refused.
    func headersEnd() {
        headTimer?.cancel()
        headTimer = nil
        isReading = true
    }

    /// All of a request is there, whether or not it has been answered.
    func requestEnds() {
        isReading = false
        if requests > 0 { turn(to: .answering) }
    }

    func answerEnds() {
        requests -= 1
        if requests == 0 { turn(to: .idle) }
    }

    private func turn(to phase: Seats.Phase) {
        if let number { seats.turn(number, to: phase) }
    }

    // MARK: What goes out

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise()
        promise.futureResult.assumeIsolated().whenSuccess { self.taken += 1 }
        if readTimer == nil, !hasEnded {
            (seen, least, standsSince) = (taken, .max, .now())
            awaitReader(context)
        }
        context.write(data, promise: promise)
    }

    private func awaitReader(_ context: ChannelHandlerContext) {
        // Often enough that the patience is hardly exceeded.
        let step = TimeAmount.nanoseconds(max(1, readPatience.nanoseconds / 4))
        readTimer = context.eventLoop.assumeIsolated().scheduleTask(in: step) { self.checkReader(context) }
    }

    private func checkReader(_ context: ChannelHandlerContext) {
        readTimer = nil
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        guard waiting > 0, !hasEnded else { return }
        // What is added does not count: a heartbeat is no sign of life of the client.
        if taken != seen || waiting < least {
            (seen, least, standsSince) = (taken, waiting, .now())
        } else if NIODeadline.now() - standsSince >= readPatience {
            return end(context, .slow)
        }
        awaitReader(context)
    }
}

@available(*, unavailable)
extension SeatHandler: Sendable {}
