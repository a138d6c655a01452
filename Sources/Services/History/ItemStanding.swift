import Alerts
public import Messages
public import Store
public import Tracking

/// How an item is at a moment, as the store tells it: the last state, unless it is too old to say anything.
public struct ItemStanding: Hashable, Sendable {
    /// Why a level is unknown.
    public enum Doubt: Hashable, Sendable {
        /// The last position is too old to say.
        case age
        /// The last position is recent, but the gateway through which it came receives nothing any more.
        case deafGateway(Name)
    }

    public let level: Level
    /// Why the level is unknown; nil where it is known, and where there was never anything to go by.
    public let doubt: Doubt?
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

    /// An item at a moment, with what its tracker reports and what its last state rests on.
    public init(_ row: ItemRow, reported: ReportedState?, evidence: EvidenceMessage?, at now: Timestamp) {
        state = row.documents[.state].flatMap { try? StateMessage(decoding: $0) }
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
        doubt = level == .unknown ? Self.doubt(row.lastFix, isFresh: isFresh, evidence) : nil
        since =
            level == .unknown && state?.level != .unknown
            ? [row.lastFix?.fix.time, heard].compactMap(\.self).max()
            : state?.since
    }

    private static func doubt(_ fix: StoredFix?, isFresh: Bool, _ evidence: EvidenceMessage?) -> Doubt? {
        guard let fix else { return nil }
        guard isFresh else { return .age }
        let deaf = evidence?.gateways.first { $0.isBlind && $0.name == fix.gateway }
        return deaf.map { .deafGateway($0.name) }
    }

    /// When it was last heard of.
    public var lastSeen: Timestamp? { [received, heard].compactMap(\.self).max() }

    /// The standing as it is told where only the area may be.
    public var byArea: ItemStanding {
        var standing = self
        standing.state = state?.byArea
        return standing
    }
}
