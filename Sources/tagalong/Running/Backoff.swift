/// How long to wait before something that ends by itself is started again: longer each time, and a second again once it
/// has run for a while.
struct Backoff: Hashable, Sendable {
    private var next = Backoff.first

    private static let first = Duration.seconds(1)
    static let longest = Duration.seconds(60)
    /// What has run for so long has not failed at its start.
    private static let settled = Duration.seconds(60)

    /// The pause after another failure, and after how long a run.
    mutating func pause(after run: Duration) -> Duration {
        if run >= Self.settled { next = Self.first }
        defer { next = min(next * 2, Self.longest) }
        return next
    }
}
