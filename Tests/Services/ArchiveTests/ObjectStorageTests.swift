import Curl
import ServerSupport
import Store
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Archive

/// What an object storage does that is no success.
@Suite struct ObjectStorageTests {
    private let pauses = Pauses()

    private final class Pauses: Sendable { let all = Mutex<[Duration]>([]) }

    private func storage(
        _ server: TestWebServer, timeout: Duration? = nil
    ) throws -> ObjectStorage {
        let address = try #require(ArchiveAddress("s3://things/below?endpoint=\(server.url)"))
        let pauses = pauses
        return ObjectStorage(
            address, StorageCredentials(accessKey: "key", secret: "secret"), clock: ManualClock(),
            pause: { pause in pauses.all.withLock { $0.append(pause) } }
        ) { request throws(CurlFailure) in
            var request = request
            if let timeout { request.timeout = timeout }
            return try await request.send()
        }
    }

    private static func reply(_ status: Int, _ code: String, _ sentence: String) -> TestWebServer.Reply {
        var reply = TestWebServer.Reply(status)
        reply.body = Array(
            "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>\(sentence)</Message></Error>".utf8)
        return reply
    }

    @Test func `a refusal is told with the storage's code and sentence, and not tried again`() async throws {
        let server = TestWebServer { _, _ in
            Self.reply(403, "AccessDenied", "User may not do &lt;that&gt;&#10;\u{1B}[2J")
        }
        try await server.start()
        let error = await #expect(throws: ArchiveError.self) {
            try await storage(server).put("a/b", [1, 2, 3], type: "text/plain")
        }
        #expect(
            error
                == .refused(
                    storage: "s3://things/below", status: 403, code: "AccessDenied", "User may not do <that>&#10;[2J"))
        #expect(server.requests.count == 1)
        #expect("\(try #require(error))".contains("secret") == false)
        #expect(error?.isPassing == false)
        await server.stop()
    }

    @Test func `what the storage asks to slow down for is tried again, with pauses that double`() async throws {
        let server = TestWebServer { _, number in
            if number < 3 { return Self.reply(503, "SlowDown", "Reduce your request rate") }
            var reply = TestWebServer.Reply(200)
            reply.body = [7]
            return reply
        }
        try await server.start()
        #expect(try await storage(server).get("a/b", limit: 10) == [7])
        #expect(pauses.all.withLock { $0 } == [.milliseconds(500), .seconds(1), .seconds(2)])
        #expect(server.requests.map(\.path) == Array(repeating: "/things/below/a/b", count: 4))
        await server.stop()
    }

    @Test func `a pause that the storage asks for is kept, up to half a minute`() async throws {
        let server = TestWebServer { _, number in
            var reply = Self.reply(503, "SlowDown", "")
            reply.headers = [("Retry-After", number == 0 ? "7" : "86400")]
            return reply
        }
        try await server.start()
        let error = await #expect(throws: ArchiveError.self) { try await storage(server).delete("a/b") }
        #expect(error == .away(storage: "s3://things/below", "it answers 503 SlowDown"))
        #expect(error?.isPassing == true)
        #expect(pauses.all.withLock { $0 } == [.seconds(7), .seconds(30), .seconds(30)])
        await server.stop()
    }

    @Test func `a body that breaks off is no object, and is asked for again`() async throws {
        let server = TestWebServer { _, number in
            var reply = TestWebServer.Reply(200)
            reply.body = [1, 2, 3]
            reply.missing = number == 0 ? 5 : 0
            return reply
        }
        try await server.start()
        #expect(try await storage(server).get("a/b", limit: 100) == [1, 2, 3])
        #expect(server.requests.count == 2)
        await server.stop()
    }

    @Test func `a storage that says nothing is away`() async throws {
        let server = TestWebServer { _, _ in
            var reply = TestWebServer.Reply()
            reply.isSilent = true
            return reply
        }
        try await server.start()
        let error = await #expect(throws: ArchiveError.self) {
            try await storage(server, timeout: .milliseconds(200)).get("a/b", limit: 1)
        }
        #expect(error == .away(storage: "s3://things/below", "no answer in time"))
        #expect(server.requests.count == 4)
        await server.stop()
    }

    @Test func `a storage that is not there is away`() async throws {
        let server = TestWebServer { _, _ in TestWebServer.Reply() }
        try await server.start()
        let storage = try storage(server)
        await server.stop()
        let error = await #expect(throws: ArchiveError.self) { try await storage.get("a/b", limit: 1) }
        #expect(error == .away(storage: "s3://things/below", "connection refused"))
    }

    @Test func `an object that has grown is another one`() async throws {
        let server = TestWebServer { _, _ in
            var reply = TestWebServer.Reply()
            reply.body = [UInt8](repeating: 1, count: 100_000)
            return reply
        }
        try await server.start()
        let error = await #expect(throws: ArchiveError.self) { try await storage(server).get("a/b", limit: 70_000) }
        #expect(error == .differs(storage: "s3://things/below", object: "/things/below/a/b"))
        await server.stop()
    }

    @Test func `an object that is not there is none, and a bucket that is not there is an error`() async throws {
        let server = TestWebServer { request, _ in
            request.path.hasSuffix("here")
                ? Self.reply(404, "NoSuchKey", "") : Self.reply(404, "NoSuchBucket", "no bucket")
        }
        try await server.start()
        #expect(try await storage(server).get("not/here", limit: 1) == nil)
        try await storage(server).delete("not/here")
        await #expect(throws: ArchiveError.self) { try await storage(server).get("a", limit: 1) }
        await server.stop()
    }

    @Test func `an object that a storage without codes does not have is gone`() async throws {
        let server = TestWebServer { _, _ in TestWebServer.Reply(404) }
        try await server.start()
        try await storage(server).delete("not/here")
        #expect(try await storage(server).get("not/here", limit: 1) == nil)
        #expect(server.requests.count == 2)
        await server.stop()
    }

    @Test(arguments: [
        "", "<NextContinuationToken></NextContinuationToken>", "<NextContinuationToken>a</NextContinuationToken>",
    ])
    func `a list that does not tell how it goes on is none`(token: String) async throws {
        let server = TestWebServer { _, _ in
            var reply = TestWebServer.Reply(200)
            reply.body = Array("<ListBucketResult><IsTruncated>true</IsTruncated>\(token)</ListBucketResult>".utf8)
            return reply
        }
        try await server.start()
        let error = await #expect(throws: ArchiveError.self) { try await storage(server).list() }
        #expect(error?.isPassing == true)
        #expect(server.requests.count == (token.contains(">a<") ? 2 : 1))
        await server.stop()
    }

    @Test func `keys that may not list leave a deleted folder noted, and keep nothing else`() async throws {
        let server = TestWebServer { request, _ in
            request.path.hasPrefix("/things?") ? Self.reply(403, "AccessDenied", "no list") : TestWebServer.Reply(204)
        }
        try await server.start()
        let (store, storage) = (try Store.inMemory(), try storage(server))
        let device = DeviceID(owner: try Name("ada"), device: try Name("bike"))
        try store.write { transaction in
            _ = try transaction.settle(archive: storage.address.place, storage: "\(storage.address)")
            try transaction.device(for: device, at: Timestamp(seconds: 1))
            try transaction.delete(device)
        }
        let cache = MonthCache(storage, in: "/nowhere")
        let mover = MonthMover(store, storage, cache, keepHot: .standard, clock: ManualClock())
        let error = await #expect(throws: ArchiveError.self) { try await mover.sweep() }
        #expect(error?.isOfOne == true)
        #expect("\(try #require(error))".contains("s3:ListBucket"))
        #expect(try store.removals().map(\.object) == ["ada/bike/"])
        await server.stop()
    }

    @Test func `a list that has a name twice is checked as any`() async throws {
        let server = TestWebServer { _, _ in
            let item = "<Contents><Key>below/a</Key><Size>1</Size></Contents>"
            var reply = TestWebServer.Reply(200)
            reply.body = Array("<ListBucketResult>\(item)\(item)</ListBucketResult>".utf8)
            return reply
        }
        try await server.start()
        let findings = try await ArchiveCheck(Store.inMemory(), storage(server)).findings(isFull: false)
        #expect(findings.map(\.object) == ["a"])
        await server.stop()
    }
}

/// Who moves months takes turns.
@Suite struct ArchiveTurnTests {
    @Test func `who waits for the turn can be told to end`() async throws {
        let turn = ArchiveTurn()
        try await turn.take()
        let waiting = Task { try await turn.take() }
        await turn.expectWaiting(1)
        let next = Task { try await turn.take() }
        await turn.expectWaiting(2)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        // Who was told to end has not taken it along.
        await turn.give()
        try await next.value
        await turn.give()
        try await turn.take()
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            try await turn.take()
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test func `who passes the turn on has it again after those who waited`() async throws {
        let turn = ArchiveTurn()
        let order = Mutex<[Int]>([])
        try await turn.take()
        let other = Task {
            try await turn.take()
            order.withLock { $0.append(1) }
            await turn.give()
        }
        await turn.expectWaiting(1)
        try await turn.pass()
        order.withLock { $0.append(2) }
        try await turn.pass()
        #expect(order.withLock { $0 } == [1, 2])
        try await other.value
    }
}

extension ArchiveTurn {
    /// Waits until so many wait.
    fileprivate func expectWaiting(_ count: Int) async { while waitingCount < count { await Task.yield() } }
}
