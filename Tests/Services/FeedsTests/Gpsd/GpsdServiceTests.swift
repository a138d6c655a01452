import Foundation
import NIOCore
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Feeds

@Suite(.timeLimit(.minutes(30)))
struct GpsdServiceTests {
    /// What was delivered, and what was logged.
    private final class Notes: Sendable {
        let delivered = Mutex<[String]>([])
        let log = LogLines()
        let failures = Mutex(0)

        struct Full: Error, CustomStringConvertible { let description = "the disk is full" }

        func deliver(_ messages: [[UInt8]]) throws {
            let fails = failures.withLock { count in
                defer { count = max(0, count - 1) }
                return count > 0
            }
            if fails { throw Full() }
            delivered.withLock { $0 += messages.map { String(decoding: $0, as: UTF8.self) } }
        }

        var count: Int { delivered.withLock(\.count) }
        func isTold(_ text: String) -> Int { log.count(of: text) }
    }

    /// Runs the service while the body does.
    private static func withService(
        _ source: GpsdSource, _ notes: Notes, _ clock: any UTCClock, every interval: Duration = .zero,
        talk: GpsdTalk? = nil, _ body: () async throws -> Void
    ) async throws {
        let service = GpsdService(source, every: interval, talk: talk, clock: clock, logger: notes.log.logger) {
            try notes.deliver($0)
        }
        let group = ServiceGroup(services: [service], logger: .silent)
        let running = Task { try await group.run() }
        do { try await body() } catch {
            running.cancel()
            throw error
        }
        await group.triggerGracefulShutdown()
        try await running.value
    }

    private static let now = Timestamp(milliseconds: GpsdFixesTests.start.milliseconds + 30_000)

    @Test func `a session over TCP is stored, and the gpsd is reached again when it has ended`() async throws {
        let (notes, clock) = (Notes(), ManualClock(at: Self.now))
        let server = TestLineServer { heard in
            String(decoding: heard, as: UTF8.self) == "?WATCH={\"enable\":true,\"json\":true};\n"
                ? try? GpsdFixesTests.session() : nil
        }
        try await server.start(greeting: [])
        var source = try GpsdFixesTests.source()
        source.port = server.port
        try await Self.withService(source, notes, clock) {
            // The last moment is over when nothing comes any more.
            try await eventually { notes.count >= 15 }
            try await eventually {
                clock.advance(by: .seconds(1))
                return notes.count == 16
            }
            await server.hangUp()
            try await eventually { notes.isTold("the connection was ended") > 0 }
            try await eventually {
                clock.advance(by: .seconds(1))
                return server.connections == 2
            }
        }
        await server.stop()
        #expect(notes.isTold("gpsd 3.22 is there") == 1)
        #expect(notes.isTold("the connection was ended; trying again") == 1)
        let first = notes.delivered.withLock { $0.first }
        #expect(first?.contains(#""lat":46.0504,"lon":14.5,"tst":1777636808"#) == true)
    }

    @Test func `a gpsd that is not there is tried after one, two, four seconds, and up to a minute`() async throws {
        let (notes, clock) = (Notes(), ManualClock(at: Self.now))
        let begun = Mutex<[Int64]>([])
        struct Refused: Error, CustomStringConvertible { let description = "connection refused" }
        try await Self.withService(
            try GpsdFixesTests.source(), notes, clock,
            talk: { _, _ in
                begun.withLock { $0.append((clock.now.milliseconds - Self.now.milliseconds) / 1000) }
                throw Refused()
            }
        ) {
            for count in 1...9 {
                try await eventually {
                    if begun.withLock(\.count) >= count { return true }
                    clock.advance(by: .milliseconds(500))
                    // Whoever sleeps has time to begin to.
                    try await Task.sleep(for: .milliseconds(2))
                    return false
                }
            }
        }
        let times = begun.withLock { $0 }
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
        for (pause, least) in zip(pauses, [1, 2, 4, 8, 16, 32, 60, 60] as [Int64]) { #expect(pause >= least) }
        #expect(notes.isTold("connection refused; trying again") == 1)
    }

    @Test func `who refuses the connection is told in words`() async throws {
        let (notes, clock) = (Notes(), ManualClock(at: Self.now))
        let server = TestLineServer { _ in nil }
        try await server.start(greeting: [])
        var source = try GpsdFixesTests.source()
        source.port = server.port
        await server.stop()
        try await Self.withService(source, notes, clock) {
            try await eventually { notes.isTold(": connection refused; trying again") == 1 }
        }
        let reset = IOError(errnoCode: ECONNRESET, reason: "read(descriptor:pointer:size:)")
        #expect(GpsdSource.sentence(of: reset) == "connection reset by peer")
        #expect(GpsdSource.sentence(of: ChannelError.connectTimeout(.seconds(5))) == "no answer within 5 s")
    }

    @Test(arguments: [
        ("HTTP/1.1 400 Bad Request\r\n", "this is no gpsd"),
        ("{\"class\":\"VERSION\",\"release\":\"4\",\"proto_major\":4}\r\n", "it speaks version 4"),
        ("", "nothing came for 30 s"),
    ])
    func `what is no gpsd is left`(greeting: String, sentence: String) async throws {
        let (notes, clock) = (Notes(), ManualClock(at: Self.now))
        try await Self.withService(
            try GpsdFixesTests.source(), notes, clock,
            talk: { _, hear in
                if !greeting.isEmpty { try await hear(Array(greeting.utf8)) }
                try await Task.sleep(for: .seconds(3600))
            }
        ) {
            try await eventually {
                clock.advance(by: .seconds(1))
                return notes.isTold(sentence) > 0
            }
        }
        #expect(notes.count == 0)
    }

    @Test func `what cannot be stored waits, and comes in its order`() async throws {
        let (notes, clock) = (Notes(), ManualClock(at: Self.now))
        notes.failures.withLock { $0 = 5 }
        let session = try GpsdFixesTests.session()
        try await Self.withService(
            try GpsdFixesTests.source(), notes, clock,
            talk: { _, hear in
                try await hear(session)
                try await Task.sleep(for: .seconds(3600))
            }
        ) {
            try await eventually { notes.count >= 15 }
        }
        #expect(notes.count == 16)
        #expect(notes.isTold("the disk is full") == 1)
        let times = notes.delivered.withLock { $0.compactMap { $0.firstMatch(of: /"tst":(\d+)/).map { String($0.1) } } }
        #expect(times == times.sorted())
    }

    @Test(.enabled(if: RealGpsd.program != nil, "Debian's gpsd is not installed"))
    func `a real gpsd with a receiver in front of it is listened to`() async throws {
        let (notes, clock) = (Notes(), ManualClock(at: GpsdFixesTests.start.advanced(by: .seconds(12 * 3600))))
        let receiver = NMEAReceiver(start: GpsdFixesTests.start)
        let feed = TestLineServer { _ in nil }
        try await feed.start(greeting: [])
        let gpsd = try RealGpsd(receiver: feed.port)
        defer { gpsd.stop() }
        var source = try GpsdFixesTests.source()
        source.port = gpsd.port
        try await Self.withService(source, notes, clock) {
            try await eventually {
                clock.advance(by: .milliseconds(100))
                return feed.connections > 0 && notes.isTold("gpsd 3.") > 0
            }
            for second in 0..<600 where notes.count < 5 {
                await feed.send(receiver.sentences(second))
                try await Task.sleep(for: .milliseconds(50))
            }
            try await eventually { notes.count >= 5 }
        }
        await feed.stop()
        let last = try #require(notes.delivered.withLock { $0.last })
        #expect(last.contains(#""lon":14.5,"#) && last.contains(#""src":"gnss""#) && last.contains(#""alt":298"#))
        #expect(last.contains(#""vel":20.0"#))
        #expect(notes.isTold("gpsd 3.") == 1)
    }
}
