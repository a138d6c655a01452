import History
import Messages
import Store
import Tracking

/// All that is known of an item at a moment.
struct ItemRecord: Sendable {
    var row: ItemRow
    var standing: ItemStanding
    var desired: DesiredState?
    let reported: ReportedState?
    let availability: Availability?
    var rules: ItemRules
    /// Until when it rings.
    var ringingUntil: Timestamp?
    /// Whether its tracker is a part of this program.
    var isSimulated = false

    var id: DeviceID { row.device.id }

    /// An item at a moment, with what the store keeps of it, and the broker, which may be newer.
    init(_ row: ItemRow, kept: KeptDocuments, at now: Timestamp) {
        func stored<Value: Payload>(_ kind: DocumentKind, _ type: Value.Type) -> Value? {
            row.documents[kind].flatMap { try? Value(decoding: $0) }
        }
        self.row = row
        let wanted = [kept.desired?.value, stored(.desired, DesiredState.self)].compactMap(\.self)
        desired = wanted.max { $0.version < $1.version }
        reported = kept.reported ?? stored(.reported, ReportedState.self)
        availability = kept.availability ?? stored(.availability, Availability.self)
        rules = kept.rules?.value ?? stored(.rules, ItemRules.self) ?? ItemRules()
        standing = ItemStanding(row, reported: reported, evidence: stored(.evidence, EvidenceMessage.self), at: now)
    }

    /// What its owner calls it.
    var item: String { desired?.item?.text ?? row.device.item?.text ?? standing.state?.item ?? id.device.text }

    /// Whether its tracker can be told something: one that only says where it is, as a phone does, reads nothing.
    var isControllable: Bool { row.isTracker || desired != nil || reported != nil || availability != nil }

    /// Whether the tracker has yet to read what is wanted of it.
    var isPending: Bool {
        guard let desired else { return false }
        return (reported?.version ?? 0) < desired.version
    }
}

/// What the broker keeps of one tracker.
struct KeptDocuments: Sendable {
    var desired: Kept<DesiredState>?
    var reported: ReportedState?
    var availability: Availability?
    var rules: Kept<ItemRules>?

    /// Takes in a message; what cannot be read is as good as not there.
    mutating func receive(_ payload: [UInt8], _ topic: Topic) {
        switch topic {
        case .desired: desired = try? Kept(decoding: payload)
        case .reported: reported = try? ReportedState(decoding: payload)
        case .availability: availability = try? Availability(decoding: payload)
        case .rules: rules = try? Kept(decoding: payload)
        default: break
        }
    }
}
