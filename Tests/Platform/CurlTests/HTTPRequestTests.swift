import Compression
import Foundation
import ServerSupport
import TestSupport
import Testing

@testable import Curl

/// Requests by libcurl to a real server.
@Suite(.timeLimit(.minutes(30)))
struct HTTPRequestTests {
    /// Sends a request that must fail.
    private func failure(_ request: HTTPRequest) async throws -> CurlFailure {
        try await #require(throws: CurlFailure.self) { try await request.send() }
    }

    @Test func `status, headers and body of an answer arrive`() async throws {
        var reply = TestWebServer.Reply(404)
        reply.headers = [("Retry-After", "7"), ("X-Empty", ""), ("X-Twice", "a: b"), ("x-twice", "c")]
        reply.body = Array("Grüße\r\n\r\n".utf8)
        try await withTestWebServer(reply: { [reply] _, _ in reply }) { server in
            let answer = try await HTTPRequest(.get, server.url + "/a/../b%20c?d=e#f").send()
            #expect(answer.status == 404)
            #expect(answer.header("retry-after") == "7")
            #expect(answer.header("RETRY-AFTER") == "7")
            #expect(answer.header("X-Empty") == "")
            #expect(answer.header("X-Twice") == "a: b")
            #expect(answer.header("X-None") == nil)
            #expect(answer.body == Array("Grüße\r\n\r\n".utf8))
            let request = try #require(server.requests.first)
            #expect((request.method, request.path) == ("GET", "/a/../b%20c?d=e"))
            #expect(request.headers["user-agent"] == "tagalong")
            #expect(request.body.isEmpty)
        }
    }

    @Test func `an answer that may come compressed counts as it comes, and is bounded in both ways`() async throws {
        let body = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
        var reply = TestWebServer.Reply()
        reply.body = try #require(GzipStream.packed(body))
        reply.headers = [("Content-Encoding", "gzip")]
        let packed = reply.body.count
        try await withTestWebServer(reply: { [reply] request, _ in
            guard request.path == "/plain" else { return reply }
            var plain = TestWebServer.Reply()
            plain.body = body
            return plain
        }) { server in
            var request = HTTPRequest(.get, server.url)
            (request.acceptsCompressed, request.answerLimit, request.downloadLimit) = (true, body.count, packed)
            let answer = try await request.send()
            #expect(answer.body == body && answer.received == packed && packed < 10_000)
            #expect(server.requests.first?.headers["accept-encoding"] == "gzip")
            // What is in it may be longer than what may come, and not longer than an answer.
            request.answerLimit -= 1
            var failure = try await failure(request)
            #expect(failure.kind == .tooLong && failure.received <= packed)
            (request.answerLimit, request.downloadLimit) = (body.count, packed - 1)
            failure = try await self.failure(request)
            #expect(failure.kind == .tooLong && failure.received == packed)
            // A server that compresses nothing.
            request.url += "/plain"
            (request.answerLimit, request.downloadLimit) = (body.count, 100_000)
            failure = try await self.failure(request)
            #expect(failure.kind == .tooLong && (100_001...400_000).contains(failure.received))
            request.downloadLimit = body.count
            #expect(try await request.send().received == body.count)
        }
    }

    @Test(arguments: [HTTPRequest.Method.post, .put, .delete])
    func `what is sent arrives with its length, and with no header of which nothing was said`(
        _ method: HTTPRequest.Method
    ) async throws {
        try await withTestWebServer { server in
            for count in [0, 1, 3 << 20] {
                var request = HTTPRequest(method, server.url)
                request.headers = [("X-One", "1: 2"), ("X-Empty", "")]
                request.body = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
                #expect(try await request.send().status == 200)
                let received = try #require(server.requests.last)
                #expect(received.method == method.rawValue)
                #expect(received.body == request.body)
                #expect(received.headers["content-length"] == "\(count)")
                #expect(received.headers["x-one"] == "1: 2")
                #expect(received.headers["x-empty"] == "")
                #expect(received.headers["content-type"] == nil)
                #expect(received.headers["expect"] == nil)
            }
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0", "127.1"])
    func `what goes to public addresses only never comes to this machine, whatever it is called`(
        _ host: String
    ) async throws {
        try await withTestWebServer { server in
            let url = server.url.replacing("127.0.0.1", with: host)
            var request = HTTPRequest(.post, url)
            #expect(try await request.send().status == 200)
            request.isPublicOnly = true
            let failure = try await failure(request)
            #expect(failure.kind == .notConnected && failure.description == "its address is not one of the internet")
            #expect(server.requests.count == 1)
        }
    }

    @Test func `a file is sent as it is, and one that is not there is named`() async throws {
        let path = "\(FileManager.default.temporaryDirectory.path)/upload-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await withTestWebServer { server in
            for count in [0, 1, 3 << 20] {
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                var request = HTTPRequest(.post, server.url)
                request.file = path
                #expect(try await request.send().status == 200)
                let received = try #require(server.requests.last)
                #expect(received.body == bytes)
                #expect(received.headers["content-length"] == "\(count)")
            }
            var request = HTTPRequest(.post, server.url)
            request.file = path + "x"
            #expect(try await failure(request).description == "\(path)x cannot be read: No such file or directory")
        }
    }

    @Test func `what of a file is gone before it is sent ends the request`() throws {
        let path = "\(FileManager.default.temporaryDirectory.path)/upload-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        let upload = try Upload(file: path)
        #expect(upload.piece(from: 1, upTo: 9) == [2, 3])
        #expect(upload.piece(from: 3, upTo: 9) == [])
        #expect(unsafe truncate(path, 2) == 0)
        #expect(upload.piece(from: 0, upTo: 9) == [1, 2])
        #expect(upload.piece(from: 2, upTo: 9) == nil)
    }

    @Test func `without a body a POST says so, and a DELETE says nothing`() async throws {
        try await withTestWebServer { server in
            _ = try await HTTPRequest(.post, server.url).send()
            _ = try await HTTPRequest(.delete, server.url).send()
            #expect(server.requests.map { $0.headers["content-length"] } == ["0", nil])
        }
    }

    @Test func `a body has a limit, which does not count where the head is enough`() async throws {
        var reply = TestWebServer.Reply(201)
        reply.body = [UInt8](repeating: 1, count: 1000)
        try await withTestWebServer(reply: { [reply] _, _ in reply }) { server in
            var request = HTTPRequest(.get, server.url)
            request.answerLimit = 1000
            #expect(try await request.send().body.count == 1000)
            request.answerLimit = 999
            let failure = try await failure(request)
            #expect(failure.kind == .tooLong)
            #expect("\(failure)" == "the answer is too long")
            request.isHeadEnough = true
            #expect(try await request.send().status == 201)
        }
    }

    @Test func `a head has a limit`() async throws {
        var reply = TestWebServer.Reply()
        reply.headers = (0..<100).map { ("X-\($0)", String(repeating: "x", count: 1000)) }
        try await withTestWebServer(reply: { [reply] _, _ in reply }) { server in
            let failure = try await failure(HTTPRequest(.get, server.url))
            #expect(failure.kind == .tooLong)
        }
    }

    @Test func `a server that says nothing is given up after the time that it may take`() async throws {
        var reply = TestWebServer.Reply()
        reply.isSilent = true
        try await withTestWebServer(reply: { [reply] _, _ in reply }) { server in
            var request = HTTPRequest(.get, server.url)
            request.timeout = .milliseconds(200)
            let failure = try await failure(request)
            #expect(failure.kind == .timedOut)
            #expect("\(failure)" == "no answer in time")
        }
    }

    @Test func `a task that is cancelled ends its request`() async throws {
        var reply = TestWebServer.Reply()
        reply.isSilent = true
        try await withTestWebServer(reply: { [reply] _, _ in reply }) { server in
            var request = HTTPRequest(.get, server.url)
            request.timeout = .seconds(3600)
            request.isHeadEnough = true
            let sending = Task { [request] in try await request.send() }
            try await eventually { !server.requests.isEmpty }
            sending.cancel()
            let failure = try await #require(throws: CurlFailure.self) { try await sending.value }
            #expect(failure.kind == .stopped)
            #expect("\(failure)" == "stopped before the answer")
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `a connection that is refused is told in the system's words`(_ host: String) async throws {
        try await withTestWebServer { server in
            let url = server.url.replacing("127.0.0.1", with: host)
            await server.stop()
            let failure = try await failure(HTTPRequest(.get, url))
            #expect(failure.kind == .notConnected)
            #expect("\(failure)" == "connection refused")
        }
    }

    @Test func `a host that is not there is told as such`() async throws {
        // No name has so long a part: nobody is asked for it.
        let failure = try await failure(HTTPRequest(.get, "http://\(String(repeating: "a", count: 64)).invalid"))
        #expect(failure.kind == .hostNotFound)
        #expect("\(failure)" == "its host is not found")
    }

    @Test func `a server that hangs up before the answer is told as such`() async throws {
        try await withTestWebServer(answer: { _, _ in 0 }) { server in
            var request = HTTPRequest(.get, server.url)
            request.isHeadEnough = true
            let failure = try await failure(request)
            #expect(failure.kind == .closed)
            #expect("\(failure)" == "the connection was closed before the answer")
        }
    }

    @Test func `an answer that breaks off is none, but where the head is enough`() async throws {
        var reply = TestWebServer.Reply(202)
        (reply.body, reply.missing) = ([1, 2, 3], 1)
        try await withTestWebServer(reply: { [reply] _, _ in reply }) { server in
            var request = HTTPRequest(.get, server.url)
            let failure = try await failure(request)
            #expect(failure.kind == .closed)
            request.isHeadEnough = true
            #expect(try await request.send().status == 202)
        }
    }

    @Test(arguments: [
        ("X-A", "b\r\nX-C: d"), ("X-A", "b\nX-C: d"), ("X-A", "\r\n"), ("X-A", "b\u{0}c"), ("X-A", "b\u{7F}"),
        ("X-A\r\nX-C", "d"), ("X A", "b"), ("X-A:", "b"), ("", "b"), ("Ä", "b"),
    ])
    func `a header with what would begin another one is not sent`(_ name: String, _ value: String) async throws {
        try await withTestWebServer { server in
            var request = HTTPRequest(.get, server.url)
            request.headers = [(name, value)]
            let failure = try await failure(request)
            #expect(failure.kind == .other)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `a redirect is not followed`() async throws {
        var reply = TestWebServer.Reply(307)
        reply.headers = [("Location", "/elsewhere")]
        try await withTestWebServer(reply: { [reply] _, _ in reply }) { server in
            let answer = try await HTTPRequest(.post, server.url).send()
            #expect(answer.status == 307)
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "smtp://127.0.0.1:9/", "", "http://", "http://a b/"])
    func `what is no address of the web is refused`(_ url: String) async throws {
        #expect(try await failure(HTTPRequest(.get, url)).kind == .other)
    }

    @Test(arguments: [("a@b\r\nDATA", "c@d"), ("a@b", "c@d\nDATA")])
    func `an address of a mail with what would begin a command is not sent`(_ from: String, _ to: String) async throws {
        try await withTestMailServer { server in
            let mail = MailSubmission([], from: from, to: [to], by: server.url, startsTLS: false)
            let failure = try await #require(throws: CurlFailure.self) { try await mail.send() }
            #expect(failure.kind == .other)
            #expect(server.commands.isEmpty)
        }
    }
}
