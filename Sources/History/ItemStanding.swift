import Alerts
public import Messages
public import Store
public import Tracking

/// How an item is at a moment, as the store tells it: the last state, unless it is too old to say anything.
public struct ItemStanding: Hashable, Sendable {
    public let level: Level
    /// Since when the level has been so; of an unknown one, when it was known last.
    public let since: Timestamp?
    /// The last state, whatever its age.
    public internal(set) var state: StateMessage?
    public let mode: Mode?
    /// Per cent, 0 to 100.
    public let battery: Int?
    /// When a gateway heard it last.
    public let heard: Timestamp?
    /// The newest fix that came, by the time of its arrival.
    private let received: Timestamp?

    /// - Parameters:
    ///   - row: The item.
    ///   - reported: What its tracker says that it is.
    ///   - evidence: What its last state rests on.
    ///   - now: The moment.
    public init(_ row: ItemRow, reported: ReportedState?, evidence: EvidenceMessage?, at now: Timestamp) {
        state = row.state.flatMap { try? StateMessage(decoding: $0) }
        mode = state?.activeMode ?? reported?.activeMode ?? row.lastFix?.mode
        battery = row.lastFix?.battery ?? reported?.battery
        received = row.lastFix?.received
        heard = evidence?.gateways.compactMap(\.heard).max()
        let interval = reported?.reportEvery ?? DesiredState.standardReportEvery
        let isFresh = row.lastFix.map { ItemWatch.isFresh($0.fix.time, reportEvery: interval, at: now) } ?? false
        let hears = evidence?.gateways.contains { gateway in
            gateway.counts && gateway.time.map { now.seconds - $0.seconds <= GatewayEvidence.freshness } ?? false
        }
        level = isFresh || hears == true ? state?.level ?? .unknown : .unknown
        since =
            level == .unknown && state?.level != .unknown
            ? [row.lastFix?.fix.time, heard].compactMap(\.self).max()
            : state?.since
    }

    /// When it was last heard of.
    public var lastSeen: Timestamp? { [received, heard].compactMap(\.self).max() }
}
