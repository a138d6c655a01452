import HTTPTypes
import NIOCore
import Web

/// The place of a reader, which is free again when nobody has it any more: also when its stream never begins.
final class LivePlace: Sendable {
    let client: Int
    private let hub: LiveHub

    /// - Throws: Why there is no room.
    init(
        _ hub: LiveHub, _ asker: Asker, _ limits: LiveClients.Limits, close: @escaping @Sendable () -> Void
    ) throws(Allotment.Refusal) {
        self.hub = hub
        client = try hub.enter(asker, limits, close: close)
    }

    deinit { hub.leave(client, .left) }
}

extension LivePlace {
    /// A place for whoever asks, whose connection is closed when it ends.
    ///
    /// - Throws: ``Problem``: 429 or 503 where there is no room.
    convenience init(_ parts: ConsoleParts, _ context: ConsoleContext) throws(Problem) {
        let configuration = parts.configuration
        let (each, all) = (configuration.limits.streamsOfAccount, configuration.streams)
        let channel = context.channel
        do throws(Allotment.Refusal) {
            try self.init(parts.feed.live, Asker(context), .init(ofEach: each, ofAll: all)) {
                channel.close(promise: nil)
            }
        } catch {
            switch error {
            case .each:
                throw Problem(
                    .tooManyRequests,
                    "one account may have \(each) streams of events, and all of them are open",
                    headers: [.retryAfter: "10"]
                )
            case .all:
                throw Problem(
                    .serviceUnavailable,
                    "there is room for \(all) streams of events, and all are taken",
                    headers: [.retryAfter: "10"]
                )
            }
        }
    }
}
