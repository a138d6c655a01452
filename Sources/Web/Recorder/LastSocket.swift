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

    /// Talks until one of both sides ends it.
    @concurrent
    func run(_ news: PositionNews, _ writer: inout any ResponseBodyWriter) async throws {
        var news = news
        inbox.onArrival(news.call)
        var isWatching = false
        while true {
            var buffer = ByteBuffer()
            var (told, ending) = (0, WebSocketEnding?.none)
            inputs: for input in inbox.take() {
                ending = try answer(input, &isWatching, &told, &buffer)
                if ending != nil { break inputs }
            }
            if ending == nil {
                switch news.next() {
                case .moved(let devices): if isWatching { told += try tell(devices, &buffer) }
                case .pulse: WebSocketFrames.appendPing(to: &buffer)
                case .outcast: ending = .tooMany
                case .ended: ending = .goingAway
                }
            }
            if let ending { WebSocketFrames.append(close: ending, to: &buffer) }
            if buffer.readableBytes > 0 {
                news.record(isWriting: true)
                try await writer.write(buffer)
                news.record(isWriting: false, sent: told)
            } else {
                try await news.wait()
            }
            if ending != nil { return }
        }
    }

    /// Answers what the client says; with how the conversation ends where it does.
    private func answer(
        _ input: WebSocketInbox.Input, _ isWatching: inout Bool, _ told: inout Int, _ buffer: inout ByteBuffer
    ) throws -> WebSocketEnding? {
        switch input {
        case .text(let text):
            if text == "LAST" {
                isWatching = true
                told += try tell(nil, &buffer)
            }
            WebSocketFrames.append(text: Array(text.utf8), to: &buffer)
            return text == "exit" ? .normal : nil
        case .ping(let payload): WebSocketFrames.append(pong: payload, to: &buffer)
        case .close: return .normal
        case .broken(let ending): return ending
        }
        return nil
    }

    /// Appends the last positions of devices, or of all; answers with how many there were.
    private func tell(_ moved: [DeviceID]?, _ buffer: inout ByteBuffer) throws -> Int {
        let moved = moved.map { Set($0) }
        if moved?.isEmpty ?? false { return 0 }
        let last = try RecorderRoutes.last(of: user, device, sight()) { moved?.contains($0) ?? true }
        for entry in last { WebSocketFrames.append(text: entry, to: &buffer) }
        return last.count
    }
}
