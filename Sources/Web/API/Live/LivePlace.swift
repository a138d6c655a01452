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
