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

    /// Goes on to where a server sends it, with what is meant for that one only left out.
    ///
    /// Of a POST the answer is fetched there (RFC 9110, 15.4.2 to 15.4.4), and it is not sent to anybody else. What only asks
    /// (PROPFIND, REPORT) is asked there again: that is how servers of CalDAV are found (RFC 6764, section 5).
    /// - Throws: ``FactError`` where that is not followed.
    mutating func move(to place: String, status: Int) throws(FactError) {
        let next = try FactAddress.follow(place, from: url)
        let isElsewhere = FactAddress.origin(next) != FactAddress.origin(url)
        let wasPost = method == .post
        if status == 303 || wasPost && [301, 302].contains(status) {
            (method, body) = (.get, nil)
            (headers["Content-Type"], headers["Depth"]) = (nil, nil)
        } else if wasPost, isElsewhere {
            let host = FactAddress.host(url)
            throw FactError("\(host) sends what was posted on to another server, which is not followed")
        }
        if !FactAddress.sharesSecrets(next, with: url) { authorization = nil }
        // Nobody has named that one but the server, which may mean this network.
        if !FactAddress.isTrusted(next, from: url) { isPublicOnly = true }
        url = next
    }
}

/// What a server answers.
struct FactReply: Hashable, Sendable {
    var status: Int
    /// By names in lower case.
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// How many bytes have come over the net for it; nil for as many as ``body`` has.
    var received: Int?
    /// Where it came from at last.
    var url = ""

    /// Whether it says, or shows, that it is a page for people.
    var isPage: Bool {
        if headers["content-type"]?.lowercased().hasPrefix("text/html") == true { return true }
        let start = String(decoding: body.prefix(200), as: UTF8.self).lowercased().drop(while: \.isWhitespace)
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    }
}
