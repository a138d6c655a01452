import Tracking

/// One tag's part of a document.
struct KeyDocument {
    private let node: KeyNode

    init(_ node: KeyNode) { self.node = node }

    func tag() throws(KeyFile.Invalid) -> KeyFile.Tag {
        KeyFile.Tag(node["name"]?.text ?? node["model"]?.text, try key())
    }

    private func key() throws(KeyFile.Invalid) -> TagKey {
        // As a gateway exports it: without the private half.
        if node["master_point"] != nil { return try exported() }
        if node["skn"] != nil || node["master_key"] != nil {
            return try findMy(
                master: try bytes("master_key", 28),
                primary: try bytes("skn", 32),
                secondary: try bytes("sks", 32),
                pairedAt: "paired_at"
            )
        }
        if node["sharedSecret"] != nil {
            let others = ["secondarySharedSecret", "secureLocationsSharedSecret"].filter { node[$0] != nil }
            return try findMy(
                // The private scalar is the end of what Apple keeps: the point, uncompressed, and then the scalar.
                master: Array(try bytes("privateKey", 28, 85).suffix(28)),
                primary: try bytes("sharedSecret", 32),
                secondary: try bytes(others.first ?? "secondarySharedSecret", 32),
                pairedAt: "pairingDate"
            )
        }
        for name in ["identity_key", "identityKey", "eik", "EIK", "ephemeral_identity_key"] where node[name] != nil {
            return try findHub(try bytes(name, 32))
        }
        for name in ["irk", "IRK", "identity_resolving_key"] where node[name] != nil {
            guard let key = ResolvingKey(try bytes(name, 16)) else { throw unfit(name, "other bytes than 0") }
            return .resolving(key)
        }
        return try fixed()
    }

    private func exported() throws(KeyFile.Invalid) -> TagKey {
        guard let pairedAt = node["paired_at"]?.time else {
            throw unfit("paired_at", "the time of pairing, from 2015 on")
        }
        let key = FindMyKey(
            masterPoint: try bytes("master_point", 56),
            primarySecret: try bytes("skn", 32),
            secondarySecret: try bytes("sks", 32),
            pairedAt: pairedAt,
            alignment: alignment
        )
        guard let key else { throw unfit("master_point", "a point of the curve P-224") }
        return .findMy(key)
    }

    /// Where the tag was observed last; nil where the document does not tell.
    private var alignment: KeyAlignment? {
        guard let counter = node["alignment_index"]?.count, counter <= KeyAlignment.most,
            let time = node["alignment_date"]?.time
        else { return nil }
        return KeyAlignment(counter: counter, time: time)
    }

    private func fixed() throws(KeyFile.Invalid) -> TagKey {
        var secrets: [[UInt8]] = []
        for name in ["private_key", "privateKey", "private_keys", "additionalKeys"] where node[name] != nil {
            for element in node[name]?.elements ?? [] {
                guard let secret = element.bytes([28]) else { throw unfit(name, "28 bytes in base64 or hexadecimal") }
                secrets.append(secret)
            }
        }
        if !secrets.isEmpty {
            guard let keys = FixedKeys(secrets: secrets) else { throw unfit("private key", "a key of the curve P-224") }
            return .fixed(keys)
        }
        if let list = node["advertised"] {
            let advertised = list.elements.compactMap { $0.bytes([28]) }
            guard advertised.count == list.elements.count, let keys = FixedKeys(advertised: advertised) else {
                throw unfit("advertised", "keys of 28 bytes, not all of them 0")
            }
            return .fixed(keys)
        }
        for name in ["advertisement_key", "advertisementKey", "adv_key"] where node[name] != nil {
            guard let keys = FixedKeys(advertised: [try bytes(name, 28)]) else {
                throw unfit(name, "other bytes than 0")
            }
            return .fixed(keys)
        }
        throw KeyFile.unknown
    }

    private func findMy(
        master: [UInt8], primary: [UInt8], secondary: [UInt8], pairedAt name: String
    ) throws(KeyFile.Invalid) -> TagKey {
        guard let pairedAt = node[name]?.time else { throw unfit(name, "the time of pairing, from 2015 on") }
        let key = FindMyKey(
            masterKey: master,
            primarySecret: primary,
            secondarySecret: secondary,
            pairedAt: pairedAt,
            alignment: alignment
        )
        guard let key else { throw unfit("master key", "a key of the curve P-224") }
        return .findMy(key)
    }

    private func findHub(_ bytes: [UInt8]) throws(KeyFile.Invalid) -> TagKey {
        let times = ["pair_date", "pairDate", "paired_at", "pairedAt"].filter { node[$0] != nil }
        var pairedAt: Timestamp?
        if let name = times.first {
            guard let time = node[name]?.time else { throw unfit(name, "a time from 2015 on, or seconds since 1970") }
            pairedAt = time
        }
        guard let key = FindHubKey(identityKey: bytes, pairedAt: pairedAt, alignment: alignment)
        else { throw KeyFile.unknown }
        return .findHub(key)
    }

    private func bytes(_ name: String, _ counts: Int...) throws(KeyFile.Invalid) -> [UInt8] {
        guard let bytes = node[name]?.bytes(Set(counts)) else {
            throw unfit(name, "\(counts[0]) bytes in hexadecimal or base64")
        }
        return bytes
    }

    private func unfit(_ name: String, _ expected: String) -> KeyFile.Invalid {
        KeyFile.Invalid(description: "\(name): expected \(expected)")
    }
}
