import NIOCore
import NIOPosix
import Synchronization

/// A TCP server on a loopback port: says something to whoever comes, and answers what it hears.
final class TestLineServer: Sendable {
    private struct State {
        var listener: (any Channel)?
        var clients: [any Channel] = []
        var connections = 0
    }

    private let state = Mutex(State())
    private let answer: @Sendable ([UInt8]) -> [UInt8]?

    init(_ answer: @escaping @Sendable ([UInt8]) -> [UInt8]?) { self.answer = answer }

    var port: Int { state.withLock { $0.listener?.localAddress?.port ?? 0 } }
    /// How many have come.
    var connections: Int { state.withLock(\.connections) }

    func start(greeting: [UInt8]) async throws {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                self.state.withLock { state in
                    state.connections += 1
                    state.clients.append(channel)
                }
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(greeting: greeting, answer: self.answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        state.withLock { $0.listener = listener }
    }

    /// Sends something to all who are there.
    func send(_ bytes: [UInt8]) async {
        for client in state.withLock(\.clients) { try? await client.writeAndFlush(ByteBuffer(bytes: bytes)) }
    }

    /// Ends all connections.
    func hangUp() async {
        let clients = state.withLock { state in
            defer { state.clients = [] }
            return state.clients
        }
        for client in clients { try? await client.close() }
    }

    func stop() async {
        await hangUp()
        try? await state.withLock(\.listener)?.close()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let greeting: [UInt8]
        private let answer: @Sendable ([UInt8]) -> [UInt8]?

        init(greeting: [UInt8], answer: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
            (self.greeting, self.answer) = (greeting, answer)
        }

        func channelActive(context: ChannelHandlerContext) {
            guard !greeting.isEmpty else { return }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: greeting)), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard let answer = answer(Array(unwrapInboundIn(data).readableBytesView)) else { return }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer)), promise: nil)
        }
    }
}
