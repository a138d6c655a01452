/// How fast a body has to come: the same for every request, whether or not its route reads the body.
struct BodyPace: Sendable {
    /// The bytes that a client has the time for, in which a long one has to come: 1 MiB in half a minute are 280 kbit/s.
    static let portion = 1 << 20

    /// For each portion of a body that has been begun.
    let time: Duration

    /// How long a body may take of which so many bytes have come.
    func limit(after count: Int) -> Duration { time * (1 + count / Self.portion) }

    /// A body did not come in its time.
    struct TooSlow: Error, CustomStringConvertible {
        /// How long it has had.
        let limit: Duration
        /// The bytes that have come.
        let count: Int

        var description: String {
            let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
            return "the body did not come within \(seconds) s: all of it is expected, found \(count) bytes"
        }
    }
}
