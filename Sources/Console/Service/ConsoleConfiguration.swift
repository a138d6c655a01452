public import Messages

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

    public init(
        host: String = "127.0.0.1",
        port: Int = ConsoleConfiguration.standardPort,
        mayMove: Bool = false,
        topics: Topics = Topics(),
        version: String = "0"
    ) {
        self.host = host
        self.port = port
        self.mayMove = mayMove
        self.topics = topics
        self.version = version
    }

    /// The port where nothing else is told.
    public static let standardPort = 8467
}
