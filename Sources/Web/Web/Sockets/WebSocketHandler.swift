import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Puts what a client says over a WebSocket into an inbox.
///
/// It stands where bytes became requests before; what is written goes the way of an answer, see ``WebSocketFrames``.
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    /// Bytes of a text from a client, at most.
    static let longestText = 4096
    private let inbox: WebSocketInbox
    /// A text that comes in pieces, as far as it has come.
    private var pieces: [UInt8]?

    init(_ inbox: WebSocketInbox) { self.inbox = inbox }

    /// Has a connection speak WebSocket from now on, whose request has been read and not yet been answered.
    ///
    /// A client sends nothing before it has the answer.
    static func take(_ channel: any Channel, _ inbox: WebSocketInbox) async throws {
        try await channel.eventLoop.flatSubmit {
            let pipeline = channel.pipeline.syncOperations
            do {
                let http = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                let frames = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: longestText))
                try pipeline.addHandlers([frames, WebSocketHandler(inbox)], position: .after(http))
                return pipeline.removeHandler(http)
            } catch { return channel.eventLoop.makeFailedFuture(error) }
        }.get()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        // What is not masked comes from no client (RFC 6455, 5.1), and no extension was agreed on that has a use for the
        // reserved bits (5.2).
        guard frame.maskKey != nil, frame.reservedBits.isEmpty else { return inbox.put(.broken(.protocolError)) }
        let bytes = Array(frame.unmaskedData.readableBytesView)
        switch frame.opcode {
        case .text where pieces == nil: take(bytes, isLast: frame.fin)
        case .continuation where pieces != nil: take(bytes, isLast: frame.fin)
        case .ping: inbox.put(.ping(bytes))
        case .pong: break
        case .connectionClose: inbox.put(.close)
        case .binary: inbox.put(.broken(.notText))
        default: inbox.put(.broken(.protocolError))
        }
    }

    private func take(_ piece: [UInt8], isLast: Bool) {
        let all = (pieces ?? []) + piece
        pieces = isLast ? nil : all
        guard all.count <= Self.longestText else { return inbox.put(.broken(.tooLong)) }
        guard isLast else { return }
        guard let text = String(validating: all, as: UTF8.self) else { return inbox.put(.broken(.notText)) }
        inbox.put(.text(text))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: inbox.put(.broken(.tooLong))
        case is NIOWebSocketError: inbox.put(.broken(.protocolError))
        default: context.fireErrorCaught(error)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.put(.close)
        context.fireChannelInactive()
    }
}

@available(*, unavailable)
extension WebSocketHandler: Sendable {}
