extension MQTTConfiguration {
    /// Reads `mqtt://user:password@host:port` or `mqtts://…`, with further addresses of a cluster behind commas.
    ///
    /// The port is 1883, or 8883 with TLS, unless given. User and password may hold `%` escapes; an IPv6 address
    /// stands in brackets.
    ///
    /// - Throws: ``MQTTError/badURL(_:_:)``, which never quotes the password.
    public init(url: String) throws(MQTTError) {
        var parser = BrokerURL(url)
        self = try parser.parse()
    }
}

/// Takes a broker's URL apart, from left to right.
private struct BrokerURL {
    private let whole: String
    private var rest: Substring

    init(_ url: String) {
        whole = url
        rest = url[...]
    }

    mutating func parse() throws(MQTTError) -> MQTTConfiguration {
        let isEncrypted = try scheme()
        if rest.last == "/" { rest.removeLast() }
        let (user, password) = try credentials()
        let usual: UInt16 = isEncrypted ? 8883 : 1883
        let places = try rest.split(separator: ",", omittingEmptySubsequences: false).map { text throws(MQTTError) in
            rest = text
            let (host, port) = try hostAndPort()
            return MQTTConfiguration.Place(host: host, port: port ?? usual)
        }
        var configuration = MQTTConfiguration(
            host: places[0].host,
            port: places[0].port,
            username: user,
            password: password.map { Secret($0) },
            tls: isEncrypted ? .init() : nil
        )
        configuration.others = Array(places.dropFirst())
        return configuration
    }

    private mutating func scheme() throws(MQTTError) -> Bool {
        for (prefix, isEncrypted) in [("mqtt://", false), ("mqtts://", true)] where rest.lowercased().hasPrefix(prefix)
        {
            rest = rest.dropFirst(prefix.count)
            return isEncrypted
        }
        throw refusal("must begin with mqtt:// or mqtts://")
    }

    private mutating func credentials() throws(MQTTError) -> (user: String?, password: String?) {
        guard let at = rest.lastIndex(of: "@") else { return (nil, nil) }
        let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        rest = rest[rest.index(after: at)...]
        guard let user = parts.first, !user.isEmpty else { throw refusal("needs a user name before the @") }
        return (try unescape(user), try parts.count > 1 ? unescape(parts[1]) : nil)
    }

    private mutating func hostAndPort() throws(MQTTError) -> (String, UInt16?) {
        let host: Substring
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { throw refusal("needs a ] after the IPv6 address") }
            host = rest[..<end].dropFirst()
            rest = rest[rest.index(after: end)...]
        } else {
            host = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(host.count)
        }
        guard !host.isEmpty else { throw refusal("needs a host") }
        guard !host.contains(where: { "/?# ".contains($0) }) else { throw refusal("must end with the host or port") }
        return (String(host), try port())
    }

    private func port() throws(MQTTError) -> UInt16? {
        guard let colon = rest.first else { return nil }
        guard colon == ":", let port = UInt16(rest.dropFirst()), port > 0 else {
            throw refusal("needs a port from 1 to 65535 after the colon")
        }
        return port
    }

    private func unescape(_ text: Substring) throws(MQTTError) -> String {
        var bytes: [UInt8] = []
        var units = text.utf8[...]
        while let unit = units.popFirst() {
            guard unit == UInt8(ascii: "%") else {
                bytes.append(unit)
                continue
            }
            guard units.count >= 2, let byte = UInt8(String(decoding: units.prefix(2), as: UTF8.self), radix: 16) else {
                throw refusal("has a % that is not followed by two hexadecimal digits")
            }
            bytes.append(byte)
            units.removeFirst(2)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw refusal("is not UTF-8") }
        return text
    }

    /// The error, with everything up to the last @ left out for the password's sake.
    private func refusal(_ reason: String) -> MQTTError {
        guard let at = whole.lastIndex(of: "@") else { return .badURL(whole, reason) }
        return .badURL("…\(whole[at...])", reason)
    }
}
