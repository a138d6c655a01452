import Alerts
import Gateway
import Messages
import Ranging
import Tracking

extension ItemWatch {
    /// Takes in what a gateway that is carried publishes of what it hears.
    mutating func take(_ actions: [GatewayCore.Action], owner track: PositionTrack, now: Timestamp) {
        for case .publish(let message) in actions where message.topic.hasSuffix("/proximity") {
            guard let proximity = try? ProximityMessage(decoding: message.payload) else { continue }
            let reception = Reception(
                time: proximity.time,
                strength: proximity.rssi.map(Double.init),
                samples: proximity.samples,
                expected: proximity.expected ?? 0
            )
            _ = heard(
                reception, by: proximity.gateway, model: ReceptionModel(), at: .carried, owner: track, now: now
            )
        }
    }
}
