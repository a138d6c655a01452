import Bluetooth
import HostStack

/// A bond as it stands in the file of `simulate --bonds`; keys are 32 hexadecimal digits, the highest first.
struct BondRecord: Codable {
    var peer: String
    var isPeerRandom: Bool
    var identityKey: String?
    var longTermKey: String
    var diversifier: UInt16
    var random: UInt64
    var keySize: Int
    var isAuthenticated: Bool
    var isSecureConnections: Bool
    var signingKey: String?
    var subscriptions: [Subscription]
    var features: UInt8
    var knownHash: String?

    /// What the central has subscribed to: 1 notifications, 2 indications.
    struct Subscription: Codable {
        var service: String
        var characteristic: String
        var bits: UInt16
    }

    enum CodingKeys: String, CodingKey {
        case peer, random, subscriptions, features
        case isPeerRandom = "peer_random"
        case identityKey = "irk"
        case longTermKey = "ltk"
        case diversifier = "ediv"
        case keySize = "key_size"
        case isAuthenticated = "authenticated"
        case isSecureConnections = "secure_connections"
        case signingKey = "csrk"
        case knownHash = "known_hash"
    }

    init(_ bond: Bond) {
        peer = "\(bond.peer.address)"
        isPeerRandom = bond.peer.kind == .random
        identityKey = (bond.identityKey?.value).map(KeyText.text)
        longTermKey = KeyText.text(bond.longTermKey)
        diversifier = bond.diversifier
        random = bond.random
        keySize = bond.keySize
        isAuthenticated = bond.isAuthenticated
        isSecureConnections = bond.isSecureConnections
        signingKey = bond.signingKey.map(KeyText.text)
        subscriptions = bond.client.configurations.map { name, bits in
            Subscription(service: "\(name.service)", characteristic: "\(name.characteristic)", bits: bits)
        }.sorted { ($0.service, $0.characteristic) < ($1.service, $1.characteristic) }
        features = bond.client.features
        knownHash = bond.client.knownHash.map(KeyText.text)
    }

    /// - Throws: ``TagMemoryRecord/Wrong`` with the key of a value that cannot be.
    func decoded() throws(TagMemoryRecord.Wrong) -> Bond {
        guard let address = BluetoothAddress(peer) else {
            throw TagMemoryRecord.Wrong(key: "peer", expected: "an address, six pairs of digits")
        }
        guard (7...16).contains(keySize) else {
            throw TagMemoryRecord.Wrong(key: "key_size", expected: "a number from 7 to 16")
        }
        var bond = Bond(
            peer: DeviceAddress(address, isPeerRandom ? .random : .public),
            identityKey: try KeyText.key(ifAny: identityKey, "irk").map { IdentityKey($0) },
            longTermKey: try KeyText.key(longTermKey, "ltk"),
            diversifier: diversifier,
            random: random,
            keySize: keySize,
            isAuthenticated: isAuthenticated,
            isSecureConnections: isSecureConnections,
            signingKey: try KeyText.key(ifAny: signingKey, "csrk")
        )
        for subscription in subscriptions { bond.client.configurations[try subscription.name] = subscription.bits }
        bond.client.features = features
        bond.client.knownHash = try KeyText.key(ifAny: knownHash, "known_hash")
        return bond
    }
}

extension BondRecord.Subscription {
    fileprivate var name: AttributeName {
        get throws(TagMemoryRecord.Wrong) {
            guard let service = BluetoothUUID(service), let characteristic = BluetoothUUID(characteristic) else {
                throw TagMemoryRecord.Wrong(key: "subscriptions", expected: "UUIDs of 4 or 32 hexadecimal digits")
            }
            return AttributeName(service: service, characteristic: characteristic)
        }
    }
}
