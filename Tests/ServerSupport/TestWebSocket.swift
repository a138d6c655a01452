public import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket

/// A client of a WebSocket (RFC 6455), with NIO's frames and handshake.
public struct TestWebSocket {
    /// What a server says.
    public enum Message: Hashable, Sendable {
        case text(String)
        case ping
        case pong(String)
        /// Goodbye, with its code; nil for none.
        case close(Int?)
    }

    /// A server that takes up no WebSocket.
    public struct Refused: Error {}

    private let channel: any Channel
    private var messages: AsyncStream<Message>.Iterator

    /// Connects and shakes hands.
    ///
    /// - Throws: ``Refused``, or what is wrong with the connection.
    public init(
        port: Int,
        path: String,
        headers: [String: String] = [:],
        secure: (@Sendable (any Channel) throws -> Void)? = nil
    ) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Message.self)
        let upgraded = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Void.self)
        let upgrader = NIOWebSocketClientUpgrader { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                pipeline.removeHandler(try pipeline.handler(type: Asker.self), promise: nil)
                try pipeline.addHandler(Receiver(continuation))
                upgraded.succeed()
            }
        }
        var fields = HTTPHeaders([("Host", "127.0.0.1:\(port)"), ("Content-Length", "0")])
        for (name, value) in headers { fields.replaceOrAdd(name: name, value: value) }
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: fields)
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.closeFuture.whenComplete { _ in
                    upgraded.fail(Refused())
                    continuation.finish()
                }
                return channel.eventLoop.makeCompletedFuture {
                    try secure?(channel)
                    try channel.pipeline.syncOperations.addHTTPClientHandlers(
                        withClientUpgrade: (upgraders: [upgrader], completionHandler: { _ in })
                    )
                    try channel.pipeline.syncOperations.addHandler(Asker(head))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        messages = stream.makeAsyncIterator()
        try await upgraded.futureResult.get()
    }

    /// The next thing that the server says; nil when the connection has ended.
    public mutating func next() async -> Message? { await messages.next(isolation: #isolation) }

    /// The next text; nil when the connection has ended.
    public mutating func text() async -> String? {
        while let message = await next() { if case .text(let text) = message { return text } }
        return nil
    }

    /// Says something, in so many pieces.
    public func send(_ text: String, pieces: Int = 1) async throws {
        let bytes = Array(text.utf8)
        let size = max(1, (bytes.count + pieces - 1) / pieces)
        for index in 0..<pieces {
            let part = bytes.dropFirst(index * size).prefix(size)
            try await send(index == 0 ? .text : .continuation, Array(part), isLast: index == pieces - 1)
        }
    }

    public func ping(_ text: String) async throws { try await send(.ping, Array(text.utf8)) }
    public func sendBinary(_ bytes: [UInt8]) async throws { try await send(.binary, bytes) }
    public func sendUnmasked(_ text: String) async throws { try await send(.text, Array(text.utf8), isMasked: false) }

    /// Says something with the reserved bits of a frame, the highest of three the first one.
    public func send(_ text: String, reserved bits: UInt8) async throws {
        try await send(.text, Array(text.utf8), reserved: bits)
    }

    private func send(
        _ opcode: WebSocketOpcode, _ bytes: [UInt8], isLast: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0
    ) async throws {
        var frame = WebSocketFrame(
            fin: isLast, opcode: opcode, maskKey: isMasked ? .random() : nil, data: ByteBuffer(bytes: bytes)
        )
        (frame.rsv1, frame.rsv2, frame.rsv3) = (reserved & 4 != 0, reserved & 2 != 0, reserved & 1 != 0)
        try await channel.writeAndFlush(frame)
    }

    /// Goes, without a word.
    public func drop() async throws { try await channel.close() }

    private final class Asker: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias OutboundOut = HTTPClientRequestPart
        private let head: HTTPRequestHead

        init(_ head: HTTPRequestHead) { self.head = head }

        func channelActive(context: ChannelHandlerContext) {
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.close(promise: nil) }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private final class Receiver: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        private let messages: AsyncStream<Message>.Continuation

        init(_ messages: AsyncStream<Message>.Continuation) { self.messages = messages }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var frame = unwrapInboundIn(data)
            let text = String(buffer: frame.data)
            switch frame.opcode {
            case .text: messages.yield(.text(text))
            case .ping: messages.yield(.ping)
            case .pong: messages.yield(.pong(text))
            case .connectionClose: messages.yield(.close(frame.data.readInteger(as: UInt16.self).map(Int.init)))
            default: break
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
