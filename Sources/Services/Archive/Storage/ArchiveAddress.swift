import Foundation

/// Where an object storage with S3's interface is, and where in it the archive lies:
/// `s3://BUCKET/PREFIX?endpoint=https://…&region=…`.
public struct ArchiveAddress: Hashable, Sendable, CustomStringConvertible {
    /// The bucket, which has to be there.
    public let bucket: String
    /// What the names of all objects begin with, without slashes at its ends; empty for nothing.
    public let prefix: String
    /// The server, without a path.
    public let endpoint: String
    /// The region that requests are signed for.
    public let region: String

    /// What is expected where an address is none.
    public static let expectation =
        "an address such as s3://bucket/prefix?endpoint=https://s3.example&region=eu-central-1"

    /// Nil for what is no such address, or has something in it that nobody knows.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text), parts.scheme?.lowercased() == "s3", parts.user == nil,
            parts.password == nil, parts.port == nil, parts.fragment == nil, let bucket = parts.host,
            Self.isBucket(bucket)
        else { return nil }
        var found: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            guard ["endpoint", "region"].contains(item.name), let value = item.value, !value.isEmpty,
                found.updateValue(value, forKey: item.name) == nil
            else { return nil }
        }
        let region = found["region"] ?? "us-east-1"
        guard region.utf8.allSatisfy(Self.isPlain) else { return nil }
        var endpoint = found["endpoint"] ?? "https://s3.\(region).amazonaws.com"
        while endpoint.last == "/" { endpoint.removeLast() }
        guard let server = URLComponents(string: endpoint), ["http", "https"].contains(server.scheme),
            server.host?.isEmpty == false, server.user == nil, server.query == nil, server.fragment == nil,
            server.path.isEmpty
        else { return nil }
        let names = parts.path.split(separator: "/")
        // Nobody resolves these in the same way.
        guard !names.contains("."), !names.contains("..") else { return nil }
        (self.bucket, self.endpoint, self.region) = (bucket, endpoint, region)
        prefix = names.joined(separator: "/")
    }

    /// Letters, digits, `-`, `.` and `_`, as all storages allow.
    private static func isBucket(_ text: String) -> Bool {
        (3...63).contains(text.utf8.count)
            && text.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Bucket and prefix, `s3://bucket/prefix`.
    public var description: String { "s3://\(bucket)\(prefix.isEmpty ? "" : "/\(prefix)")" }

    /// By what it is known again that this is the same storage: `s3://bucket/prefix at host`.
    ///
    /// Neither the scheme nor the region matters, nor how the host is written; at Amazon a bucket is the same wherever it is
    /// asked for.
    public var place: String {
        var host = host.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        let isAmazon = host.hasPrefix("s3") && host.hasSuffix(".amazonaws.com")
        return "\(self) at \(isAmazon ? "s3.amazonaws.com" : host)"
    }

    /// What a server calls an object.
    func key(_ name: String) -> String { prefix.isEmpty ? name : "\(prefix)/\(name)" }

    /// Host and port, as they stand in the header and are signed: without the port that goes without saying.
    var host: String {
        let server = URLComponents(string: endpoint)
        let host = server?.host ?? ""
        guard let port = server?.port, port != (server?.scheme == "https" ? 443 : 80) else { return host }
        return "\(host):\(port)"
    }
}
