internal import Messages
public import Store
internal import Tracking

extension Notice {
    /// An alert of the history as a notice; nil for one without its message, or of a strange release.
    public init?(_ row: AlertRow) {
        guard let payload = row.payload, let alert = try? AlertMessage(decoding: payload) else { return nil }
        self.init(alert: alert)
        let evidence = row.evidence.flatMap { try? EvidenceMessage(decoding: $0) }
        if let low = evidence?.low, let high = evidence?.high, low <= high { interval = low...high }
    }

    /// When the alert was given, as its id tells; nil for an id of another form.
    var given: Timestamp? {
        let digits = alert.id.prefix { $0 != "-" }
        guard digits.count >= 12 else { return nil }
        return Int64(digits, radix: 16).map(Timestamp.init(milliseconds:))
    }
}
