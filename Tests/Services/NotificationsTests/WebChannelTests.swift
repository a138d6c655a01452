import Cryptography
import Foundation
import Messages
import ServerSupport
import Settings
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Notifications

/// Webhook and ntfy against a real HTTP server.
@Suite(.timeLimit(.minutes(30)))
struct WebChannelTests {
    private func address(_ server: TestWebServer, _ path: String = "/hook/t0p-secret") throws -> WebAddress {
        try #require(WebAddress(server.url + path))
    }

    @Test func `a webhook gets JSON with its key and a signature`() async throws {
        try await withTestWebServer { server in
            let channel = WebhookChannel(.init(url: try address(server), key: SecretText("k1"))) {
                "https://home.example"
            }
            let notice = try Fixture.escalated()
            try await channel.deliver(notice, at: Fixture.start)
            let request = try #require(server.requests.first)
            #expect((request.method, request.path) == ("POST", "/hook/t0p-secret"))
            #expect(request.headers["content-type"] == "application/json")
            #expect(request.headers["idempotency-key"] == notice.id)
            let signed = Array("\(Fixture.start.wholeSeconds).".utf8) + request.body
            let code = Digest.hmacSHA256(signed, key: Array("k1".utf8))
            let expected = "t=\(Fixture.start.wholeSeconds),v1=\(code.map { String(format: "%02x", $0) }.joined())"
            #expect(request.headers["tagalong-signature"] == expected)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
            #expect(object["link"] as? String == "https://home.example/items/sam/bag")
        }
    }

    @Test func `ntfy gets the text with its headers and the token`() async throws {
        try await withTestWebServer { server in
            let channel = NtfyChannel(.init(url: try address(server, "/topic"), token: SecretText("tk_1"))) { nil }
            try await channel.deliver(try Fixture.escalated(), at: Fixture.start)
            let request = try #require(server.requests.first)
            #expect(request.headers["authorization"] == "Bearer tk_1")
            #expect(request.headers["priority"] == "5")
            #expect(
                String(decoding: request.body, as: UTF8.self).hasPrefix("Grüne Tasche is about 12 m, 9 to 16 m from")
            )
        }
    }

    @Test func `a redirect is not followed`() async throws {
        try await withTestWebServer(answer: { _, _ in 307 }) { server in
            let channel = WebhookChannel(.init(url: try address(server))) { nil }
            await #expect(throws: DeliveryFailure.refused("\(server.url) answered 307")) {
                try await channel.deliver(try Fixture.raised(), at: Fixture.start)
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test func `a server that is not there, or hangs up, is told without the address's secrets`() async throws {
        try await withTestWebServer(answer: { _, _ in 0 }) { server in
            let channel = WebhookChannel(.init(url: try address(server))) { nil }
            for _ in 0..<2 {
                let failure = try await #require(throws: DeliveryFailure.self) {
                    try await channel.deliver(try Fixture.raised(), at: Fixture.start)
                }
                guard case .unreachable(let sentence, nil) = failure else {
                    Issue.record("\(failure)")
                    return
                }
                #expect(sentence.hasPrefix("\(server.url) cannot be reached: "))
                #expect(!sentence.contains("t0p-secret"))
                await server.stop()
            }
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `a connection that is refused is told in words`(_ host: String) async throws {
        try await withTestWebServer { server in
            let url = server.url.replacingOccurrences(of: "127.0.0.1", with: host)
            await server.stop()
            let channel = WebhookChannel(.init(url: try #require(WebAddress(url)))) { nil }
            await #expect(throws: DeliveryFailure.unreachable("\(url) cannot be reached: connection refused")) {
                try await channel.deliver(try Fixture.raised(), at: Fixture.start)
            }
        }
    }

    @Test func `a server that fails, goes away and comes back gets each notice once, in order`() async throws {
        let channel = try Fixture.channel("hook")
        try await withOutbox(channel) { outbox in
            // The first three answers are that it is too busy.
            try await withTestWebServer(answer: { _, number in number < 3 ? 503 : 200 }) { server in
                let clock = ManualClock(at: Fixture.start)
                let service = NotificationService(
                    channels: [(channel, WebhookChannel(.init(url: try address(server))) { nil })],
                    outbox: outbox,
                    sources: .init(alerts: { _ in [] }, attention: { _, _ in .wanted }),
                    clock: clock,
                    logger: .silent
                )
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    func pass(until condition: () throws -> Bool) async throws {
                        try await eventually {
                            if try condition() { return true }
                            clock.advance(by: .seconds(1))
                            return false
                        }
                    }
                    service.receive([.init(try Fixture.raised().alert)])
                    try await pass { try outbox.counts()[channel.name]?.sent == 1 }
                    await server.stop()
                    service.receive([.init(try Fixture.escalated().alert), .init(try Fixture.cleared().alert)])
                    try await pass { try (outbox.deliveries(on: channel.name, [.waiting]).last?.attempts ?? 0) >= 2 }
                    try await server.start()
                    try await pass { try outbox.counts()[channel.name]?.sent == 3 }
                    group.cancelAll()
                }
                let keys = server.requests.compactMap { $0.headers["idempotency-key"] }
                let (first, rest) = (try Fixture.raised().id, [try Fixture.escalated().id, try Fixture.cleared().id])
                #expect(keys == [first, first, first, first] + rest)
                // The same bytes at every attempt.
                #expect(Set(server.requests.prefix(4).map(\.body)).count == 1)
            }
        }
    }
}
