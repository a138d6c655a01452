public import Settings
public import Tracking

/// Posts a notice as JSON, signed.
public struct WebhookChannel: NotificationChannel {
    private let target: ChannelConfiguration.Webhook
    private let pages: @Sendable () -> String?

    /// A channel to a program.
    public init(_ target: ChannelConfiguration.Webhook, pages: @escaping @Sendable () -> String?) {
        (self.target, self.pages) = (target, pages)
    }

    public func deliver(_ notice: Notice, at now: Timestamp) async throws(DeliveryFailure) {
        let body = WebhookBody(notice, pages: pages()).encoded()
        var headers = [(name: "Content-Type", value: "application/json"), (name: "Idempotency-Key", value: notice.id)]
        if let key = target.key {
            let signature = WebhookSignature.header(of: body, key: key, at: now)
            headers.append((name: WebhookSignature.name, value: signature))
        }
        try await WebSender.post(body, headers, to: target.url)
    }
}

extension ChannelConfiguration {
    /// A program that takes JSON.
    public struct Webhook: Hashable, Sendable {
        public var url: WebAddress
        /// What its messages are signed with; nil for no signature.
        public var key: SecretText?
    }
}
