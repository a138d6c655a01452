/// Addresses that begin with the same bits, such as `192.168.0.0/16`.
public struct AddressRange: Hashable, Sendable {
    private let first: NetworkAddress
    private let bits: Int

    /// Reads `ADDRESS/BITS` or a single address; nil for anything else.
    public init?(written text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let address = NetworkAddress(parts[0]) else { return nil }
        let longest = 8 * address.bytes.count
        guard let bits = parts.count == 1 ? longest : Int(parts[1]), (0...longest).contains(bits) else { return nil }
        first = address.masked(to: bits)
        self.bits = bits
    }

    public func contains(_ address: NetworkAddress) -> Bool {
        address.bytes.count == first.bytes.count && address.masked(to: bits) == first
    }
}

extension AddressRange: CustomStringConvertible {
    public var description: String { "\(first)/\(bits)" }
}
