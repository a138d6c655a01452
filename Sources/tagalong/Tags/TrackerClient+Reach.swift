import Messages
import Tracking

extension TrackerClient {
    /// The statuses of the gateways, by which a tracker in Bluetooth mode is reached or not.
    var gatewayFilter: String { "\(topics.own)/gateway/+/status" }

    /// Why a tracker cannot be told anything now; nil where it may.
    ///
    /// One in Bluetooth mode is reached by a gateway alone. Where none has ever said that it is there, somebody else
    /// passes on what is said.
    static func obstacle(to record: TrackerRecord) -> String? {
        guard record.reported?.activeMode == .bluetooth, !record.gateways.isEmpty else { return nil }
        let names = record.gateways.keys.sorted().map { "\($0)" }.joined(separator: ", ")
        let online = record.gateways.filter { $0.value.state == .online }
        if online.isEmpty {
            return "only a gateway reaches it, and none is running (\(names)): start 'tagalong gateway'"
        }
        guard online.values.allSatisfy(\.isBlind) else { return nil }
        let adapters = online.sorted { $0.key < $1.key }.flatMap { gateway, status in
            status.adapters.map { "\($0.name.printable) of \(gateway) is \($0.health.printable)" }
        }
        return "only a gateway reaches it, and none has Bluetooth now (\(adapters.joined(separator: ", ")))"
    }
}
