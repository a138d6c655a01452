import Tracking

/// When the modem is on; between exchanges it sleeps by itself, as the network has granted it.
extension Firmware {
    /// Whether the modem is needed: away from the owner, or to be reached at all, or because a fix has waited too long
    /// for a gateway.
    mutating func wantsModem(at now: Timestamp) -> Bool {
        guard owner != nil else { return false }
        // Who was told of no broker has none to reach.
        if let registration, registration.broker == nil { return false }
        if bluetoothUp || (ring.isEmpty && life == .active) {
            unlinkedSince = nil
        } else if unlinkedSince == nil {
            unlinkedSince = now
        }
        switch mode {
        case .cellular: return true
        case .off: return life == .registered && !bluetoothUp
        case .bluetooth:
            guard desired.mode != .bluetooth, let since = unlinkedSince else { return false }
            return now.milliseconds - since.milliseconds >= Int64(parameters.fallbackAfter) * 1000
        }
    }
}
