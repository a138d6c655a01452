public import Bluetooth

/// What a tag's server remembers of one client, across connections where there is a bond.
///
/// Core Specification 5.4, volume 3, part G, sections 2.5.2 and 3.3.3.3.
public struct ClientState: Hashable, Sendable {
    /// The client's subscriptions: 1 notify, 2 indicate.
    public var configurations: [AttributeName: UInt16] = [:]
    /// The Client Supported Features: bit 0 is robust caching.
    public var features: UInt8 = 0
    /// The hash of the database that the client knows; nil for a client that has not been seen with this one.
    public var knownHash: UInt128?

    public init() {}
    var usesRobustCaching: Bool { features & 1 != 0 }

    /// The configuration of a characteristic as the client reads it.
    func configuration(of name: AttributeName) -> UInt16 { configurations[name] ?? 0 }

    /// What the client has subscribed to, in an order that does not change from run to run.
    var names: [AttributeName] {
        configurations.keys.sorted { ($0.service, $0.characteristic) < ($1.service, $1.characteristic) }
    }

    /// The same without what is the host's own.
    var subscribed: [AttributeName] { names.filter { $0 != AttributeDatabase.serviceChanged } }
}

/// Whether a client knows of the latest change of the database: part G, section 2.5.2.1.
enum ChangeAwareness: Hashable, Sendable {
    case aware
    /// It has not been told.
    case unaware
    /// It has been told, or has read the hash: its next request shows that it knows.
    case told
}
