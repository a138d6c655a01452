/// Why a connection with TLS has ended: one that speaks another protocol, or breaks the rules of this one.
public struct TLSFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// In OpenSSL's words.
    public let reason: String

    public var description: String { "TLS: \(reason)" }
}
