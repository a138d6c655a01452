import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// How long a connection lasts on which something is refused, in a time of its own.
struct RefusalTests {
    private static let refused = [
        // No host, no request, and one whose client closes its side before it is whole.
        "GET /health HTTP/1.1\r\n\r\n", "no request\r\n\r\n", "GET /health HTTP/1.1\r\nHost: local",
    ]

    @Test(arguments: refused)
    func `an answer that says why may take a minute, which is longer than headers may`(text: String) throws {
        let connection = try Connection()
        try connection.send(text)
        if text.hasSuffix("local") {
            connection.channel.pipeline.fireErrorCaught(HTTPParserError.invalidEOFState)
        }
        connection.loop.advanceTime(by: RequestWatch.longestRefusal - .seconds(1))
        #expect(connection.channel.isActive)
        try connection.refuse()
        connection.loop.advanceTime(by: RequestWatch.farewell - .seconds(1))
        #expect(connection.channel.isActive)
        connection.loop.advanceTime(by: .seconds(1))
        #expect(!connection.channel.isActive)
    }

    @Test(arguments: refused.prefix(2))
    func `who is refused, and whom nobody answers, is sent away after a minute`(text: String) throws {
        let connection = try Connection()
        try connection.send(text)
        connection.loop.advanceTime(by: RequestWatch.longestRefusal)
        #expect(!connection.channel.isActive)
    }

    @Test func `garbage behind a refused request gives no more time to read why`() throws {
        let connection = try Connection()
        try connection.send(Self.refused[0])
        try connection.refuse()
        try connection.send("no request\r\n\r\n")
        connection.loop.advanceTime(by: RequestWatch.farewell)
        #expect(!connection.channel.isActive)
    }

    @Test func `who says nothing is sent away after the time for headers`() throws {
        let connection = try Connection()
        connection.loop.advanceTime(by: .seconds(9))
        #expect(connection.channel.isActive)
        connection.loop.advanceTime(by: .seconds(1))
        #expect(!connection.channel.isActive)
    }
}

/// A connection with the handlers that watch over time, and nobody behind them.
private struct Connection {
    let channel = EmbeddedChannel()
    var loop: EmbeddedEventLoop { channel.embeddedEventLoop }

    init() throws {
        let configuration = ConsoleConfiguration(port: 0, version: "0.0.0")
        let metrics = NetworkMetrics()
        let seat = SeatHandler(SeatRegistry(configuration, metrics: metrics), configuration.limits)
        let watch = ConnectionWatch(metrics, seat: seat, patience: .seconds(60), isEncrypted: false)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(seat)
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
        try pipeline.addHandlers([RequestWatch(BodyPace(time: configuration.bodyPatience)), watch])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    func send(_ text: String) throws {
        // That it is refused is no failure of the one who sends.
        do { try channel.writeInbound(ByteBuffer(string: text)) } catch is HTTPParserError {}
    }

    func refuse() throws {
        let head = HTTPResponseHead(version: .http1_1, status: .badRequest, headers: ["Content-Length": "0"])
        try channel.writeOutbound(HTTPServerResponsePart.head(head))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }
}
