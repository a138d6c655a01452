public import Messages

/// What the console is told once.
public struct ConsoleConfiguration: Sendable {
    /// The address it listens on.
    public var host: String
    /// The TCP port; 0 for one that is free.
    public var port: Int
    /// Where things are on the bus.
    public var topics: Topics
    /// What the console calls itself: the version of the program.
    public var version: String
    /// Between two heartbeats of a stream of events; a client that takes nothing for two of them is sent away.
    public var heartbeat: Duration

    public init(
        host: String = "127.0.0.1",
        port: Int = ConsoleConfiguration.standardPort,
        topics: Topics = Topics(),
        version: String = "0",
        heartbeat: Duration = .seconds(15)
    ) {
        self.host = host
        self.port = port
        self.topics = topics
        self.version = version
        self.heartbeat = heartbeat
    }

    /// The port where nothing else is told.
    public static let standardPort = 8467
}
