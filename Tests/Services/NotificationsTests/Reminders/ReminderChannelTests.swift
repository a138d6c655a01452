import Foundation
import Messages
import ServerSupport
import Settings
import Testing
import Tracking

@testable import Notifications

/// Reminders on their way to real servers.
@Suite(.timeLimit(.minutes(30)))
struct ReminderChannelTests {
    @Test func `a webhook gets the reminder with its own key, and the answer with another`() async throws {
        try await withTestWebServer { server in
            let address = try #require(WebAddress(server.url + "/hook"))
            let channel = WebhookChannel(.init(url: address, key: SecretText("k1"))) { "https://home.example" }
            let notices = [Notice(try Fixture.reminder()), Notice(try Fixture.reminder(.dismissed, after: 5))]
            for notice in notices { try await channel.deliver(notice, at: Fixture.start) }
            #expect(server.requests.map { $0.headers["idempotency-key"] } == notices.map(\.id))
            let signatures = server.requests.map { $0.headers["tagalong-signature"] ?? "" }
            #expect(signatures.allSatisfy { $0.hasPrefix("t=1777626000,v1=") })
            let events = try server.requests.map { request in
                let object = try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
                return (object?["reminder"] as? [String: Any])?["event"] as? String
            }
            #expect(events == ["fired", "dismissed"])
        }
    }

    @Test func `ntfy gets the reasons as the text, and nothing in it that opens the console`() async throws {
        try await withTestWebServer { server in
            let address = try #require(WebAddress(server.url + "/topic"))
            let channel = NtfyChannel(.init(url: address, token: SecretText("tk_1"))) { "https://home.example" }
            try await channel.deliver(Notice(try Fixture.reminder()), at: Fixture.start)
            let request = try #require(server.requests.first)
            #expect(request.headers["title"] == "Take the umbrella" && request.headers["priority"] == "4")
            #expect(
                request.headers["actions"]
                    == "view, Dismiss or snooze, https://home.example/reminders/sam/umbrella, clear=true"
            )
            let body = String(decoding: request.body, as: UTF8.self)
            #expect(body.hasPrefix("Weather: rain, 12.5 °C from 15:00.") && body.hasSuffix("Item: not with its owner"))
        }
    }

    @Test func `a mail arrives with the way to its page`() async throws {
        try await withTestMailServer { server in
            var mail = try MailMessageTests.mail()
            (mail.server, mail.startsTLS) = (server.url, false)
            let channel = MailChannel(mail) { "https://home.example" }
            try await channel.deliver(Notice(try Fixture.reminder()), at: Fixture.start)
            let told = try #require(server.mails.first)
            #expect(told.contains("Subject: Take the umbrella\n"))
            #expect(told.contains("Dismiss or snooze it:\nhttps://home.example/reminders/sam/umbrella"))
            #expect(!told.contains("Importance"))
        }
    }
}
