import Alerts
import Messages
import Store
import Tracking

extension HistoryCore {
    /// Takes in how a gateway is: of what only a deaf one has heard, nobody knows where it is now.
    mutating func gatewayStatus(
        _ message: Message,
        of gateway: Name,
        at now: Timestamp,
        _ transaction: inout StoreTransaction
    ) throws {
        if message.payload.isEmpty { return }
        let status: GatewayStatus
        do {
            status = try GatewayStatus(decoding: message.payload)
        } catch {
            return try quarantine(message, error, at: now, &transaction)
        }
        guard status.isBlind else { return }
        for index in trackers.indices where trackers[index].isHeard(by: gateway) {
            trackers[index].watch.becomeUnheard()
            touch(index)
        }
    }
}

extension TrackerState {
    /// Whether the gateway is all that tells of the tracker.
    func isHeard(by gateway: Name) -> Bool {
        self.gateway == gateway && activeMode == .bluetooth && !watch.isUnheard
    }

    /// After a restart: a level that was told to be unknown while the fixes were fresh was so for want of ears.
    mutating func resumeUnheard() {
        guard let shown, shown.level == .unknown, gateway != nil, activeMode == .bluetooth,
            watch.level(at: shown.at) != .unknown
        else { return }
        watch.becomeUnheard()
    }
}
