import Tracking

/// When the modem is on; between exchanges it sleeps by itself, as the network has granted it.
extension Firmware {
    /// Whether the modem is needed: away from the owner, or to be reached at all, or because a fix has waited too long
    /// for a gateway; then until there is one, for to register with the network anew costs more than to stay.
    mutating func wantsModem(at now: Timestamp) -> Bool {
        guard owner != nil, mayUseModem else { return false }
        if bluetoothUp {
            unlinkedSince = nil
        } else if unlinkedSince == nil, !ring.isEmpty || life != .active {
            unlinkedSince = now
        }
        switch mode {
        case .cellular: return true
        case .off: return life == .registered && !bluetoothUp
        case .bluetooth:
            guard desired.mode != .bluetooth, let since = unlinkedSince else { return false }
            if modemOn { return true }
            return now.milliseconds - since.milliseconds >= Int64(parameters.fallbackAfter) * 1000
        }
    }

    /// Whether the modem has a broker to reach: who was told of none has none.
    var mayUseModem: Bool { registration.map { $0.broker != nil } ?? true }
}
