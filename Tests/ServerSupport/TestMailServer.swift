internal import NIOCore
internal import NIOPosix
internal import Synchronization
internal import TestSupport

/// A real SMTP server on a loopback port, which speaks no more of the protocol than is needed, and notes the dialogue.
public final class TestMailServer: Sendable {
    /// What it is like.
    public struct Character: Sendable {
        /// The extensions that it offers, such as `AUTH PLAIN`.
        public var extensions: [String]
        /// The first word of an answer to a command, by the command's first word; the usual for others.
        public var answers: [String: String]

        public init(extensions: [String] = [], answers: [String: String] = [:]) {
            (self.extensions, self.answers) = (extensions, answers)
        }
    }

    private struct State {
        var lines: [String] = []
        var mails: [String] = []
        var character: Character
        var channel: (any Channel)?
        var port = 0
        /// The next line is a log-in.
        var isLoggingIn = false
    }

    private let state: Mutex<State>

    public init(_ character: Character = Character()) { state = Mutex(State(character: character)) }

    /// The commands that clients gave, in their order.
    public var commands: [String] { state.withLock(\.lines) }
    /// The mails that were taken, without their last line.
    public var mails: [String] { state.withLock(\.mails) }
    public var url: String { "smtp://127.0.0.1:\(state.withLock(\.port))" }

    public func become(_ character: Character) { state.withLock { $0.character = character } }

    public func start() async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(server: self))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        state.withLock { ($0.channel, $0.port) = (channel, channel.localAddress?.port ?? 0) }
    }

    public func stop() async {
        try? await state.withLock { $0.channel }?.close()
    }

    private func answer(_ line: String) -> String {
        state.withLock { state in
            state.lines.append(line)
            let word = line.split(whereSeparator: { $0 == " " || $0 == ":" }).first.map { $0.uppercased() } ?? ""
            if state.isLoggingIn {
                state.isLoggingIn = false
                return state.character.answers["AUTH"] ?? "235 welcome"
            }
            if word == "AUTH", line.split(separator: " ").count == 2 {
                state.isLoggingIn = true
                return "334 "
            }
            if let answer = state.character.answers[word] { return answer }
            switch word {
            case "EHLO":
                let lines = ["test"] + state.character.extensions
                return lines.enumerated().map { index, text in
                    "250\(index == lines.count - 1 ? " " : "-")\(text)"
                }.joined(separator: "\r\n")
            case "DATA": return "354 go on"
            case "AUTH": return "235 welcome"
            case "QUIT": return "221 bye"
            default: return "250 ok"
            }
        }
    }

    private func take(_ mail: String) -> String {
        state.withLock { state in
            state.mails.append(mail)
            return state.character.answers["."] ?? "250 taken"
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let server: TestMailServer
        private var received: [UInt8] = []
        private var mail: [String]?

        init(server: TestMailServer) { self.server = server }

        func channelActive(context: ChannelHandlerContext) { say("220 test ESMTP", context) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += Array(unwrapInboundIn(data).readableBytesView)
            while let end = received.firstIndex(of: 0x0A) {
                let line = String(decoding: received[..<end].filter { $0 != 0x0D }, as: UTF8.self)
                received.removeSubrange(...end)
                heard(line, context)
            }
        }

        private func heard(_ line: String, _ context: ChannelHandlerContext) {
            guard mail == nil else {
                guard line == "." else {
                    mail?.append(line.hasPrefix("..") ? String(line.dropFirst()) : line)
                    return
                }
                let text = (mail ?? []).joined(separator: "\n")
                mail = nil
                return say(server.take(text), context)
            }
            let answer = server.answer(line)
            if line.uppercased() == "DATA", answer.hasPrefix("354") { mail = [] }
            say(answer, context)
        }

        private func say(_ line: String, _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: line + "\r\n")), promise: nil)
        }
    }
}

/// Runs the body with a mail server of its own, and stops it.
///
/// - Parameters:
///   - character: What the server is like.
///   - body: The test.
/// - Returns: What the body returns.
/// - Throws: What the body throws.
public func withTestMailServer<Result>(
    _ character: TestMailServer.Character = .init(),
    _ body: (TestMailServer) async throws -> Result
) async throws -> Result {
    let server = TestMailServer(character)
    try await server.start()
    return try await afterwards({ await server.stop() }) { try await body(server) }
}
