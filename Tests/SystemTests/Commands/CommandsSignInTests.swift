import Foundation
import ServerSupport
import TestSupport
import Testing

/// Registering and handing over links with the program as its user has it.
@Suite(.timeLimit(.minutes(30)))
struct CommandsSignInTests {
    private static func post(_ base: String, _ path: String, _ json: String) async throws -> Int {
        let headers = ["Content-Type": "application/json"]
        return try await TestWebClient.plain.send(
            "POST", "\(base)/api/v1/\(path)", headers: headers, body: Array(json.utf8)
        ).status
    }

    /// The secret of the first link to a page.
    private static func secret(_ text: String, _ page: String) throws -> String {
        let start = try #require(text.firstRange(of: "/\(page)#"), "\(text)")
        return String(text[start.upperBound...].prefix { !$0.isWhitespace })
    }

    @Test func `somebody registers by the mail of a running service, and gets in by a link that is handed over`()
        async throws
    {
        try await withTestBroker { broker in
            try await withTestMailServer { mails in
                try await withSandbox { sandbox in
                    let file = try sandbox.write(
                        """
                        registration: open
                        page-url: https://tagalong.example/
                        mail:
                          server: \(mails.url)
                          encryption: none
                          from: tagalong@home.example
                        """, to: "sign-in.yaml"
                    )
                    let data = ["--data-dir", sandbox.directory]
                    #expect(try await sandbox.start(["account", "add", "boss", "--admin"] + data).ended().status == 0)
                    let typing = #"printf 'tannenbaum\n' | "$0" account passcode boss --data-dir "$1""#
                    let passcode = try RunningCommand(
                        "/bin/sh", ["-c", typing, try Sandbox.executable(), sandbox.directory],
                        environment: ["PATH": "/usr/bin:/bin", "HOME": sandbox.directory],
                        files: "\(sandbox.directory)/passcode"
                    )
                    #expect(await passcode.ended().status == 0)
                    let service = try sandbox.start(
                        ["history", "--broker", broker.url, "--http", "127.0.0.1:0", "--sign-in", file] + data
                    )
                    try await service.wait(for: "listens on ")
                    let base = try #require(
                        service.errors.firstMatch(of: /listens on (http:\/\/[^ \n]+)/)?.output.1
                    ).description
                    let body = """
                        {"name": "Kim Lee", "mail": "kim@example.org", "passcode": "mistletoe", "again": "mistletoe"}
                        """
                    #expect(try await Self.post(base, "registration", body) == 202)
                    try await eventually { !mails.mails.isEmpty }
                    let mailed = mails.mails[0].replacing("=\n", with: "")
                    let verify = try Self.secret(mailed, "verify")
                    #expect(mailed.contains("https://tagalong.example/verify#"))
                    let list = try await sandbox.start(["account", "list"] + data).ended().output
                    let name = try #require(list.firstMatch(of: /kim-lee-[0-9]+/)?.output).description
                    #expect(list.contains("unverified"))
                    let confirmation = #"{"secret": "\#(verify)", "passcode": "mistletoe"}"#
                    #expect(try await Self.post(base, "verification/confirmation", confirmation) == 204)
                    // Over the running service, and without a mail.
                    let made = try await sandbox.start(["account", "link", "recover", name] + data).ended()
                    let recover = try Self.secret(made.output, "recover")
                    let new = #"{"secret": "\#(recover)", "new": "evergreen", "again": "evergreen"}"#
                    #expect(try await Self.post(base, "recovery/confirmation", new) == 204)
                    let login = #"{"account": "kim@example.org", "passcode": "evergreen"}"#
                    #expect(try await Self.post(base, "session", login) == 204)
                    #expect(try await sandbox.start(["account", "deactivate", name] + data).ended().status == 0)
                    #expect(try await Self.post(base, "session", login) == 403)
                    #expect(try await sandbox.start(["account", "activate", name] + data).ended().status == 0)
                    #expect(try await Self.post(base, "session", login) == 204)
                    #expect(await service.terminate().status == 0)
                    #expect(!service.errors.contains(verify) && !service.errors.contains("mistletoe"))
                }
            }
        }
    }

    @Test func `addresses are set, shown and removed, each account's own`() async throws {
        try await withSandbox { sandbox in
            for name in ["sam", "kim"] { _ = try await sandbox.run("account", "add", name) }
            #expect(try await sandbox.run("account", "mail", "sam", "sam@example.org").status == 0)
            #expect(try await sandbox.run("account", "mail", "sam").output == "sam@example.org\n")
            let taken = try await sandbox.run("account", "mail", "kim", "SAM@example.org")
            #expect(taken.status == 1 && taken.errors.contains("another account has this mail address"))
            let wrong = try await sandbox.run("account", "mail", "kim", "kim at example.org")
            #expect(wrong.status == 2 && wrong.errors.contains("an address such as sam@example.org is expected"))
            let missing = try await sandbox.run("account", "link", "verify", "kim")
            #expect(missing.status == 1 && missing.errors.contains("of 'kim' no mail address is known"))
            let removed = try await sandbox.run("account", "mail", "sam", "--remove")
            #expect(removed.status == 0)
            #expect(removed.errors.contains("sam@example.org is not told: no server for mails is set up"))
            #expect(try await sandbox.run("account", "mail", "sam").output == "")
            let nobody = try await sandbox.run("account", "deactivate", "nobody")
            #expect(nobody.status == 1 && nobody.errors.contains("there is no account 'nobody'"))
        }
    }

    @Test(arguments: [
        ("registration: open\n", "no mail can be sent to show that an address is theirs"),
        ("registration: maybe\n", ":1:"), ("registration: closed\nregister: open\n", "unknown key 'register'"),
        ("inviting: everybody\n", "nobody can register by an invitation"),
        ("registration: invitation\ninviting: kim\n", "sign-in.yaml:2:"),
        ("page-url: tagalong.example\n", "a URL such as https://tagalong.example"),
        ("mail:\n  server: smtp://localhost\n  from: x@example.org\n  to: y@example.org\n", "'to' does not go with"),
        ("mail:\n  server: http://localhost\n  from: x@example.org\n", "smtp://HOST:PORT"),
        ("openid:\n  a:\n    issuer: https://id.example\n    client-id: us\n", "'page-url' is missing"),
        ("openid:\n  a:\n    issuer: http://id.example\n    client-id: us\n", "an https:// address"),
        ("openid:\n  a b:\n    issuer: https://id.example\n    client-id: us\n", "the site:"),
        ("openid:\n  a:\n    issuer: https://id.example\n", "'client-id' is missing"),
    ])
    func `a file that is wrong is told with its place, and nothing starts`(text: String, said: String) async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write(text, to: "sign-in.yaml")
            let outcome = try await sandbox.run("history", "--broker", "mqtt://127.0.0.1:1", "--sign-in", file)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(said) && outcome.errors.contains("sign-in.yaml"), "\(outcome.errors)")
        }
    }
}
