public import Access
public import Messages
public import Tracking

/// What the console is told once.
public struct ConsoleConfiguration: Sendable {
    /// The address it listens on.
    public var host: String
    /// The TCP port; 0 for one that is free.
    public var port: Int
    /// Whether it listens on any free port when another process has this one.
    public var mayMove: Bool
    /// Where things are on the bus.
    public var topics: Topics
    /// What the console calls itself: the version of the program.
    public var version: String
    /// The thresholds of items that have none of their own.
    public var thresholds: Thresholds
    /// What the maps of the pages are drawn on.
    public var map = MapConfiguration()
    /// What the simulation view can have played; nil for nothing.
    public var simulations: (any SimulationShelf)?
    /// The origins whose pages may read what is here, such as `https://map.example`; `*` for all.
    public var allowedOrigins: [String]
    /// Seconds for which a client may be idle, or take over its headers.
    public var patience = 60
    /// How long a body may take for each mebibyte of it that has been begun.
    public var bodyPatience = Duration.seconds(30)
    /// Connections at the same time, streams of events among them; who comes then takes the place of a stranger, and is
    /// sent away where there is none.
    public var connections = 1000
    /// How much of all this one source and one account may have.
    public var limits = ConsoleLimits()
    /// Between two heartbeats of a stream of events; a client that takes nothing for two of them is sent away.
    public var heartbeat: Duration

    /// Names of this machine under which the pages are opened, beside localhost and addresses.
    public var hostNames: Set<String> = []
    /// The certificate that it shows; nil for plain HTTP.
    public var certificate: CertificateFiles?
    /// What one source may ask for.
    public var rates = RequestRates()
    /// Proxies whose word counts for where a request comes from.
    public var trustedProxies: [AddressRange] = []

    public init(
        host: String = "127.0.0.1",
        port: Int = ConsoleConfiguration.standardPort,
        mayMove: Bool = false,
        topics: Topics = Topics(),
        version: String = "0",
        thresholds: Thresholds = .standard,
        allowedOrigins: [String] = [],
        heartbeat: Duration = .seconds(15)
    ) {
        self.host = host
        self.port = port
        self.mayMove = mayMove
        self.topics = topics
        self.version = version
        self.thresholds = thresholds
        self.allowedOrigins = allowedOrigins
        self.heartbeat = heartbeat
    }

    /// The port where nothing else is told.
    public static let standardPort = 8467
}
