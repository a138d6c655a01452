import Access
import ServerSupport
import Testing
import Tracking

@testable import Notifications

/// Single mails by a real SMTP server.
@Suite(.timeLimit(.minutes(30)))
struct MailSenderTests {
    private func mail(_ server: String) throws -> ChannelConfiguration.Mail {
        var mail = try MailMessageTests.mail()
        (mail.server, mail.startsTLS) = (server, false)
        return mail
    }

    @Test func `a mail goes to one address, whatever stands in its subject and text`() async throws {
        try await withTestMailServer { server in
            let sender = MailSender(try mail(server.url))
            let subject = "Grüße\r\nBcc: all@example.org\r\n\r\nboo " + String(repeating: "ä", count: 400)
            let to = try #require(MailAddress("kim@example.org"))
            try await sender.send(subject, [".", "Bcc: all@example.org", "\r\n.\r\nQUIT"], to: to, at: Fixture.start)
            #expect(server.commands.filter { $0.hasPrefix("RCPT") } == ["RCPT TO:<kim@example.org>"])
            #expect(server.commands.contains("MAIL FROM:<tagalong@home.example>"))
            let mail = try #require(server.mails.first)
            let parts = mail.split(separator: "\n\n", maxSplits: 1).map(String.init)
            let names = parts[0].split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
            #expect(
                names == [
                    "Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
                    "Content-Transfer-Encoding",
                ])
            // RFC 5322 allows 998.
            #expect(parts[0].split(separator: "\n").allSatisfy { $0.utf8.count < 100 })
            #expect(parts[0].contains("To: kim@example.org\n"))
            #expect(server.mails.count == 1)
        }
    }

    @Test func `two mails of the same text are two`() async throws {
        let to = try #require(MailAddress("kim@example.org"))
        let sender = try #require(MailAddress("tagalong@home.example"))
        let ids = (0..<2).compactMap { _ in
            MailMessage("x", ["y"], to: to, from: sender, at: Fixture.start).headers.first { $0.name == "Message-ID" }?
                .value
        }
        #expect(Set(ids).count == 2 && ids.allSatisfy { $0.hasSuffix("@home.example>") })
    }

    @Test func `what the server does not take is told without the password`() async throws {
        try await withTestMailServer(.init(answers: ["RCPT": "550 no such box"])) { server in
            let sender = MailSender(try mail(server.url))
            let to = try #require(MailAddress("kim@example.org"))
            await #expect(throws: DeliveryFailure.self) {
                try await sender.send("x", ["y"], to: to, at: Fixture.start)
            }
        }
    }
}
