internal import Reminders
internal import Tracking

/// What was searched for lately, in memory only: what people look for is nobody's business.
struct SearchMemory: Sendable {
    private var found: [FactRequest: (spots: [Spot], at: Timestamp)] = [:]

    private static let memory = Duration.seconds(86_400)
    private static let most = 200

    /// The answer to a request; nil where it is to be asked.
    func spots(for request: FactRequest, at now: Timestamp) -> [Spot]? {
        guard let entry = found[request], now < entry.at.advanced(by: Self.memory) else { return nil }
        return entry.spots
    }

    mutating func remember(_ spots: [Spot], for request: FactRequest, at now: Timestamp) {
        found[request] = (spots, now)
        guard found.count > Self.most, let oldest = found.min(by: { $0.value.at < $1.value.at }) else { return }
        found[oldest.key] = nil
    }
}
