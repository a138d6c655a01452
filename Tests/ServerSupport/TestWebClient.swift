public import NIOCore
public import NIOHTTP1
internal import NIOPosix

/// A client of HTTP 1.1 on a connection of its own for each request, which follows nothing and knows no proxy.
public struct TestWebClient: Sendable {
    /// What stands between HTTP and the connection, such as TLS; nothing for `http://`.
    private let secure: (@Sendable (any Channel) throws -> Void)?

    /// A client of what is not encrypted.
    public static let plain = TestWebClient()

    /// A client.
    ///
    /// - Parameter secure: Puts encryption into a connection of an `https://` address, before anything else is in it.
    public init(secure: (@Sendable (any Channel) throws -> Void)? = nil) { self.secure = secure }

    /// An answer with its body.
    public struct Answer: Sendable {
        public let status: Int
        public let headers: HTTPHeaders
        public let body: [UInt8]
    }

    /// What is wrong with an address or an answer.
    public enum Trouble: Error {
        case address(String)
        case broken
    }

    /// Sends a request and reads the whole answer.
    ///
    /// - Parameters:
    ///   - method: Such as `PUT`.
    ///   - url: `http://HOST:PORT/…` or `https://HOST:PORT/…`.
    ///   - headers: What goes with it; a `Host` among them takes the place of the address's.
    ///   - body: What is sent; nil for nothing.
    /// - Returns: The answer, whatever its status.
    /// - Throws: ``Trouble``, or what is wrong with the connection.
    public func send(
        _ method: String,
        _ url: String,
        headers: [String: String] = [:],
        body: [UInt8]? = nil
    ) async throws -> Answer {
        var stream = try await open(method, url, headers: headers, body: body)
        var received: [UInt8] = []
        while let piece = try await stream.next() { received += piece }
        return Answer(status: stream.status, headers: stream.headers, body: received)
    }

    /// Sends a request and returns with the head of the answer; its body is read piece by piece.
    ///
    /// - Parameters:
    ///   - method: Such as `PUT`.
    ///   - url: `http://HOST:PORT/…` or `https://HOST:PORT/…`.
    ///   - headers: What goes with it; a `Host` among them takes the place of the address's.
    ///   - body: What is sent; nil for nothing.
    /// - Returns: The answer; a stream that nobody reads any more ends the connection.
    /// - Throws: ``Trouble``, or what is wrong with the connection.
    public func open(
        _ method: String,
        _ url: String,
        headers: [String: String] = [:],
        body: [UInt8]? = nil
    ) async throws -> TestWebStream {
        let address = try Address(url)
        guard (secure != nil) == address.isSecure else { throw Trouble.address(url) }
        let (parts, continuation) = AsyncThrowingStream.makeStream(of: HTTPClientResponsePart.self)
        var head = HTTPRequestHead(version: .http1_1, method: .init(rawValue: method), uri: address.path)
        head.headers.add(name: "Host", value: "\(address.host):\(address.port)")
        if body != nil || ["POST", "PUT", "PATCH"].contains(method) {
            head.headers.add(name: "Content-Length", value: "\(body?.count ?? 0)")
        }
        for (name, value) in headers { head.headers.replaceOrAdd(name: name, value: value) }
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { [secure, head] channel in
                channel.eventLoop.makeCompletedFuture {
                    try secure?(channel)
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    let exchange = Exchange(head: head, body: ByteBuffer(bytes: body ?? []), parts: continuation)
                    try channel.pipeline.syncOperations.addHandler(exchange)
                }
            }
            .connect(host: address.host, port: address.port).get()
        continuation.onTermination = { _ in channel.close(promise: nil) }
        return try await TestWebStream(parts)
    }

    /// What an address is made of.
    private struct Address {
        let isSecure: Bool
        let host: String
        let port: Int
        let path: String

        init(_ url: String) throws {
            guard let scheme = url.firstRange(of: "://") else { throw Trouble.address(url) }
            let rest = url[scheme.upperBound...]
            let place = rest.prefix { $0 != "/" }
            let parts = place.split(separator: ":")
            guard parts.count == 2, let port = Int(parts[1]) else { throw Trouble.address(url) }
            isSecure = url[..<scheme.lowerBound] == "https"
            host = String(parts[0])
            self.port = port
            path = place.endIndex == rest.endIndex ? "/" : String(rest[place.endIndex...])
        }
    }

    /// Sends the request as soon as there is a connection, and hands on what comes, and the end.
    ///
    /// A server gives whoever has connected so many seconds: on a busy machine a task may not have its turn by then.
    private final class Exchange: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias OutboundOut = HTTPClientRequestPart

        private let head: HTTPRequestHead
        private let body: ByteBuffer
        private let parts: AsyncThrowingStream<HTTPClientResponsePart, any Error>.Continuation

        init(
            head: HTTPRequestHead,
            body: ByteBuffer,
            parts: AsyncThrowingStream<HTTPClientResponsePart, any Error>.Continuation
        ) {
            self.head = head
            self.body = body
            self.parts = parts
        }

        func channelActive(context: ChannelHandlerContext) {
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if body.readableBytes > 0 { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let part = unwrapInboundIn(data)
            parts.yield(part)
            guard case .end = part else { return }
            parts.finish()
            context.close(promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            parts.finish(throwing: error)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { parts.finish(throwing: Trouble.broken) }
    }
}

/// An answer whose body comes piece by piece.
public struct TestWebStream {
    /// The status.
    public let status: Int
    /// What stands before the body.
    public let headers: HTTPHeaders
    private var parts: AsyncThrowingStream<HTTPClientResponsePart, any Error>.AsyncIterator

    init(_ stream: AsyncThrowingStream<HTTPClientResponsePart, any Error>) async throws {
        var parts = stream.makeAsyncIterator()
        guard case .head(let head) = try await parts.next(isolation: #isolation) else {
            // A task that is cancelled gets the end of the stream.
            try Task.checkCancellation()
            throw TestWebClient.Trouble.broken
        }
        status = Int(head.status.code)
        headers = head.headers
        self.parts = parts
    }

    /// The next piece of the body; nil at its end.
    ///
    /// - Throws: What ended the connection before.
    public mutating func next() async throws -> [UInt8]? {
        guard case .body(let bytes) = try await parts.next(isolation: #isolation) else { return nil }
        return Array(bytes.readableBytesView)
    }
}
