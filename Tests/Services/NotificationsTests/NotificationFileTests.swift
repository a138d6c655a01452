import Foundation
import Messages
import Settings
import Testing
import Tracking

@testable import Notifications

struct NotificationFileTests {
    private static let whole = """
        page-url: https://home.example/
        channels:
          desk:
            kind: desktop
          hook:
            kind: webhook
            url: https://hooks.example/abc
            secret-file: hook.key
            owners: [sam]
            items: [bag, keys]
            levels: [critical]
            give-up-after: 2h
          phone:
            kind: ntfy
            url-file: topic.url
            token-file: ~/token
            repeat-critical-every: 15m
          mail:
            kind: email
            server: smtps://mail.example:465
            user: sam
            password-file: $CREDENTIALS_DIRECTORY/mail
            from: tagalong@example.org
            to: [sam@example.org, alex@example.org]
        """

    private func read(
        _ text: String,
        in directory: String,
        credentials: String? = nil,
        mayWithhold: Bool = false
    ) throws -> NotificationConfiguration {
        try NotificationConfiguration(
            SettingsFile(name: "\(directory)/notifications.yaml", text: text),
            environment: ["HOME": directory, "CREDENTIALS_DIRECTORY": credentials ?? directory],
            mayWithhold: mayWithhold
        )
    }

    private func write(_ text: String, to path: String, mode: Int = 0o600) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func `a whole file is read with its secrets`() async throws {
        try await withDirectory { directory in
            for (name, text) in [
                ("hook.key", "k1\n"), ("topic.url", "https://ntfy.example/t0p1c\n"), ("token", "tk_1\n"),
                ("mail", "pw"),
            ] { try write(text, to: "\(directory)/\(name)") }
            let configuration = try read(Self.whole, in: directory)
            #expect(configuration.pages == "https://home.example")
            #expect(configuration.channels.map(\.name.text) == ["desk", "hook", "phone", "mail"])
            let channels = configuration.channels
            #expect(channels[0].kind == .desktop(bus: nil))
            #expect(channels[0].isBrief && channels[0].audience == Audience(levels: [.critical]))
            #expect(channels[1].audience.items?.map(\.text).sorted() == ["bag", "keys"])
            #expect(!channels[1].isBrief && channels[1].giveUpAfter == .seconds(7200))
            #expect(channels[2].repeatEvery == .seconds(900))
            #expect(channels[2].destination == "https://ntfy.example")
            guard case .webhook(let hook) = channels[1].kind, case .ntfy(let ntfy) = channels[2].kind,
                case .mail(let mail) = channels[3].kind
            else { throw SettingsError(file: "", message: "other kinds") }
            #expect((hook.key?.value, ntfy.token?.value, mail.password?.value) == ("k1", "tk_1", "pw"))
            #expect(mail.recipients.count == 2 && mail.startsTLS)
            var dumped = "\(configuration)"
            dump(configuration, to: &dumped)
            for secret in ["k1", "t0p1c", "tk_1", "pw", "abc"] { #expect(!dumped.contains(secret)) }
        }
    }

    @Test(arguments: [
        ("channels: {a: {kind: fax}}", 1, "'kind' is 'fax': one of desktop, webhook, ntfy or email is expected"),
        ("channels: {a: {kind: desktop, url: 'https://x.example'}}", 1, "'url' does not go with kind desktop"),
        ("channels:\n  a:\n    kind: webhook", 2, "'url' is missing"),
        ("channels:\n  a b:\n    kind: desktop", 2, "the channel: 'a b' is no name"),
        ("channels:\n  a:\n    kind: desktop\n  a:\n    kind: desktop", 2, "given twice"),
        ("channels:\n  a:\n    kind: webhook\n    url: nowhere", 4, "a URL that begins with https://"),
        ("channels:\n  a:\n    kind: desktop\n    levels: []", 4, "a list of levels"),
        ("channels:\n  a:\n    kind: desktop\n    levels: [none]", 4, "one of warning or critical"),
        ("channels:\n  a:\n    kind: desktop\n    give-up-after: 1s", 4, "from 1m to 7d"),
        ("channels:\n  a:\n    kind: ntfy\n    url: https://x.example/t\n    token-file: none", 5, "no such file"),
        ("channels:\n  a:\n    kind: email\n    server: mail.example", 4, "smtp://HOST:PORT"),
        (
            "channels:\n  a:\n    kind: email\n    server: smtp://m.example\n    from: x@y.z\n    to: x@y.z\n    user: x",
            2, "'user' and 'password-file' go together"
        ),
        ("channels:\n  a:\n    kind: desktop\n    lvels: []", 4, "unknown key 'lvels', did you mean 'levels'?"),
        (
            "channels:\n  a:\n    kind: desktop\n    reminders: yes", 4,
            "'reminders: yes' goes with 'owners', whose reminders the channel is for"
        ),
        ("page-url: here\nchannels: {}", 1, "a URL such as https://tagalong.example"),
        ("pages: x", 1, "unknown key 'pages'"),
    ])
    func `what is wrong is told with its line`(_ text: String, _ line: Int, _ words: String) async throws {
        try await withDirectory { directory in
            let error = try #require(throws: SettingsError.self) { try read(text, in: directory) }
            #expect(error.line == line)
            #expect(error.message.contains(words), "\(error)")
        }
    }

    @Test func `a channel has reminders only where they are asked for`() async throws {
        try await withDirectory { directory in
            let kinds = ["", "\n    reminders: no", "\n    owners: [sam]\n    reminders: yes", "\n    owners: [sam]"]
            let texts = kinds.enumerated().map { "\n  c\($0):\n    kind: desktop\($1)" }
            let channels = try read("channels:" + texts.joined(), in: directory).channels
            #expect(channels.map(\.audience.reminders) == [false, false, true, false])
        }
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o622])
    func `a secret that others may read is refused and not shown`(_ mode: Int) async throws {
        try await withDirectory { directory in
            try write("hush", to: "\(directory)/key", mode: mode)
            let text = "channels:\n  a:\n    kind: webhook\n    url: https://x.example\n    secret-file: key"
            let error = try #require(throws: SettingsError.self) { try read(text, in: directory) }
            #expect(error.line == 5)
            #expect(error.message.contains("chmod 600") && !error.message.contains("hush"))
        }
    }

    @Test func `a credential may be read by the group, as systemd shows an access list`() async throws {
        try await withDirectory { directory in
            let text = """
                channels:
                  a:
                    kind: webhook
                    url: https://x.example
                    secret-file: $CREDENTIALS_DIRECTORY/key
                """
            try write("hush", to: "\(directory)/key", mode: 0o440)
            #expect(try read(text, in: directory).channels.count == 1)
            try write("hush", to: "\(directory)/key", mode: 0o444)
            #expect(throws: SettingsError.self) { try read(text, in: directory) }
        }
    }

    @Test func `a credential that is not there here is withheld where that is allowed, and nothing else is`()
        async throws
    {
        let text = """
            channels:
              desk:
                kind: desktop
              home:
                kind: webhook
                url-file: $CREDENTIALS_DIRECTORY/url
              mail:
                kind: email
                server: smtps://mail.example:465
                user: sam
                password-file: $CREDENTIALS_DIRECTORY/mail
                ca-file: $CREDENTIALS_DIRECTORY/ca
                from: a@b.c
                to: a@b.c
            """
        try await withDirectory { directory in
            let channels = try read(text, in: directory, credentials: "", mayWithhold: true).channels
            #expect(channels.map { $0.withheld?.line } == [nil, 6, 12])
            #expect(channels[1].destination == "an address unknown here")
            #expect(channels[2].destination == "a@b.c by smtps://mail.example:465")
            let refusal = try #require(throws: SettingsError.self) { try read(text, in: directory, credentials: "") }
            #expect(refusal.line == 6 && refusal.message.hasPrefix("CREDENTIALS_DIRECTORY is not set"))
            let missing = text.replacingOccurrences(of: "$CREDENTIALS_DIRECTORY/mail", with: "none")
            #expect(throws: SettingsError.self) {
                try read(missing, in: directory, credentials: "", mayWithhold: true)
            }
        }
    }

    @Test func `a password is not sent in clear to another machine`() async throws {
        try await withDirectory { directory in
            try write("hush", to: "\(directory)/pw")
            let lines = [
                "kind: email", "server: smtp://mail.example", "encryption: none", "user: sam", "password-file: pw",
                "from: a@b.c", "to: a@b.c",
            ]
            let text = "channels:\n  a:\n" + lines.map { "    \($0)\n" }.joined()
            let error = try #require(throws: SettingsError.self) { try read(text, in: directory) }
            #expect(error.message == "a password is not sent in clear to another machine")
            let local = text.replacingOccurrences(of: "mail.example", with: "localhost:2525")
            #expect(try read(local, in: directory).channels.count == 1)
        }
    }
}
