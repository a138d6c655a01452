internal import COpenSSL

/// An X.509 certificate.
@safe public final class Certificate: Sendable {
    // It is only read, which OpenSSL lets several threads do: it counts references and caches behind locks of its own.
    private nonisolated(unsafe) let pointer: OpaquePointer

    /// The first certificate of a text in PEM; nil when there is none.
    public init?(pem: String) {
        guard let pointer = unsafe tagalong_read_certificate(pem, pem.utf8.count) else { return nil }
        unsafe self.pointer = pointer
    }

    deinit { unsafe tagalong_free_certificate(pointer) }

    /// When it ends, in seconds since 1970.
    public var end: Int64? {
        var end: Int64 = 0
        return unsafe tagalong_certificate_end(pointer, &end) == 1 ? end : nil
    }

    /// The SHA-256 fingerprint, 32 bytes.
    public var fingerprint: [UInt8] { unsafe Digest.filled(32) { unsafe tagalong_certificate_digest(pointer, $0) } }

    /// Whether the key of another certificate has signed this one.
    public func isSigned(by issuer: Certificate) -> Bool { unsafe tagalong_is_signed_by(pointer, issuer.pointer) == 1 }

    /// Whether this is the certificate of a private key in PEM.
    public func has(_ key: String) -> Bool { unsafe tagalong_has_key(pointer, key, key.utf8.count) == 1 }

    /// A name or an address of the server that it is for.
    public enum Alternative: Hashable, Sendable {
        case name(String)
        /// 4 or 16 bytes.
        case address([UInt8])
    }

    /// The names and addresses that it is for.
    public var alternatives: Set<Alternative> {
        var found: Set<Alternative> = []
        unsafe withUnsafeMutablePointer(to: &found) { found in
            unsafe tagalong_each_alternative(pointer, found) { context, isAddress, bytes, count in
                guard let found = unsafe context?.assumingMemoryBound(to: Set<Alternative>.self) else { return }
                let bytes = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
                let one = isAddress == 1 ? Alternative.address(bytes) : .name(String(decoding: bytes, as: UTF8.self))
                unsafe found.pointee.insert(one)
            }
        }
        return found
    }
}

extension Certificate {
    /// A new P-256 key, in PEM (PKCS #8); nil without memory.
    public static func makeKey() -> String? { unsafe text(tagalong_make_key()) }

    /// The certificate, in PEM, of an authority that signs itself, and nothing but servers; nil when the key is none.
    ///
    /// It is good from and to times in seconds since 1970.
    public static func authority(_ name: String, key: String, valid time: ClosedRange<Int64>) -> String? {
        unsafe text(tagalong_make_certificate(name, nil, time.lowerBound, time.upperBound, key, nil, nil))
    }

    /// A server's certificate, in PEM; nil when the keys are none or an alternative is no name or address.
    ///
    /// The alternatives are the names and addresses that clients know it by, in letters, digits, `-`, `.` and `:` only.
    /// It is good from and to times in seconds since 1970; certificate and key of the issuer are in PEM too.
    public static func server(
        _ name: String,
        alternatives: [(isAddress: Bool, text: String)],
        key: String,
        valid time: ClosedRange<Int64>,
        issuer: (certificate: String, key: String)
    ) -> String? {
        let names = alternatives.map { "\($0.isAddress ? "IP" : "DNS"):\($0.text)" }
        guard !names.isEmpty, names.allSatisfy({ $0.utf8.allSatisfy(isPlain) }) else { return nil }
        let made = unsafe tagalong_make_certificate(
            name, names.joined(separator: ","), time.lowerBound, time.upperBound, key, issuer.certificate, issuer.key
        )
        return unsafe text(made)
    }

    /// What means nothing to OpenSSL's parser of configurations.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-.:_*".utf8.contains(byte)
        }
    }

    private static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        defer { unsafe tagalong_free(pointer) }
        return unsafe String(cString: pointer)
    }
}
