public import MQTT

/// What a client needs to get in; known once, when it is given.
public struct BrokerCredential: Hashable, Sendable {
    public let client: BrokerClient
    public let user: String
    public let password: Secret
    /// The client id that it has to use; nil for any.
    public let clientID: String?

    /// A broker's URL, such as `mqtts://host:8883`, with user and password in it, for programs that take it as one; to
    /// be kept secret.
    public func written(in url: String) -> String {
        guard let colon = url.firstIndex(of: ":") else { return url }
        let end = url.index(colon, offsetBy: 3)
        return "\(url[..<end])\(user):\(password.value)@\(url[end...])"
    }
}
