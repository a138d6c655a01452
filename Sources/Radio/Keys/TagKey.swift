public import Bluetooth
import Cryptography
public import Tracking

/// A key by which an owner's tag is known although its address rotates.
public enum TagKey: Hashable, Sendable {
    /// A tag in Apple's Find My network.
    case findMy(FindMyKey)
    /// A tag that sends fixed keys in the manner of Find My, such as OpenHaystack's.
    case fixed(FixedKeys)
    /// A tag in Google's Find Hub network.
    case findHub(FindHubKey)
    /// A device with resolvable private addresses.
    case resolving(ResolvingKey)

    public var network: KeyNetwork {
        switch self {
        case .findMy, .fixed: .findMy
        case .findHub: .findHub
        case .resolving: .address
        }
    }

    /// The identity of the tag: the beginning of a digest of its key.
    public var identity: TagIdentity {
        let secret =
            switch self {
            case .findMy(let key): key.primarySecret
            case .fixed(let keys): keys.advertised.flatMap { $0 }
            case .findHub(let key): key.identityKey
            case .resolving(let key): key.bytes
            }
        return .keyed(network, Array(Digest.sha256(Array("tagalong \(network.rawValue) ".utf8) + secret).prefix(8)))
    }

    /// The key that a ring request has to be authenticated with; nil where none is needed or there is no such request.
    public var ringKey: [UInt8]? { if case .findHub(let key) = self { key.ringKey } else { nil } }
}

extension TagKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the key.
    public var description: String { "a key (\(network.rawValue))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// At which of its counters a tag was at a time.
public struct KeyAlignment: Hashable, Sendable {
    public var counter: Int
    public var time: Timestamp

    /// More counters than a tag comes to: a quarter of an hour each in 140 years.
    public static let most = 5_000_000

    public init(counter: Int, time: Timestamp) { (self.counter, self.time) = (counter, time) }
}
