import Access
import Foundation
import Messages
import Testing
import Tracking

@testable import Notifications

struct MailMessageTests {
    static func mail() throws -> ChannelConfiguration.Mail {
        ChannelConfiguration.Mail(
            server: "smtp://127.0.0.1",
            sender: try #require(MailAddress("tagalong@home.example")),
            recipients: [
                try #require(MailAddress("sam@example.org")), try #require(MailAddress("alex@example.org")),
            ]
        )
    }

    @Test func `a mail is these bytes`() throws {
        let now = Fixture.start.advanced(by: .seconds(130))
        let message = MailMessage(try Fixture.escalated(), pages: "https://home.example", of: try Self.mail(), at: now)
        let lines = [
            "Date: Fri, 1 May 2026 09:02:10 +0000",
            "From: Tagalong <tagalong@home.example>",
            "To: sam@example.org,",
            " alex@example.org",
            "Subject: =?UTF-8?B?R3LDvG5lIFRhc2NoZSBtYXkgYmUgbG9zdA==?=",
            "Message-ID: <019de2c45190-sam-bag-2@home.example>",
            "In-Reply-To: <019de2c42a80-sam-bag-1@home.example>",
            "References: <019de2c42a80-sam-bag-1@home.example>",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "Importance: high",
            "",
            "Gr=C3=BCne Tasche is about 12 m, 9 to 16 m from its owner.",
            "Level: critical (beyond 10 m).",
            "Last stored position: 46.05690, 14.50580, give or take 5 m, 2 min ago.",
            "",
            "https://home.example/items/sam/bag",
            "",
        ]
        #expect(String(decoding: message.encoded, as: UTF8.self) == lines.joined(separator: "\r\n"))
    }

    @Test func `the first of an episode begins a thread`() throws {
        let message = MailMessage(try Fixture.raised(), pages: nil, of: try Self.mail(), at: Fixture.start)
        #expect(!message.headers.contains { $0.name == "In-Reply-To" || $0.name == "Importance" })
    }

    @Test func `nothing in an item's name begins a header`() throws {
        var notice = try Fixture.raised()
        notice.alert.item = "x\r\nBcc: all@example.org\r\n\r\nboo"
        let message = MailMessage(notice, pages: nil, of: try Self.mail(), at: Fixture.start)
        let lines = String(decoding: message.encoded, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(!lines.contains { $0.hasPrefix("Bcc") || $0 == "boo" })
    }

    @Test(arguments: [
        ("plain", "plain"), ("a=b", "a=3Db"), ("blank at the end ", "blank at the end=20"),
        ("é\n☂", "=C3=A9\r\n=E2=98=82"),
        (String(repeating: "x", count: 75), String(repeating: "x", count: 75)),
        (String(repeating: "x", count: 76), String(repeating: "x", count: 75) + "=\r\nx"),
    ])
    func `text is written in quoted-printable`(_ text: String, _ encoded: String) {
        #expect(QuotedPrintable.encoded(text) == encoded)
    }

    @Test(arguments: ["", "sam", "@example.org", "sam@", "a b@example.org", "a@b@c", "sam@exa\r\nmple.org", "ü@x.org"])
    func `what is no address is refused`(_ text: String) { #expect(MailAddress(text) == nil) }
}
