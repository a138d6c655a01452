/// How much of the console one source and one account may have at a time, and all together.
///
/// A source is an IPv4 address or an IPv6 network of 64 bits.
public struct ConsoleLimits: Hashable, Sendable {
    /// Connections of one source, and answers under way for one that a trusted proxy names.
    public var connectionsOfSource = 100
    /// Connections of this machine, or of a proxy that is trusted: behind each of them are many.
    public var connectionsOfMachine = 500
    /// Connections on which one account is logged in; those beyond count as a stranger's.
    public var connectionsOfAccount = 200
    /// Per cent of all connections that strangers, on whose connection nobody has logged in, may have together.
    public var strangersPercent = 80
    /// For all headers of a request, and TLS before them: from the beginning of a connection on, or from the first byte
    /// behind the answer before.
    public var headPatience = Duration.seconds(10)
    /// For a client that takes nothing of what it asked for.
    public var readPatience = Duration.seconds(60)
    /// Streams of events of one account, with sessions and tokens together; of a source where nobody has to log in.
    public var streamsOfAccount = 20
    /// Per cent of all connections that streams of events may have together.
    public var streamsPercent = 40
    /// Exports at a time of one account, or of a source where nobody has to log in.
    public var exportsOfAccount = 2
    /// Exports at a time.
    public var exports = 8
    /// Answers at a time to one account, or to a source where nobody has to log in, that rest on a whole history or look
    /// for few positions in all of it.
    public var searchesOfAccount = 2
    /// Such answers at a time.
    public var searches = 8
    /// Positions in memory for answers to one account that rest on all of them at once: stays, trips, and ways thinned.
    public var fixesOfAccount = 1_000_000
    /// Positions in memory for all such answers.
    public var fixes = 3_000_000
    /// Bytes of answers to one account that are made before they are sent, and wait for a client to take them.
    public var answerBytesOfAccount = 32 << 20
    /// Bytes of all such answers.
    public var answerBytes = 128 << 20
    /// Passcodes of strangers that are checked or wait for it; the next one is told to come again.
    public var passcodesOfStrangers = 32
    /// Of these, those of one source: more than the tries that it has, so that all of them are told that it is locked.
    public var passcodesOfSource = 8
    /// Passcodes of known devices, sessions and this machine that are checked or wait for it.
    public var passcodesOfKnown = 64
    /// Of these, those of one account, or of this machine.
    public var passcodesOfOneKnown = 32

    public init() {}

    /// Shorter answers than this many bytes are not counted.
    static let leastAnswer = 256 * 1024
    /// Bytes of an answer that are handed to a connection at once; the next when those before are out of the way.
    package static let piece = 64 * 1024
    /// Bytes that wait in a connection when it takes no more, and when it takes some again.
    static let waiting = (low: 32 * 1024, high: 64 * 1024)
    /// Bytes that the system holds for a connection (SO_SNDBUF); Linux takes as much again for itself.
    static let sendBuffer = 256 * 1024
    /// Positions that are read for an answer at once: with their text less than a megabyte.
    package static let page = 1000
    /// Connections that may be accepted while others, which are to end, are not gone yet.
    package static let ending = 64
    /// Connections that wait to be accepted: as many as are within a second on two busy cores.
    ///
    /// One that finds no room there comes again after a second, whoever it is.
    package static let arriving = 2048
}

extension ConsoleConfiguration {
    /// Streams of events at the same time.
    package var streams: Int { max(1, connections * limits.streamsPercent / 100) }
    /// Connections that are accepted at once, before the event loop does anything else: few of those that there is room
    /// for, as they are seated in another order than they came in.
    package var acceptedAtOnce: UInt { UInt(max(4, min(64, connections / 16))) }
    /// Connections of strangers at the same time.
    var strangers: Int { max(1, connections * limits.strangersPercent / 100) }
}
