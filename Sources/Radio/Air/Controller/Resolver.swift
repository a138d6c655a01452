internal import Bluetooth

/// Tells whose a resolvable private address is, by the identity resolving keys that the host has left.
struct Resolver: Sendable {
    /// Keys by identity, first byte first.
    var entries: [LinkAddress: [UInt8]] = [:] { didSet { (known, latest) = ([:], [:]) } }
    var isOn = false
    /// The private address that each identity was met with last.
    private(set) var latest: [LinkAddress: BluetoothAddress] = [:]
    /// Addresses that have been looked at, with their identity if they have one.
    private var known: [LinkAddress: LinkAddress?] = [:]

    /// The identity behind a resolvable address; nil when it is none, or nobody's.
    mutating func identity(of address: LinkAddress, _ cipher: BlockCipher?) -> LinkAddress? {
        guard isOn, address.isResolvable, !entries.isEmpty, let cipher else { return nil }
        let identity = known[address] ?? entries.first { Self.matches(address, $0.value, cipher) }?.key
        // Addresses change for ever: what has been learnt must not grow for ever.
        if known.count >= 1024 { known = [:] }
        known[address] = .some(identity)
        if let identity { latest[identity] = address.address }
        return identity
    }

    /// Whether a key is all zeros, which stands for none.
    static func isVoid(_ key: [UInt8]) -> Bool { key.allSatisfy { $0 == 0 } }

    /// Volume 6 part B 1.3.2.3: the lower half is the hash of the upper one under the key.
    private static func matches(_ address: LinkAddress, _ key: [UInt8], _ cipher: BlockCipher) -> Bool {
        guard !isVoid(key) else { return false }
        let octets = (0..<6).map { UInt8(truncatingIfNeeded: address.address.bits >> (40 - 8 * $0)) }
        let hash = cipher(key, [UInt8](repeating: 0, count: 13) + octets.prefix(3))
        return hash.count == 16 && Array(hash.suffix(3)) == Array(octets.suffix(3))
    }
}
