import Web

/// How the notifications of one channel stand, for `/metrics` and `/api/v1/status`.
public struct ChannelMetrics: Hashable, Sendable, Encodable {
    public var channel: String
    public var waiting: Int
    public var sent: Int
    public var failed: Int
    public var superseded: Int

    public init(channel: String, waiting: Int, sent: Int, failed: Int, superseded: Int) {
        (self.channel, self.waiting, self.sent) = (channel, waiting, sent)
        (self.failed, self.superseded) = (failed, superseded)
    }

    static func write(_ channels: [ChannelMetrics], into text: inout MetricText) {
        text.add(
            "tagalong_notifications_waiting",
            .gauge,
            "Notifications that wait, by the channel.",
            channels.map { MetricText.Sample(labels: [("channel", $0.channel)], value: Double($0.waiting)) }
        )
        text.add(
            "tagalong_notifications_total",
            .counter,
            "What became of notifications, by the channel, since it was set up.",
            channels.flatMap { channel in
                [("sent", channel.sent), ("failed", channel.failed), ("superseded", channel.superseded)].map {
                    MetricText.Sample(labels: [("channel", channel.channel), ("outcome", $0)], value: Double($1))
                }
            }
        )
    }
}
