internal import CCurl

/// A request to an HTTP server, on a connection of its own.
///
/// Redirects are not followed, and certificates are checked against the system's authorities.
public struct HTTPRequest: Sendable {
    /// What is done with the resource.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
        /// WebDAV (RFC 4918, section 9.1).
        case propfind = "PROPFIND"
        /// WebDAV (RFC 3253, section 3.6).
        case report = "REPORT"
    }

    /// What is done.
    public var method: Method
    /// To what: an address that begins with `http://` or `https://`.
    public var url: String
    /// What goes with it, beside `User-Agent` and what the protocol needs.
    public var headers: [(name: String, value: String)] = []
    /// What is sent; nil for nothing.
    public var body: [UInt8]?
    /// A file that is sent in place of a body, read while it is.
    public var file: String?
    /// How long a connection may take to come about.
    public var connectTimeout: Duration = .seconds(15)
    /// How long all of it may take.
    public var timeout: Duration = .seconds(30)
    /// The longest body of an answer, in bytes.
    public var answerLimit = 1 << 16
    /// Whether the answer may come compressed (gzip, RFC 9110, 8.4.1.3); ``answerLimit`` is then of what is in it.
    public var acceptsCompressed = false
    /// How many bytes may come of a compressed answer, as they come; nil for as many as ``answerLimit``.
    public var downloadLimit: Int?
    /// Whether an answer counts whose head has come, and whose body is too long or breaks off.
    public var isHeadEnough = false

    /// Whether it goes to addresses of the internet only: for what others have named.
    public var isPublicOnly = false

    /// A request without headers and body.
    public init(_ method: Method, _ url: String) {
        self.method = method
        self.url = url
    }

    /// Sends the request and waits for the answer, whatever its status; a cancelled task ends it within about a second.
    ///
    /// - Throws: ``CurlFailure`` when there is none.
    public func send() async throws(CurlFailure) -> HTTPAnswer {
        let upload: Upload = if let file { try Upload(file: file) } else { Upload(body ?? []) }
        let transfer = Transfer(
            upload, limit: answerLimit, downloadLimit: acceptsCompressed ? downloadLimit ?? answerLimit : nil
        )
        do {
            try await transfer.perform { handle throws(CurlFailure) in try prepare(&handle, upload.count) }
        } catch {
            if transfer.hasTooLongDownload { throw CurlFailure.tooLong(received: transfer.received) }
            guard isHeadEnough, error.kind != .stopped, let answer = transfer.answer else {
                var error = error
                error.received = transfer.received
                throw error
            }
            return answer
        }
        guard var answer = transfer.answer else { throw CurlFailure("what came is no answer") }
        answer.received = transfer.received
        if acceptsCompressed, answer.received > downloadLimit ?? answerLimit {
            throw CurlFailure.tooLong(received: answer.received)
        }
        return answer
    }

    private func prepare(_ handle: inout CurlHandle, _ size: Int) throws(CurlFailure) {
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_URL, url)
        try handle.set(CURLOPT_PATH_AS_IS, 1)
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        // For one request on each connection the next version has nothing to offer.
        try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, connectTimeout)
        try handle.set(CURLOPT_TIMEOUT_MS, timeout)
        try handle.set(CURLOPT_USERAGENT, "tagalong")
        if acceptsCompressed { try handle.set(CURLOPT_ACCEPT_ENCODING, "gzip") }
        if isPublicOnly { try handle.restrictToPublic() }
        if body != nil || file != nil || method == .post || method == .put {
            try handle.set(CURLOPT_UPLOAD, 1)
            try handle.set(CURLOPT_INFILESIZE, size)
        }
        try handle.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        try handle.set(CURLOPT_HTTPHEADER, headerLines())
    }

    private func headerLines() throws(CurlFailure) -> [String] {
        // Waiting for leave to send is worth nothing with servers that do not know of it.
        var lines = ["Expect:"]
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken) else {
                throw CurlFailure("'\(name)' cannot be the name of a header")
            }
            // Nothing behind the colon would take a header of libcurl's own away.
            lines.append(value.allSatisfy { $0 == " " || $0 == "\t" } ? "\(name);" : "\(name): \(value)")
        }
        return lines
    }

    /// Whether a byte may stand in the name of a header: `tchar` of RFC 9110, 5.6.2.
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
