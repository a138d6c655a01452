internal import Glibc

/// IP addresses and host names.
enum HostAddress {
    /// The bytes of an IPv4 or IPv6 address; nil for a text that is none.
    static func bytes(_ text: String) -> [UInt8]? {
        var four = in_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 { return unsafe withUnsafeBytes(of: &four) { unsafe Array($0) } }
        var six = in6_addr()
        if unsafe inet_pton(AF_INET6, text, &six) == 1 { return unsafe withUnsafeBytes(of: &six) { unsafe Array($0) } }
        return nil
    }

    /// An address as it is usually written; nil for bytes that are none.
    static func text(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard unsafe inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// An address in its usual form, or a name as it is.
    static func normalised(_ text: String) -> String { bytes(text).flatMap { self.text($0) } ?? text.lowercased() }

    static func isAddress(_ text: String) -> Bool { bytes(text) != nil }

    /// Whether a text is a host name, as a certificate may have it.
    static func isName(_ text: String) -> Bool {
        guard (1...253).contains(text.utf8.count) else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy {
                    switch $0 {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
                    default: false
                    }
                }
        }
    }

    /// The name of this machine; nil when it has none that a certificate may have.
    static var machine: String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return isName(name) ? name : nil
    }

    /// The addresses of this machine, but those of the loopback and link-local ones.
    static var ofThisMachine: [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var (found, next): ([String], UnsafeMutablePointer<ifaddrs>?) = unsafe ([], first)
        while let entry = unsafe next {
            if let text = unsafe text(entry.pointee.ifa_addr), isUseful(text), !found.contains(text) {
                found.append(text)
            }
            unsafe next = entry.pointee.ifa_next
        }
        return found
    }

    private static func isUseful(_ text: String) -> Bool {
        !text.hasPrefix("127.") && text != "::1" && !text.hasPrefix("fe80:") && !text.hasPrefix("169.254.")
    }

    private static func text(_ address: UnsafeMutablePointer<sockaddr>?) -> String? {
        guard let address = unsafe address else { return nil }
        let size: Int
        switch Int32(unsafe address.pointee.sa_family) {
        case AF_INET: size = MemoryLayout<sockaddr_in>.size
        case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = unsafe getnameinfo(address, socklen_t(size), &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
        guard code == 0 else { return nil }
        return String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
