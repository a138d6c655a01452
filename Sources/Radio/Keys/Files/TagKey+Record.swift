import Cryptography
public import JSON
import Tracking

/// A key as a line of a gateway's own file has it.
extension TagKey {
    /// The members of an object; secrets in hexadecimal.
    public var record: JSONMembers { JSONMembers(members) }

    private var members: [(String, JSONValue?)] {
        switch self {
        case .findMy(let key):
            [
                ("master_point", .text(Hex.text(key.masterPoint))),
                ("skn", .text(Hex.text(key.primarySecret))),
                ("sks", .text(Hex.text(key.secondarySecret))),
                ("paired_at", .text("\(key.pairedAt)")),
            ]
        case .fixed(let keys): [("advertised", .list(keys.advertised.map { .text(Hex.text($0)) }))]
        case .findHub(let key):
            [
                ("identity_key", .text(Hex.text(key.identityKey))),
                ("paired_at", key.pairedAt.map { .text("\($0)") }),
            ]
        case .resolving(let key): [("irk", .text(Hex.text(key.bytes)))]
        }
    }

    /// Reads such an object; nil for anything else.
    public init?(record: JSONValue) {
        let pairedAt = record["paired_at"]?.text.flatMap { Timestamp($0) }
        func bytes(_ name: String) -> [UInt8]? { record[name]?.text.flatMap { Hex.bytes($0) } }
        if let point = bytes("master_point"), let skn = bytes("skn"), let sks = bytes("sks"), let pairedAt {
            let key = FindMyKey(masterPoint: point, primarySecret: skn, secondarySecret: sks, pairedAt: pairedAt)
            guard let key else { return nil }
            self = .findMy(key)
        } else if let list = record["advertised"]?.list {
            let advertised = list.compactMap { $0.text.flatMap { Hex.bytes($0) } }
            guard advertised.count == list.count, let keys = FixedKeys(advertised: advertised) else { return nil }
            self = .fixed(keys)
        } else if let key = bytes("identity_key").flatMap({ FindHubKey(identityKey: $0, pairedAt: pairedAt) }) {
            self = .findHub(key)
        } else if let key = bytes("irk").flatMap({ ResolvingKey($0) }) {
            self = .resolving(key)
        } else {
            return nil
        }
    }

    /// Where the file that it comes from says it was observed.
    public var alignment: KeyAlignment? {
        switch self {
        case .findMy(let key): key.alignment
        case .findHub(let key): key.alignment
        case .fixed, .resolving: nil
        }
    }
}
