import Cryptography
import Tracking

/// Signs requests to S3 with Signature Version 4, by the `Authorization` header.
///
/// "Authenticating Requests: Using the Authorization Header" in the Amazon S3 API Reference; the payload is signed, too.
struct SignatureV4: Sendable {
    let credentials: StorageCredentials
    let region: String

    /// A request as far as it is signed.
    struct Request {
        var method: String
        /// With a slash in front, each part as ``encoded(_:)`` has it.
        var path: String
        /// As they are, not encoded.
        var query: [(name: String, value: String)] = []
        /// With `Host`, which nobody else sends.
        var headers: [(name: String, value: String)]
        var payload: [UInt8] = []
    }

    /// The headers that show who asks: what was given but for `Host`, and what is added.
    func signed(_ request: Request, at time: Timestamp) -> [(name: String, value: String)] {
        let moment = Self.basic(time)
        let digest = Hex.text(Digest.sha256(request.payload))
        var headers = request.headers
        headers += [("x-amz-content-sha256", digest), ("x-amz-date", moment)]
        if let token = credentials.token { headers.append(("x-amz-security-token", token)) }
        let sorted = headers.map { (name: $0.name.lowercased(), value: Self.trimmed($0.value)) }
            .sorted { $0.name < $1.name }
        let names = sorted.map(\.name).joined(separator: ";")
        let canonical = [
            request.method, request.path, Self.query(request.query),
            sorted.map { "\($0.name):\($0.value)\n" }.joined(), names, digest,
        ].joined(separator: "\n")
        let day = String(moment.prefix(8))
        let scope = "\(day)/\(region)/s3/aws4_request"
        let text = ["AWS4-HMAC-SHA256", moment, scope, Hex.text(Digest.sha256(Array(canonical.utf8)))]
            .joined(separator: "\n")
        let key = [day, region, "s3", "aws4_request"].reduce(Array("AWS4\(credentials.secret)".utf8)) { key, part in
            Digest.hmacSHA256(Array(part.utf8), key: key)
        }
        let signature = Hex.text(Digest.hmacSHA256(Array(text.utf8), key: key))
        let authorization =
            "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
        return headers.filter { $0.name.lowercased() != "host" } + [("Authorization", authorization)]
    }

    /// The names and values of a query, encoded and in the order that is signed.
    static func query(_ items: [(name: String, value: String)]) -> String {
        items.map { (encoded($0.name), encoded($0.value)) }.sorted { $0 < $1 }
            .map { "\($0)=\($1)" }.joined(separator: "&")
    }

    /// A text as one part of a path, or a name or value of a query (RFC 3986, 2.3).
    static func encoded(_ text: some StringProtocol) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.append(byte)
            default: encoded += "%\(Hex.text([byte]).uppercased())".utf8
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// `20130524T000000Z`.
    private static func basic(_ time: Timestamp) -> String {
        String("\(time)".prefix(19).filter { $0 != "-" && $0 != ":" }) + "Z"
    }

    private static func trimmed(_ value: String) -> String {
        value.split(separator: " ").joined(separator: " ")
    }
}
