import Foundation
import ServerSupport
import TestSupport
import Testing

/// Address books and invitations on the command line; what is printed as JSON is held against docs/schemas, see
/// ``RunningCommand``.
@Suite(.timeLimit(.minutes(30)))
struct CommandsAddressBookTests {
    private struct Line: Decodable {
        let name, standing: String
        let account: String?
    }

    private struct Invitation: Decodable {
        let id, mail: String
        let grants: [String]
    }

    private static let book = """
        BEGIN:VCARD
        VERSION:3.0
        FN:Sam from work
        EMAIL;type=INTERNET:SAM@example.org
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        FN:Zoë
        EMAIL:zoe@example.org
        END:VCARD
        BEGIN:VCARD
        FN:Broken
        END:VCARD

        """

    /// Sam, who lets himself be found by mail, and Kim.
    private static func withPeople(_ body: @Sendable (Sandbox) async throws -> Void) async throws {
        try await withSandbox { sandbox in
            for name in ["sam", "kim"] { #expect(try await sandbox.run("account", "add", name).status == 0) }
            let written = try await sandbox.run(
                "people", "profile", "--as", "sam", "--name", "Sam Muster", "--shown", "name,mail", "--add",
                "work:mail:sam@example.org"
            )
            #expect(written.status == 0)
            try await body(sandbox)
        }
    }

    @Test func `P-16 a book says who is here and who can be invited, and the invited say so`() async throws {
        try await Self.withPeople { sandbox in
            func run(_ words: String...) async throws -> CommandOutcome { try await sandbox.start(words).ended() }
            let file = try sandbox.write(Self.book, to: "book.vcf")
            let rules = "\(sandbox.directory)/rules.yaml"
            func lines() async throws -> [Line] {
                try await run("people", "import", file, "--as", "kim", "--sign-in", rules, "--json").json()
            }
            func invite(_ words: String...) async throws -> CommandOutcome {
                try await sandbox.start(["people", "invite", "--as", "kim", "--sign-in", rules] + words).ended()
            }
            _ = try sandbox.write("registration: closed\n", to: "rules.yaml")
            let closed = try await lines()
            #expect(closed.map(\.standing) == ["here", "unknown"] && closed.map(\.account) == ["sam", nil])
            #expect(try await invite("zoe@example.org").status == 1)
            _ = try sandbox.write("registration: invitation\n", to: "rules.yaml")
            #expect(try await lines().map(\.standing) == ["here", "invitable"])
            let told = try await run("people", "import", file, "--as", "kim", "--sign-in", rules)
            #expect(told.output.contains("can be invited"))
            #expect(told.errors.contains("line 11: VERSION:3.0 or VERSION:4.0 is expected"))

            // Without a server for mails the link is shown.
            let made = try await invite("zoe@example.org", "--grant", "work")
            #expect(made.status == 0 && made.output.contains("/register#"), "\(made.errors)")
            #expect(try await lines().map(\.standing) == ["here", "invited"])
            let twice = try await invite("ZOE@example.org")
            #expect(twice.status == 1 && twice.errors.contains("is invited already"))
            // An address that Sam has merely typed would be somebody else's perhaps.
            #expect(try await run("account", "mail", "sam", "sam@example.org").status == 0)
            let here = try await invite("sam@example.org")
            #expect(here.status == 1 && here.errors.contains("is here: sam"))
            let open: [Invitation] = try await run("people", "invitations", "--as", "kim", "--json").json()
            #expect(open.map(\.mail) == ["zoe@example.org"] && open.map(\.grants) == [["work"]])
            let id = try #require(open.first?.id)
            let left = try await run("people", "invitations", "--withdraw", id, "--as", "kim")
            #expect(left.output == "There is no open invitation.\n")
            #expect(try await run("people", "invitations", "--withdraw", id, "--as", "kim").status == 1)
        }
    }

    @Test func `G-4 an invitation is sent where a server for mails is set up, and not kept where that fails`()
        async throws
    {
        try await Self.withPeople { sandbox in
            try await withTestMailServer { mails in
                func invite(by server: String) async throws -> CommandOutcome {
                    let lines = [
                        "registration: invitation", "mail:", "  server: \(server)", "  encryption: none",
                        "  from: t@example.org", "",
                    ]
                    let rules = try sandbox.write(lines.joined(separator: "\n"), to: "rules.yaml")
                    return try await sandbox.run(
                        "people", "invite", "zoe@example.org", "--as", "sam", "--language", "de", "--sign-in", rules
                    )
                }
                let failed = try await invite(by: "smtp://127.0.0.1:1")
                #expect(failed.status == 1 && failed.errors.contains("so nobody is invited"), "\(failed.errors)")
                let sent = try await invite(by: mails.url)
                #expect(sent.status == 0 && sent.output == "zoe@example.org is invited\n", "\(sent.errors)")
                let mail = try #require(mails.mails.first).replacing("=\n", with: "")
                #expect(mails.mails.count == 1 && mail.contains("/register#") && mail.contains("Sam Muster"))
            }
        }
    }

    @Test func `P-10 contacts are written as vCards, which are read again`() async throws {
        try await Self.withPeople { sandbox in
            func run(_ words: String...) async throws -> CommandOutcome { try await sandbox.start(words).ended() }
            #expect(try await run("people", "request", "sam", "--as", "kim").status == 0)
            #expect(try await run("people", "accept", "kim", "--as", "sam", "--grant", "work").status == 0)
            let file = "\(sandbox.directory)/contacts.vcf"
            let written = try await run("people", "export", "--as", "kim", "--out", file)
            #expect(written.status == 0 && written.output.contains("1 contact"))
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains("VERSION:4.0\r\n") && text.contains("EMAIL;TYPE=work:sam@example.org\r\n"))
            let old = try await run("people", "export", "--as", "kim", "--vcard", "3.0")
            #expect(old.output.contains("VERSION:3.0"))
            #expect(try await run("people", "export", "--as", "kim", "--vcard", "2.1").status == 2)
            let again: [Line] = try await run("people", "import", file, "--as", "kim", "--json").json()
            #expect(again.map(\.standing) == ["contact"])
        }
    }

    @Test func `what is no address book is refused with one sentence`() async throws {
        try await Self.withPeople { sandbox in
            for wrong in [try sandbox.write("name,mail\n", to: "x.csv"), "\(sandbox.directory)/nowhere.vcf"] {
                let refused = try await sandbox.run("people", "import", wrong, "--as", "kim")
                #expect(refused.status == 2 && refused.output.isEmpty && !refused.errors.isEmpty)
            }
        }
    }
}
