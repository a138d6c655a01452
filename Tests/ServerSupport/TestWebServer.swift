internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization
internal import TestSupport

/// A real HTTP server on a loopback port, which notes what it is sent and answers as it is told.
public final class TestWebServer: Sendable {
    /// What somebody sent.
    public struct Request: Hashable, Sendable {
        public var method: String
        public var path: String
        /// By their names in lower case; the last of each.
        public var headers: [String: String]
        public var body: [UInt8]
    }

    /// What the server answers.
    public struct Reply: Sendable {
        /// The status; 0 for closing the connection without an answer.
        public var status: Int
        /// What stands before the body, beside its length.
        public var headers: [(name: String, value: String)] = []
        /// What follows.
        public var body: [UInt8] = []
        /// So many bytes are announced beyond those that come.
        public var missing = 0
        /// Whether nothing ever comes.
        public var isSilent = false

        /// An answer without headers and body.
        public init(_ status: Int = 200) { self.status = status }
    }

    private struct State {
        var requests: [Request] = []
        var port = 0
        var channel: (any Channel)?
    }

    private let state = Mutex(State())
    private let reply: @Sendable (Request, _ number: Int) -> Reply

    /// A server that does not listen yet.
    ///
    /// - Parameter reply: The answer to a request and its number, counted from 0.
    public init(reply: @escaping @Sendable (Request, Int) -> Reply) { self.reply = reply }

    /// What was sent so far, in the order of its arrival.
    public var requests: [Request] { state.withLock(\.requests) }

    /// Where it listens, once it has been started.
    public var url: String { "http://127.0.0.1:\(state.withLock(\.port))" }

    /// Listens, on the same port as before after ``stop()``.
    ///
    /// The first port is out of the range that outgoing connections take theirs from, so that nobody has it meanwhile.
    public func start() async throws {
        let known = state.withLock(\.port)
        var lastError: (any Error)?
        for _ in 0..<200 {
            let port = known == 0 ? Int.random(in: 20_000..<32_000) : known
            do {
                let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .childChannelInitializer { channel in
                        channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                            try channel.pipeline.syncOperations.addHandler(Handler(server: self))
                        }
                    }
                    .bind(host: "127.0.0.1", port: port).get()
                return state.withLock { ($0.port, $0.channel) = (port, channel) }
            } catch {
                lastError = error
                if known != 0 { try await Task.sleep(for: .milliseconds(50)) }
            }
        }
        if let lastError { throw lastError }
    }

    /// Stops listening; connections that are there end with their requests.
    public func stop() async {
        let channel = state.withLock { state in
            defer { state.channel = nil }
            return state.channel
        }
        try? await channel?.close()
    }

    private func take(_ request: Request) -> Reply {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count - 1
        }
        return reply(request, number)
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let server: TestWebServer
        private var request: Request?

        init(server: TestWebServer) { self.server = server }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                let headers = head.headers.map { ($0.name.lowercased(), $0.value) }
                request = Request(
                    method: head.method.rawValue,
                    path: head.uri,
                    headers: Dictionary(headers) { $1 },
                    body: []
                )
            case .body(let bytes): request?.body += Array(bytes.readableBytesView)
            case .end:
                guard let request else { return }
                self.request = nil
                reply(server.take(request), context)
            }
        }

        private func reply(_ reply: Reply, _ context: ChannelHandlerContext) {
            if reply.isSilent { return }
            guard reply.status != 0 else { return context.close(promise: nil) }
            // One connection for each request, so that a server that has stopped is not reached by an older one.
            var headers: HTTPHeaders = ["Content-Length": "\(reply.body.count + reply.missing)", "Connection": "close"]
            headers.add(contentsOf: reply.headers)
            let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: reply.status), headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            let channel = context.channel
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
        }
    }
}

/// Runs the body with a web server of its own, and stops it.
///
/// - Parameters:
///   - answer: The status of the answer to each request and its number, counted from 0; 0 for closing the connection
///     without one.
///   - body: The test.
/// - Returns: What the body returns.
/// - Throws: What the body throws.
public func withTestWebServer<Result>(
    answer: @escaping @Sendable (TestWebServer.Request, Int) -> Int = { _, _ in 200 },
    _ body: (TestWebServer) async throws -> Result
) async throws -> Result {
    try await withTestWebServer(reply: { TestWebServer.Reply(answer($0, $1)) }, body)
}

/// Runs the body with a web server of its own, and stops it.
///
/// - Parameters:
///   - reply: The answer to each request and its number, counted from 0.
///   - body: The test.
/// - Returns: What the body returns.
/// - Throws: What the body throws.
public func withTestWebServer<Result>(
    reply: @escaping @Sendable (TestWebServer.Request, Int) -> TestWebServer.Reply,
    _ body: (TestWebServer) async throws -> Result
) async throws -> Result {
    let server = TestWebServer(reply: reply)
    try await server.start()
    return try await afterwards({ await server.stop() }) { try await body(server) }
}
