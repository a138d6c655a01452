internal import Glibc

/// An IP address, an IPv4 one in IPv6's clothes counting as what it is.
public struct NetworkAddress: Hashable, Sendable {
    /// 4 or 16, in network order.
    public let bytes: [UInt8]

    /// Reads `192.0.2.7`, `2001:db8::7` or `fe80::7%eth0`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let text = String(text.prefix { $0 != "%" })
        // Longer than any address, and a terminating zero would hide what follows it.
        guard text.utf8.count <= 64, !text.utf8.contains(0) else { return nil }
        if let bytes = Self.bytes(text, AF_INET, count: 4) {
            self.bytes = bytes
        } else if let bytes = Self.bytes(text, AF_INET6, count: 16) {
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
        } else {
            return nil
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private static func bytes(_ text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let isAddress = unsafe bytes.withUnsafeMutableBytes { unsafe inet_pton(family, text, $0.baseAddress) == 1 }
        return isAddress ? bytes : nil
    }

    /// Whether only this machine has it.
    public var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The network of one customer of a provider: the address itself, or the first 64 bits of an IPv6 one.
    public var network: NetworkAddress { bytes.count == 4 ? self : masked(to: 64) }

    /// The address with all but its first bits zero.
    public func masked(to bits: Int) -> NetworkAddress {
        NetworkAddress(
            bytes: bytes.enumerated().map { index, byte in
                let kept = min(8, max(0, bits - 8 * index))
                return byte & UInt8(truncatingIfNeeded: 0xFF00 >> kept)
            }
        )
    }
}

extension NetworkAddress: CustomStringConvertible {
    public var description: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = unsafe bytes.withUnsafeBytes { unsafe inet_ntop(AF_INET6, $0.baseAddress, &text, socklen_t(text.count)) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
