public import Tracking

/// That somebody asks for a connection.
public struct ContactRequest: Hashable, Sendable {
    /// What the asker grants the other.
    public let grants: TrustLevel
    /// What the asker would like to be granted.
    public let wants: TrustLevel
    /// When it was asked.
    public let asked: Timestamp
}

/// A request as it is stored: with what came of it, which the asker is not told.
struct StoredRequest: Hashable, Sendable {
    let asker: Name
    let request: ContactRequest
    let rejected: Timestamp?
    let withdrawn: Timestamp?

    /// Until when the row counts after the request was rejected, or asked and withdrawn again.
    static func begin(of now: Timestamp) -> Timestamp {
        now.advanced(by: .seconds(-ContactLimits.daysToAskAgain * 86_400))
    }

    /// Whether the asker sees it as open: also one that was rejected, until they may ask again.
    func isOpenForAsker(at now: Timestamp) -> Bool {
        withdrawn == nil && (rejected.map { $0 > Self.begin(of: now) } ?? true)
    }

    /// Whether the other side may answer it.
    var isOpenForAsked: Bool { withdrawn == nil && rejected == nil }
}
