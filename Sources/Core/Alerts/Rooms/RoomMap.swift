import Glibc
public import Tracking

/// How strongly each gateway hears a tag in each room, as somebody has measured who walked through them.
///
/// It tells rooms apart in which no gateway stands, and what the walls do between those in which one does.
public struct RoomMap: Hashable, Sendable {
    /// By room and gateway, in dB above the tag's strength at a metre.
    public var levels: [String: [Name: Double]]

    public init(_ levels: [String: [Name: Double]]) { self.levels = levels }

    /// The standard deviation, in dB, of what is heard at one place of a room about its mean.
    ///
    /// Our choice: of 5 to 14 dB the most accurate on the measured walk of docs/accuracy.md.
    static let sigma = 6.0

    /// How probable each room is, but for a constant, by what gateways hear at a moment; nil when none of them was there
    /// at the survey.
    func odds(_ heard: [Name: Double]) -> [String: Double]? {
        let known = heard.filter { gateway, _ in levels.values.contains { $0[gateway] != nil } }
        guard !known.isEmpty else { return nil }
        let logarithms = levels.mapValues { means in
            known.reduce(0.0) { sum, gateway in
                let off = (gateway.value - (means[gateway.key] ?? RoomChoice.floor)) / Self.sigma
                return sum - 0.5 * off * off
            }
        }
        let most = logarithms.values.max() ?? 0
        return logarithms.mapValues { exp($0 - most) }
    }
}
