import Messages
import ServerSupport
import Settings
import Testing
import Tracking

@testable import Notifications

/// Mail by libcurl against a real SMTP server.
@Suite(.timeLimit(.minutes(30)))
struct MailChannelTests {
    private func mail(
        _ server: TestMailServer,
        startsTLS: Bool = false,
        password: String? = nil
    ) throws -> ChannelConfiguration.Mail {
        var mail = try MailMessageTests.mail()
        (mail.server, mail.startsTLS) = (server.url, startsTLS)
        if let password { (mail.user, mail.password) = ("sam", SecretText(password)) }
        return mail
    }

    private func failure(_ mail: ChannelConfiguration.Mail) async throws -> DeliveryFailure {
        try await #require(throws: DeliveryFailure.self) {
            try await MailChannel(mail) { nil }.deliver(try Fixture.raised(), at: Fixture.start)
        }
    }

    @Test func `a mail arrives as it was written, for everybody, after the log-in`() async throws {
        try await withTestMailServer(.init(extensions: ["AUTH PLAIN"])) { server in
            var notice = try Fixture.escalated()
            // A line that is only a full stop would end the mail.
            notice.alert.link = "."
            let mail = try mail(server, password: "hush")
            try await MailChannel(mail) { nil }.deliver(notice, at: Fixture.start)
            let sent = MailMessage(notice, pages: nil, of: mail, at: Fixture.start).encoded
            let lines = String(decoding: sent, as: UTF8.self).replacing("\r\n", with: "\n")
            #expect(server.mails.map { $0 + "\n" } == [lines])
            let commands = server.commands
            #expect(commands.contains { $0.hasSuffix("AHNhbQBodXNo") })
            #expect(commands.contains { $0.hasPrefix("MAIL FROM:<tagalong@home.example>") })
            #expect(
                commands.filter { $0.hasPrefix("RCPT") } == ["RCPT TO:<sam@example.org>", "RCPT TO:<alex@example.org>"]
            )
        }
    }

    @Test func `nothing is said to a server that does not encrypt`() async throws {
        try await withTestMailServer(.init(extensions: ["AUTH PLAIN"])) { server in
            guard case .unreachable = try await failure(mail(server, startsTLS: true, password: "hush")) else {
                Issue.record("it was refused, not unreachable")
                return
            }
            #expect(server.mails.isEmpty)
            #expect(!server.commands.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
        }
    }

    @Test func `a wrong password holds the channel up and is not told`() async throws {
        let answers = ["AUTH": "535 no, hush is wrong"]
        try await withTestMailServer(.init(extensions: ["AUTH PLAIN"], answers: answers)) { server in
            guard case .unreachable(let sentence, _) = try await failure(mail(server, password: "hush")) else {
                Issue.record("it was refused, not unreachable")
                return
            }
            #expect(sentence.hasPrefix(server.url) && !sentence.contains("hush"))
        }
    }

    @Test(arguments: [
        (["RCPT": "550 nobody of that name"], "550"), (["DATA": "554 not here"], "554"),
        ([".": "552 too much"], "552"), (["MAIL": "452 no room"], "452"),
    ])
    func `a mail that is refused holds no other up`(_ answers: [String: String], _ code: String) async throws {
        try await withTestMailServer(.init(answers: answers)) { server in
            let failure = try await failure(mail(server))
            guard case .refused(let sentence) = failure else {
                Issue.record("\(failure)")
                return
            }
            #expect(sentence.contains(code))
            #expect(!sentence.contains("\n"))
        }
    }

    @Test func `a server that is not there is unreachable, and one that comes back gets the mail once`() async throws {
        try await withTestMailServer(.init(answers: ["EHLO": "421 later", "HELO": "421 later"])) { server in
            let mail = try mail(server)
            guard case .unreachable = try await failure(mail) else {
                Issue.record("it was refused, not unreachable")
                return
            }
            server.become(.init())
            try await MailChannel(mail) { nil }.deliver(try Fixture.raised(), at: Fixture.start)
            #expect(server.mails.count == 1)
            await server.stop()
            guard case .unreachable = try await failure(mail) else {
                Issue.record("it was refused, not unreachable")
                return
            }
        }
    }
}
