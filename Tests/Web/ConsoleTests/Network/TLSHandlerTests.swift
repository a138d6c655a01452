import COpenSSL
import Cryptography
import NIOCore
import NIOEmbedded
import Testing

@testable import TLS

/// The server's end of TLS, with a client of OpenSSL's before it and no socket between them.
struct TLSHandlerTests {
    @Test func `what each side says arrives whole, however long it is`() throws {
        let pipe = try Pipe()
        for count in [0, 1, 16_383, 16_384, 16_385, 1_000_003] {
            let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try pipe.say(text)
            #expect(try pipe.heard() == text)
            try pipe.answer(text)
            #expect(try pipe.told() == text)
        }
    }

    @Test func `a client that says goodbye behind its request is answered, and its end is told once`() throws {
        let pipe = try Pipe()
        try pipe.say(Array("a request".utf8))
        pipe.client.sayGoodbye()
        try pipe.pump()
        pipe.server.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try pipe.heard() == Array("a request".utf8))
        #expect(pipe.watch.inputEnds == 1)
        #expect(pipe.server.isActive)
        try pipe.answer(Array("an answer".utf8))
        #expect(try pipe.told() == Array("an answer".utf8))
    }

    @Test func `all that was said goes out before the goodbye`() throws {
        let pipe = try Pipe()
        pipe.server.write(ByteBuffer(bytes: [1, 2, 3]), promise: nil)
        pipe.server.close(promise: nil)
        #expect(try pipe.told() == [1, 2, 3])
        #expect(pipe.hasEnded)
        #expect(!pipe.server.isActive)
    }

    @Test func `a client that asks for new keys without end is cut off`() throws {
        let pipe = try Pipe()
        var asked = 0
        while pipe.server.isActive, asked < 1_000 {
            #expect(unsafe SSL_key_update(pipe.pointer, SSL_KEY_UPDATE_REQUESTED) == 1)
            #expect(unsafe SSL_do_handshake(pipe.pointer) == 1)
            asked += 1
            try pipe.pump()
        }
        #expect((30..<100).contains(asked))
        #expect(pipe.watch.failures == [TLSFailure(reason: "too many key updates")])
    }

    @Test func `some new keys are given`() throws {
        let pipe = try Pipe()
        for _ in 0..<20 {
            #expect(unsafe SSL_key_update(pipe.pointer, SSL_KEY_UPDATE_REQUESTED) == 1)
            try pipe.say([1])
            #expect(try pipe.heard() == [1])
        }
        #expect(pipe.watch.failures.isEmpty)
    }

    @Test(arguments: [[23, 3, 3, 0, 4, 1, 2, 3, 4], [22, 3, 3, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0]] as [[UInt8]])
    func `noise behind the handshake ends the connection`(bytes: [UInt8]) throws {
        let pipe = try Pipe()
        try pipe.server.writeInbound(ByteBuffer(bytes: bytes))
        #expect(pipe.watch.failures.count == 1)
        #expect(!pipe.server.isActive)
    }

    @Test func `what is written before hands are shaken waits for that`() throws {
        let pipe = try Pipe(shaking: false)
        try pipe.answer([4, 5])
        #expect(try pipe.told() == [4, 5])
    }
}

/// What stands behind TLS: it remembers what came.
private final class Watch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    var inputEnds = 0
    var failures: [TLSFailure] = []

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { inputEnds += 1 }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? TLSFailure { failures.append(error) }
    }
}

/// A server's channel and a client, and the bytes between them.
@safe private final class Pipe {
    let server = EmbeddedChannel()
    let client: TLSConnection
    let pointer: OpaquePointer
    let watch = Watch()
    private(set) var hasEnded = false

    struct Trouble: Error {}

    init(shaking: Bool = true) throws {
        let time: ClosedRange<Int64> = 1_700_000_000...4_000_000_000
        let issuerKey = try #require(Certificate.makeKey())
        let issuer = try #require(Certificate.authority("An authority", key: issuerKey, valid: time))
        let key = try #require(Certificate.makeKey())
        let certificate = try #require(
            Certificate.server(
                "A server",
                alternatives: [(false, "localhost")],
                key: key,
                valid: time,
                issuer: (issuer, issuerKey)
            )
        )
        let context = try TLSContext(chain: Array((certificate + issuer).utf8), key: Array(key.utf8))
        guard let pointer = unsafe TLSConnection.clientPointer(trusting: issuer, newest: nil) else { throw Trouble() }
        unsafe self.pointer = pointer
        unsafe client = TLSConnection(pointer)
        try server.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try server.pipeline.syncOperations.addHandlers(TLSHandler(context), watch)
        guard shaking else { return }
        while client.shakeHands() == .waits { try pump() }
        try pump()
    }

    /// Passes on what each side has for the other, until none has anything.
    func pump() throws {
        var moved = true
        while moved {
            moved = false
            while let bytes = try server.readOutbound(as: ByteBuffer.self) {
                guard unsafe bytes.withUnsafeReadableBytes({ unsafe client.feed($0) }) else { throw Trouble() }
                moved = moved || bytes.readableBytes > 0
            }
            guard client.pending > 0, server.isActive else { continue }
            var bytes = ByteBuffer()
            unsafe bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: client.pending) { unsafe client.drain($0) }
            try server.writeInbound(bytes)
            moved = true
        }
    }

    /// The client says something.
    func say(_ bytes: [UInt8]) throws {
        guard unsafe bytes.withUnsafeBytes({ unsafe client.write($0) }) == .done else { throw Trouble() }
        try pump()
    }

    /// What the server has heard since it was asked last.
    func heard() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try server.readInbound(as: ByteBuffer.self) { bytes += Array(piece.readableBytesView) }
        return bytes
    }

    /// The server says something.
    func answer(_ bytes: [UInt8]) throws {
        server.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
        try pump()
    }

    /// What the client has been told since it was asked last.
    func told() throws -> [UInt8] {
        while client.shakeHands() == .waits { try pump() }
        try pump()
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 16_384)
        while true {
            let (outcome, count) = unsafe room.withUnsafeMutableBytes { unsafe client.read($0) }
            if outcome == .ended { hasEnded = true }
            guard outcome == .done else { return bytes }
            bytes += room.prefix(count)
        }
    }
}
