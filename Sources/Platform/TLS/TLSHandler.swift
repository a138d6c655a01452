internal import DequeModule
public import NIOCore

/// Puts TLS into a connection to a server: encrypted towards the network, plain towards what stands behind it.
///
/// A connection that fails tells so by ``TLSFailure`` and is closed, after the alert that TLS has for it. A client that
/// says goodbye ends its own direction only, as an end of the bytes does: what it asked for is still answered.
public final class TLSHandler: ChannelDuplexHandler {
    public typealias InboundIn = ByteBuffer
    public typealias InboundOut = ByteBuffer
    public typealias OutboundIn = ByteBuffer
    public typealias OutboundOut = ByteBuffer

    private enum State { case shakingHands, open, ended }

    private let connection: TLSConnection
    private var state = State.shakingHands
    /// Whether it is known behind this handler that the other side sends no more.
    private var isInputClosed = false
    private var waiting: Deque<(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)> = []
    /// How many of those may be sent: what was written before a flush.
    private var flushed = 0

    /// As long as the longest record.
    private static let piece = 16 * 1024

    /// Shows the context's certificate.
    ///
    /// - Throws: ``TLSFailure`` without memory.
    public convenience init(_ context: TLSContext) throws(TLSFailure) {
        guard let connection = context.open() else { throw TLSFailure(reason: "there is no memory left") }
        self.init(connection)
    }

    init(_ connection: consuming TLSConnection) { self.connection = connection }

    public func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { begin(context) }
    }

    public func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    /// A client speaks first.
    private func begin(_ context: ChannelHandlerContext) {
        if state == .shakingHands { shakeHands(context) }
        send(context)
    }

    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard state != .ended else { return }
        let bytes = unwrapInboundIn(data)
        guard unsafe bytes.withUnsafeReadableBytes({ unsafe connection.feed($0) }) else { return fail(context) }
        if state == .shakingHands { shakeHands(context) }
        if state == .open { readAll(context) }
        // Answers of TLS itself, as to a new key.
        send(context)
    }

    private func shakeHands(_ context: ChannelHandlerContext) {
        switch connection.shakeHands() {
        case .done:
            state = .open
            sendWaiting(context)
        case .waits: break
        case .ended, .failed: fail(context)
        }
    }

    private func readAll(_ context: ChannelHandlerContext) {
        var plain = context.channel.allocator.buffer(capacity: Self.piece)
        var outcome = TLSConnection.Outcome.done
        while outcome == .done, connection.hasMore {
            unsafe plain.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.piece) { room in
                let (result, count) = unsafe connection.read(room)
                outcome = result
                return count
            }
        }
        // Before it is passed on: whoever takes it may write, or close.
        let reason = outcome == .failed ? TLSConnection.reason() : nil
        if plain.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(plain)) }
        guard state == .open else { return }
        if let reason { fail(context, reason) }
        if outcome == .ended { closeInput(context) }
    }

    private func closeInput(_ context: ChannelHandlerContext) {
        guard !isInputClosed else { return }
        isInputClosed = true
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The end of the bytes comes behind the goodbye.
        if event as? ChannelEvent == .inputClosed { return closeInput(context) }
        context.fireUserInboundEventTriggered(event)
    }

    public func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard state != .ended else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        waiting.append((unwrapOutboundIn(data), promise))
    }

    public func flush(context: ChannelHandlerContext) {
        flushed = waiting.count
        if state == .open { sendWaiting(context) }
        context.flush()
    }

    private func sendWaiting(_ context: ChannelHandlerContext) {
        while flushed > 0, let next = waiting.popFirst() {
            flushed -= 1
            guard let sealed = seal(next.bytes, context) else {
                let reason = TLSConnection.reason()
                next.promise?.fail(TLSFailure(reason: reason))
                return fail(context, reason)
            }
            context.write(wrapOutboundOut(sealed), promise: next.promise)
        }
        context.flush()
    }

    /// Encrypts record by record, as OpenSSL never gives back the room that it once took; nil when it fails.
    private func seal(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) -> ByteBuffer? {
        var rest = bytes
        var sealed = context.channel.allocator.buffer(capacity: rest.readableBytes + connection.pending + 256)
        while let piece = rest.readSlice(length: min(Self.piece, rest.readableBytes)), piece.readableBytes > 0 {
            guard unsafe piece.withUnsafeReadableBytes({ unsafe connection.write($0) }) == .done else { return nil }
            drain(&sealed)
        }
        return sealed
    }

    private func drain(_ sealed: inout ByteBuffer) {
        unsafe sealed.writeWithUnsafeMutableBytes(minimumWritableBytes: connection.pending) { room in
            unsafe connection.drain(room)
        }
    }

    private func send(_ context: ChannelHandlerContext) {
        guard connection.pending > 0 else { return }
        var bytes = context.channel.allocator.buffer(capacity: connection.pending)
        drain(&bytes)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    public func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch (mode, state) {
        case (.input, _):
            // TLS has no word for it.
            promise?.fail(ChannelError.operationUnsupported)
        case (.all, .open):
            sayGoodbye(context)
            context.channel.closeFuture.cascade(to: promise)
            closeBehindAll(context)
        default:
            sayGoodbye(context)
            context.close(mode: mode, promise: promise)
        }
    }

    /// Closes when all that was written is sent; whoever waits too long for that closes nearer to the network.
    private func closeBehindAll(_ context: ChannelHandlerContext) {
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: sent)
    }

    private func sayGoodbye(_ context: ChannelHandlerContext) {
        guard state != .ended else { return }
        if state == .open {
            flushed = waiting.count
            sendWaiting(context)
            connection.sayGoodbye()
            send(context)
        }
        end()
    }

    public func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    public func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func fail(_ context: ChannelHandlerContext, _ reason: String = TLSConnection.reason()) {
        guard state != .ended else { return }
        // The alert.
        send(context)
        end()
        context.fireErrorCaught(TLSFailure(reason: reason))
        context.close(promise: nil)
    }

    private func end() {
        state = .ended
        flushed = 0
        while let next = waiting.popFirst() { next.promise?.fail(ChannelError.ioOnClosedChannel) }
    }
}

@available(*, unavailable)
extension TLSHandler: Sendable {}
