internal import JSON
public import Messages
public import Tracking

/// A client that the broker knows.
public struct ClientRecord: Hashable, Sendable {
    public let user: String
    public let client: BrokerClient
    /// A gateway's trackers.
    public let trackers: [DeviceID]
    /// What it may call itself.
    public let identity: ClientIdentity
    /// The formats of other programs that a gateway or a service may publish and read.
    public let formats: ForeignFormats
    /// Whether a subscriber reads reminders, too.
    public let readsReminders: Bool

    public init(
        user: String,
        client: BrokerClient,
        trackers: [DeviceID] = [],
        identity: ClientIdentity = .usual,
        formats: ForeignFormats = ForeignFormats(),
        readsReminders: Bool = false
    ) {
        (self.user, self.client, self.trackers, self.identity) = (user, client, trackers, identity)
        (self.formats, self.readsReminders) = (formats, readsReminders)
    }

    /// The client id that the broker insists on; nil for any.
    public var clientID: String? { identity.clientID(of: client) }

    /// Whether the credential is of a version that bound none but trackers, and nobody asked for it to stay so.
    public var isUnbound: Bool { identity == .old && client.clientID != nil }
}

extension SecurityFile {
    /// The clients of ours, sorted by user; the owner and the administrator are not among them.
    var records: [ClientRecord] {
        clients.compactMap { value in
            guard let user = value["username"]?.text,
                let role = value["roles"]?.list.first?["rolename"]?.text,
                let client = client(ofRole: role)
            else { return nil }
            let rights = rights(of: role) ?? []
            return ClientRecord(
                user: user,
                client: client,
                trackers: Self.trackers(in: rights),
                identity: ClientIdentity(value, of: client),
                formats: Self.formats(in: rights),
                readsReminders: client.kind == "subscriber" && readsReminders(role)
            )
        }
        .sorted { $0.user < $1.user }
    }
}
