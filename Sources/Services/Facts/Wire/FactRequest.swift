/// What is asked of a server.
struct FactRequest: Hashable, Sendable {
    enum Method: Hashable, Sendable { case get, post, propfind, report }

    var method = Method.get
    /// An address that begins with `http://` or `https://`, without user and password.
    var url: String
    /// Beside `User-Agent`; those of a name once.
    var headers: [String: String] = [:]
    var body: [UInt8]?
    /// What goes to the server of the address only, and never to one that it sends us on to.
    var authorization: String?
    /// Whether addresses of private networks are refused: for what users have named.
    var isPublicOnly = false

    /// A file of this machine that is read in place of all that; nil for a server.
    var file: String?

    init(_ method: Method = .get, _ url: String) { (self.method, self.url) = (method, url) }
}

/// What a server answers.
struct FactReply: Hashable, Sendable {
    var status: Int
    /// By names in lower case.
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// Where it came from at last.
    var url = ""

    /// Whether it says, or shows, that it is a page for people.
    var isPage: Bool {
        if headers["content-type"]?.lowercased().hasPrefix("text/html") == true { return true }
        let start = String(decoding: body.prefix(200), as: UTF8.self).lowercased().drop(while: \.isWhitespace)
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    }
}
