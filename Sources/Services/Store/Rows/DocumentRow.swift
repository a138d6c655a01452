public import Tracking

/// Which of a device's retained messages, what its last state rests on, or what the service has in mind of it.
public enum DocumentKind: String, Hashable, Sendable, CaseIterable {
    case desired, reported, availability, rules, state, evidence
    /// The location requests that it has not answered.
    case requests
    /// From which fix on its fixes wait for one before them; empty for none.
    case held
    /// Who carries it, as a phone says.
    case card
    /// That somebody has made it an item, though it speaks no more than OwnTracks; empty where it was taken off the items.
    case item = "added"
    /// That its owner's distances are measured from it, as it was heard first; empty where that is over.
    case phone

    /// Which devices have it.
    var deviceKind: DeviceKind {
        switch self {
        case .card, .item, .phone: .phone
        case .desired, .reported, .availability, .rules, .state, .evidence, .requests, .held: .tracker
        }
    }
}

/// The last message of a kind that was seen of a device.
public struct DocumentRow: Hashable, Sendable {
    public var device: DeviceID
    public var kind: DocumentKind
    public var payload: [UInt8]
    public var updated: Timestamp

    public init(device: DeviceID, kind: DocumentKind, payload: [UInt8], updated: Timestamp) {
        self.device = device
        self.kind = kind
        self.payload = payload
        self.updated = updated
    }
}
