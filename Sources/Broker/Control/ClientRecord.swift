public import Tracking

/// A client that the broker knows.
public struct ClientRecord: Hashable, Sendable {
    public let user: String
    public let client: BrokerClient
    /// A gateway's trackers.
    public let trackers: [DeviceID]

    public init(user: String, client: BrokerClient, trackers: [DeviceID] = []) {
        (self.user, self.client, self.trackers) = (user, client, trackers)
    }
}

extension SecurityFile {
    /// The clients of ours, sorted by user; the owner and the administrator are not among them.
    var records: [ClientRecord] {
        clients.compactMap { value in
            guard let user = value["username"]?.text,
                let role = value["roles"]?.list.first?["rolename"]?.text,
                let client = client(ofRole: role)
            else { return nil }
            return ClientRecord(user: user, client: client, trackers: Self.trackers(in: rights(of: role) ?? []))
        }
        .sorted { $0.user < $1.user }
    }
}
