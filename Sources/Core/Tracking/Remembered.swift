/// What was found out lately, by a key: forgotten after a while, and where there is more than may be kept.
public struct Remembered<Key: Hashable & Sendable, Value: Sendable, Instant: InstantProtocol>: Sendable
where Instant.Duration == Duration {
    private var entries: [Key: (value: Value, end: Instant)] = [:]
    private let span: Duration
    private let most: Int

    /// Nothing yet; each value is remembered for a span, and at most so many are.
    public init(for span: Duration, most: Int) { (self.span, self.most) = (span, most) }

    /// What is remembered by a key; nil where it has to be found out.
    public func value(of key: Key, at now: Instant) -> Value? {
        guard let entry = entries[key], now < entry.end else { return nil }
        return entry.value
    }

    /// Remembers a value in place of any earlier one.
    public mutating func remember(_ value: Value, of key: Key, at now: Instant) {
        if entries[key] == nil, entries.count >= most { makeRoom(at: now) }
        entries[key] = (value, now.advanced(by: span))
    }

    /// Forgets what is over, and of the others the oldest where they are more than half of what may be kept: so there is
    /// seldom no room, however many keys come.
    private mutating func makeRoom(at now: Instant) {
        entries = entries.filter { now < $0.value.end }
        guard entries.count > most / 2 else { return }
        let newest = entries.sorted { $0.value.end > $1.value.end }.prefix(most / 2)
        entries = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
