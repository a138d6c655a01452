/// Where the broker is, how to get in, and the bounds of a connection to it.
public struct MQTTConfiguration: Hashable, Sendable {
    /// Name or address of the broker.
    public var host: String
    public var port: UInt16
    public var username: String?
    public var password: Secret?
    /// How the connection is encrypted; `nil` for plain TCP.
    public var tls: TLS?
    /// Further addresses of the same broker, or of other nodes of its cluster, which are tried in turn when one fails.
    public var others: [Place] = []
    /// Which of all addresses is tried first, counted round and round, so that many sessions spread over a cluster.
    public var firstPlace = 0

    /// Where a broker listens.
    public struct Place: Hashable, Sendable, CustomStringConvertible {
        public var host: String
        public var port: UInt16

        public init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

        public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    /// The first address.
    var place: Place { Place(host: host, port: port) }

    /// Longest silence on the line, in whole seconds from 5; the broker hangs up after one and a half times that.
    ///
    /// No ping leaves while a batch is being handled, since it would have to overtake the batch's acknowledgements.
    /// A handler that needs longer than the broker waits loses the connection, and gets the batch again.
    public var keepAlive: Duration = .seconds(60)
    /// Longest wait for the broker's answer to a connection or a subscription.
    public var answerTimeout: Duration = .seconds(10)
    /// Bounds of the random wait before the next attempt.
    public var backoff = Backoff.Bounds()
    /// Most messages handed to the handler, and acknowledged, at once.
    public var batchLimit = 2000
    /// Bytes of topics and payloads from which on a batch is handed over, however few messages it has.
    public var batchBytes = 4 << 20
    /// Most messages the broker may send before one is acknowledged: MQTT 5's receive maximum.
    ///
    /// Twice ``batchLimit``, so that the next batch travels while one is being handled.
    public var receiveMaximum: UInt16 = 4000
    /// Most messages kept until the broker has them; beyond, publishers wait.
    public var queueLimit = 10_000
    /// Most messages of quality 1 on their way to the broker at once; fewer where the broker asks for that.
    public var sendingWindow = 256
    /// Longest time for sending what is queued when the run ends.
    public var flushTimeout: Duration = .seconds(2)
    /// How long the broker keeps a persistent session while its client is away.
    public var sessionExpiry: Duration = .seconds(30 * 86_400)

    /// Encryption of the connection.
    public struct TLS: Hashable, Sendable {
        /// File of the authorities trusted (PEM); `nil` for those of the system.
        public var authorities: String?
        /// Files with the client's own certificate and its key (PEM).
        public var certificate: String?
        public var key: String?
        /// Accepts a certificate made out for another host name.
        public var allowsOtherHostNames: Bool

        public init(
            authorities: String? = nil,
            certificate: String? = nil,
            key: String? = nil,
            allowsOtherHostNames: Bool = false
        ) {
            self.authorities = authorities
            self.certificate = certificate
            self.key = key
            self.allowsOtherHostNames = allowsOtherHostNames
        }
    }

    public init(host: String, port: UInt16 = 1883, username: String? = nil, password: Secret? = nil, tls: TLS? = nil) {
        self.host = host
        self.port = port
        self.username = username
        self.password = password
        self.tls = tls
    }

    /// Host and port as they are named in messages to people.
    public var address: String { place.description }
}

extension MQTTConfiguration: CustomStringConvertible {
    /// The address as a URL, without the password.
    public var description: String {
        let places = ([place] + others).map(\.description).joined(separator: ",")
        return "\(tls == nil ? "mqtt" : "mqtts")://\(username.map { "\($0)@" } ?? "")\(places)"
    }
}
