import API
import Hummingbird
import NIOCore
import Store
import Tracking
import Web

/// A conversation over `/ws/last`.
///
/// Nothing is told before the client has said `LAST`: then every last position, `LAST` itself, and from there on each
/// that is another one. What the client says comes back to it; after `exit` the conversation is over.
struct LastSocket: Sendable {
    let inbox: WebSocketInbox
    /// Where things are for the one who asks, anew for each time that it is noted who looks.
    let sight: @Sendable () -> Sight
    let user: Name?
    let device: Name?

    /// What a conversation has come to.
    private struct Talk {
        var news: PositionNews
        /// Whether the client wants to hear of each position that is another one.
        var isWatching = false
        /// What has not been written yet.
        var buffer = ByteBuffer()
        /// The positions in it.
        var told = 0

        @concurrent
        mutating func write(to writer: inout any ResponseBodyWriter) async throws {
            news.record(isWriting: true)
            try await writer.write(buffer)
            news.record(isWriting: false, sent: told)
            (buffer, told) = (ByteBuffer(), 0)
        }
    }

    /// Talks until one of both sides ends it.
    @concurrent
    func run(_ news: PositionNews, _ writer: inout any ResponseBodyWriter) async throws {
        var talk = Talk(news: news)
        inbox.onArrival(news.call)
        while true {
            var ending: WebSocketEnding?
            inputs: for input in inbox.take() {
                ending = try await answer(input, &talk, &writer)
                if ending != nil { break inputs }
            }
            if ending == nil {
                switch talk.news.next() {
                case .moved(let devices): if talk.isWatching { try await tell(devices, &talk, &writer) }
                case .pulse: WebSocketFrames.appendPing(to: &talk.buffer)
                case .outcast: ending = .tooMany
                case .ended: ending = .goingAway
                }
            }
            if let ending { WebSocketFrames.append(close: ending, to: &talk.buffer) }
            if talk.buffer.readableBytes > 0 {
                try await talk.write(to: &writer)
            } else {
                try await talk.news.wait()
            }
            if ending != nil { return }
        }
    }

    /// Answers what the client says; with how the conversation ends where it does.
    @concurrent
    private func answer(
        _ input: WebSocketInbox.Input, _ talk: inout Talk, _ writer: inout any ResponseBodyWriter
    ) async throws -> WebSocketEnding? {
        switch input {
        case .text(let text):
            if text == "LAST" {
                talk.isWatching = true
                try await tell(nil, &talk, &writer)
            }
            WebSocketFrames.append(text: Array(text.utf8), to: &talk.buffer)
            return text == "exit" ? .normal : nil
        case .ping(let payload): WebSocketFrames.append(pong: payload, to: &talk.buffer)
        case .close: return .normal
        case .broken(let ending): return ending
        }
        return nil
    }

    /// Tells the last positions of devices, or of all, each read when those before are on their way: in memory is a piece
    /// of them and no more, however often and for how many a client asks.
    @concurrent
    private func tell(
        _ moved: [DeviceID]?, _ talk: inout Talk, _ writer: inout any ResponseBodyWriter
    ) async throws {
        let moved = moved.map { Set($0) }
        if moved?.isEmpty ?? false { return }
        let sight = sight()
        for row in try RecorderRoutes.devices(of: user, device, sight) where moved?.contains(row.id) ?? true {
            guard let entry = try RecorderRoutes.last(of: row, sight) else { continue }
            WebSocketFrames.append(text: entry, to: &talk.buffer)
            talk.told += 1
            if talk.buffer.readableBytes >= ConsoleLimits.piece { try await talk.write(to: &writer) }
        }
    }
}
