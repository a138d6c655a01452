import Foundation
import MQTT
import ServerSupport
import Testing

/// Secrets are given in every way there is, at the most talkative log level, and then looked for everywhere.
@Suite(.timeLimit(.minutes(30)))
struct CommandsSecretTests {
    private static let passcode = "Correct-Horse-2071"
    private static let wrongPasscode = "Wrong-Horse-2072"
    private static let wrongToken = "tgl_wrong-token-2073"
    private static let wrongPassword = "wrong-password-2074"
    private static let keyText = "private-key-text-2075"
    private static let hookAddress = "hidden-hook-address-2076"
    private static let hookKey = "hidden-hook-key-2077"

    /// What a test has found out, in a directory apart, for it may hold secrets.
    private struct Finder {
        /// By what they are.
        var secrets: [String: String]
        /// What was said to whom.
        var said: [(place: String, text: String)] = []

        func expectSilence(sourceLocation: SourceLocation = #_sourceLocation) {
            for (place, text) in said {
                for (name, secret) in secrets where text.contains(secret) {
                    Issue.record("\(place) tells \(name)", sourceLocation: sourceLocation)
                }
            }
        }
    }

    @Test func `no secret is in a log, an argument, an answer, an export or a file that others may read`() async throws
    {
        try await withTestBroker(isAnonymous: false) { broker in
            try await withSandbox { sandbox in
                try await withSandbox { apart in
                    let data = "\(sandbox.directory)/data"
                    let password = try #require(broker.configuration.password?.value)
                    var finder = Finder(secrets: [
                        "the broker's password": password, "the passcode": Self.passcode,
                        "a wrong passcode": Self.wrongPasscode, "a wrong token": Self.wrongToken,
                        "a wrong password": Self.wrongPassword, "a key": Self.keyText,
                        "a webhook's address": Self.hookAddress, "a webhook's key": Self.hookKey,
                    ])
                    let token = try await makeAccount(data, apart, &finder)
                    finder.secrets["a token"] = token
                    let channels = try channelFile(in: apart)
                    let passwordFile = try secretFile(password, "password", in: apart)
                    let history = try sandbox.start([
                        "history", "--broker", broker.url, "--password-file", passwordFile, "--data-dir", data,
                        "--http", "127.0.0.1:0", "--log-level", "trace", "--notifications", channels,
                    ])
                    try await history.wait(for: "connected to the broker")
                    try await history.wait(for: "listens on ")
                    finder.said.append(("the arguments of history", try arguments(of: history.identifier)))
                    try await ask(history, token: token, apart, &finder)
                    for command in [["account"], ["account", "audit"], ["account", "access-log"]] {
                        let shown = try await apart.start(command + ["--json", "--data-dir", data]).ended()
                        #expect(shown.status == 0)
                        finder.said.append((command.joined(separator: " "), shown.output + shown.errors))
                    }
                    try await runOthers(broker, password: password, data: data, apart, sandbox, &finder)
                    #expect(await history.terminate().status == 0)
                    finder.said.append(("the log of history", history.output + history.errors))
                    finder.said += try contents(of: sandbox.directory)
                    finder.expectSilence()
                    try expectPrivate(data)
                    try expectPrivate(broker.directory, except: ["mosquitto.db"])
                }
            }
        }
    }

    @Test func `what up says to try next has no password of the broker's address in it`() async throws {
        try await withSandbox { sandbox in
            let up = try sandbox.start([
                "up", "--broker", "mqtt://sam:\(Self.wrongPassword)@127.0.0.1:1", "--http", "off",
            ])
            try await up.wait(for: "Ctrl-C ends it.")
            let outcome = await up.terminate()
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("watch --broker mqtt://sam@127.0.0.1:1 --password-file …\n"))
            #expect(!(outcome.output + outcome.errors).contains(Self.wrongPassword))
        }
    }

    // MARK: Giving secrets

    /// One channel, to nowhere, whose address and key are secrets.
    private func channelFile(in apart: Sandbox) throws -> String {
        _ = try secretFile("https://127.0.0.1:1/\(Self.hookAddress)", "hook.url", in: apart)
        _ = try secretFile(Self.hookKey, "hook.key", in: apart)
        return try apart.write(
            "channels:\n  home:\n    kind: webhook\n    url-file: hook.url\n    secret-file: hook.key\n",
            to: "notifications.yaml"
        )
    }

    /// Makes an account with the passcode, and a token of it.
    private func makeAccount(_ data: String, _ apart: Sandbox, _ finder: inout Finder) async throws -> String {
        let script = #"printf '%s\n' "$SECRET" | "$0" account passcode sam --data-dir "$1""#
        let command = try RunningCommand(
            "/bin/sh",
            ["-c", script, try Sandbox.executable(), data],
            environment: ["PATH": "/usr/bin:/bin", "HOME": apart.directory, "SECRET": Self.passcode],
            files: "\(apart.directory)/passcode"
        )
        let outcome = await command.ended()
        try #require(outcome.status == 0, "\(outcome.errors)")
        finder.said.append(("account passcode", outcome.output + outcome.errors))
        let made = try await apart.run("account", "token", "add", "sam", "--scope", "admin", "--data-dir", data)
        let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        try #require(made.status == 0 && token.count > 10)
        let list = try await apart.run("account", "token", "list", "--json", "--data-dir", data)
        finder.said.append(("the list of tokens", list.output + list.errors))
        return token
    }

    /// Asks the console with right and wrong secrets in every place where there may be one.
    private func ask(
        _ history: RunningCommand,
        token: String,
        _ apart: Sandbox,
        _ finder: inout Finder
    ) async throws {
        let log = history.output + history.errors
        let address = String(try #require(log.firstMatch(of: /listens on (http:\S+)/)?.1))
        let requests: [(what: String, headers: [String], body: String?, path: String)] = [
            ("with a token", ["Authorization: Bearer \(token)"], nil, "/api/v1/items"),
            ("with a wrong token", ["Authorization: Bearer \(Self.wrongToken)"], nil, "/api/v1/items"),
            ("with a token in the query", [], nil, "/api/v1/items?token=\(token)"),
            ("with a passcode", [], #"{"passcode":"\#(Self.passcode)"}"#, "/api/v1/session"),
            ("with a wrong passcode", [], #"{"passcode":"\#(Self.wrongPasscode)"}"#, "/api/v1/session"),
            ("with half a body", [], #"{"passcode":"\#(Self.passcode)"#, "/api/v1/session"),
            ("with an unknown key", [], #"{"\#(Self.passcode)":1}"#, "/api/v1/items/sam/keys"),
            ("as a phone", ["Authorization: Basic \(basic(token))"], #"{"_type":"x"}"#, "/owntracks/sam/phone"),
            ("as a wrong phone", ["Authorization: Basic \(basic(Self.wrongToken))"], "{}", "/owntracks/sam/phone"),
        ]
        for request in requests {
            let answer = try await curl(address + request.path, request.headers, request.body, apart)
            // Whoever sends a key gets it back by name, and a new session is told to who has logged in.
            if request.what == "with an unknown key" { continue }
            #expect(answer.contains("HTTP/1.1"))
            finder.said.append(("the answer to a request \(request.what)", answer))
        }
    }

    private func basic(_ token: String) -> String { Data("sam:\(token)".utf8).base64EncodedString() }

    /// The answer with its head; the request stands in files, not in arguments.
    private func curl(_ url: String, _ headers: [String], _ body: String?, _ apart: Sandbox) async throws -> String {
        let all = headers + (body == nil ? [] : ["Content-Type: application/json"])
        var call = [
            "--silent", "--include", "--max-time", "120", "--header",
            "@\(try apart.write(all.joined(separator: "\n"), to: "headers"))",
        ]
        if let body { call += ["--data-binary", "@\(try apart.write(body, to: "body"))"] }
        let command = try RunningCommand(
            "/usr/bin/curl",
            call + [url],
            environment: ["PATH": "/usr/bin:/bin"],
            files: "\(apart.directory)/curl-\(UUID().uuidString)"
        )
        return await command.ended().output
    }

    /// Commands that are given secrets, and fail or not.
    private func runOthers(
        _ broker: TestBroker,
        password: String,
        data: String,
        _ apart: Sandbox,
        _ sandbox: Sandbox,
        _ finder: inout Finder
    ) async throws {
        let wrongFile = try secretFile(Self.wrongPassword, "wrong", in: apart)
        let key = try secretFile("-----BEGIN PRIVATE KEY-----\n\(Self.keyText)\n", "key.pem", in: apart)
        let port = broker.configuration.port
        let config = try apart.write(
            "broker: mqtt://tagalong:\(password)@127.0.0.1:\(port)\nwarning: [\n",
            to: "bad.yaml"
        )
        let trace = ["--log-level", "trace"]
        let calls: [(words: [String], environment: [String: String])] = [
            (["watch", "--broker", broker.url, "--password-file", wrongFile, "--for", "3s"] + trace, [:]),
            (
                ["watch", "--until-alerts", "1", "--for", "1s"] + trace,
                ["TAGALONG_BROKER": "mqtt://tagalong:\(password)@127.0.0.1:1"]
            ),
            (["doctor", "--json"] + trace, ["TAGALONG_BROKER": "mqtt://tagalong:\(password)@127.0.0.1:\(port)"]),
            (["items", "--config", config], [:]),
            (["items", "--json"], ["TAGALONG_BROKER": "mqtt://tagalong:\(password)@127.0.0.1:\(port):\(password)"]),
            (
                [
                    "watch", "--broker", "mqtts://127.0.0.1:\(port)", "--cert-file", key, "--key-file", key,
                    "--for", "3s",
                ] + trace, [:]
            ),
            (["notify", "test", "home", "--notifications", "\(apart.directory)/notifications.yaml"] + trace, [:]),
            (["notify", "list", "--notifications", "\(apart.directory)/notifications.yaml"] + trace, [:]),
            (["backup", "\(sandbox.directory)/copy.sqlite"], [:]),
            (["export", "sam/keys", "--out", "\(sandbox.directory)/keys.gpx"], [:]),
        ]
        for call in calls {
            let command = try sandbox.start(call.words + ["--data-dir", data], environment: call.environment)
            // One that waits for something has said by then what it was given.
            let timer = Task {
                try await Task.sleep(for: .seconds(20))
                command.send(SIGKILL)
            }
            let outcome = await command.ended()
            timer.cancel()
            finder.said.append(("'\(call.words.prefix(2).joined(separator: " "))'", outcome.output + outcome.errors))
        }
    }

    private func secretFile(_ text: String, _ name: String, in sandbox: Sandbox) throws -> String {
        let path = try sandbox.write(text + "\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    // MARK: Looking for them

    private func arguments(of process: Int32) throws -> String {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline"))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Every file below a directory, whatever is in it.
    private func contents(of directory: String) throws -> [(place: String, text: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: directory).compactMap { name in
            guard let bytes = FileManager.default.contents(atPath: "\(directory)/\(name)") else { return nil }
            return (name, String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Expects that nobody else may read anything below a directory.
    private func expectPrivate(_ directory: String, except others: Set<String> = []) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: directory) where !others.contains(name) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
            let mode = try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
            #expect(mode & 0o077 == 0, "\(name) has the mode \(String(mode, radix: 8))")
        }
    }
}
