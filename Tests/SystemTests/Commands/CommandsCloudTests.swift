import Foundation
import MQTT
import Messages
import ServerSupport
import TestSupport
import Testing

/// A tracker behind Hologram's cloud, by the built program: a real broker between, and the cloud played by a real server.
@Suite(.timeLimit(.minutes(10)))
struct CommandsCloudTests {
    private static let token = "0123456789abcdef0123"

    private static func configure(_ sandbox: Sandbox, _ server: TestWebServer) throws -> String {
        for (name, secret) in [("token", token), ("key", "s3cr3t-key")] {
            let path = try sandbox.write(secret, to: name)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        return try sandbox.write(
            """
            clouds:
              hologram:
                kind: hologram
                token-file: token
                api-key-file: key
                url: \(server.url)
                port: 4010
                devices:
                  1502: sam/keys
            """,
            to: "clouds.yaml"
        )
    }

    private struct Fix: Decodable { let lat: Double, seq: Int }

    /// What the cloud was to pass on, decoded.
    private static func passed(_ server: TestWebServer) -> [String] {
        server.requests.map { request in
            let text = String(decoding: request.body, as: UTF8.self)
            let data = text.firstMatch(of: /"base64data":"([^"]*)"/).flatMap { Data(base64Encoded: String($0.1)) }
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
    }

    private static func hook(_ base: String, _ payload: String) async throws -> Int {
        let data = Data(payload.utf8).base64EncodedString()
        let body = Array(#"{"device":{"id":1502,"name":"Keys"},"tags":["_DEVICE_1502_"],"data":"\#(data)"}"#.utf8)
        let url = "\(base)/api/v1/ingress/hologram/\(token)"
        let headers = ["Content-Type": "application/json"]
        return try await TestWebClient.plain.send("POST", url, headers: headers, body: body).status
    }

    @Test func `a position comes in by a webhook, and a command that waited goes out, over a restart`() async throws {
        var reply = TestWebServer.Reply(200)
        reply.body = Array(#"{"success":true,"data":[]}"#.utf8)
        let taken = reply
        try await withTestBroker { broker in
            try await withSandbox { sandbox in
                try await withTestWebServer(reply: { _, number in number < 2 ? .init(503) : taken }) { server in
                    let call = [
                        "history", "--broker", broker.url, "--store", sandbox.store, "--notifications", "off",
                        "--clouds", try Self.configure(sandbox, server), "--http", "0", "--log-level", "debug",
                    ]
                    var service = try sandbox.start(call)
                    try await service.wait(for: "listens on ")
                    let base = try #require(
                        service.errors.firstMatch(of: /listens on (http:\/\/[^\s]+)/).map { String($0.1) }
                    )
                    let location = #"{"_type":"location","lat":46.5,"lon":-14.4,"tst":1777626000,"boot":3,"seq":258}"#
                    try await eventually(every: .milliseconds(50)) { try await Self.hook(base, location) == 200 }
                    #expect(try await Self.hook(base, location) == 200)
                    let command = #"{"_type":"command","id":"c-1","do":"ring"}"#
                    try await publish(command, to: "tagalong/sam/keys/command", broker)
                    try await service.wait(for: "commands wait on the broker")
                    let first = await service.terminate(SIGKILL)
                    service = try sandbox.start(call)
                    try await eventually { Self.passed(server).count { $0 == command } >= 3 }
                    try await service.wait(for: "listens on ")
                    let outcome = await service.terminate()
                    #expect(outcome.status == 0)
                    let keys = Set(server.requests.map { $0.headers["authorization"] })
                    #expect(keys == ["Basic YXBpa2V5OnMzY3IzdC1rZXk="])
                    let fixes = try await sandbox.run("fixes", "sam/keys", "--store", sandbox.store, "--json")
                    #expect(try fixes.json(as: [Fix].self).map(\.seq) == [258])
                    for secret in ["s3cr3t-key", "YXBpa2V5", Self.token] {
                        #expect(!(first.errors + outcome.errors + first.output + outcome.output).contains(secret))
                    }
                }
            }
        }
    }

    private func publish(_ text: String, to topic: String, _ broker: TestBroker) async throws {
        let session = BusSession(clientID: "test-\(UUID().uuidString)", subscriptions: [], persistent: false)
        let client = try MQTTClient(configuration: broker.configuration, session: session, logger: .silent)
        let run = Task { try await client.run { _ in } }
        defer { run.cancel() }
        try await client.publish(Message(topic: topic, payload: Array(text.utf8)))
        try await client.drained()
    }

    @Test func `a mistake in the file is told before anything starts`() async throws {
        try await withSandbox { sandbox in
            let file = try sandbox.write("clouds:\n  hologram:\n    kind: holo\n", to: "clouds.yaml")
            let data = "\(sandbox.directory)/data"
            let outcome = try await sandbox.start(["up", "--clouds", file, "--data-dir", data]).ended()
            #expect(outcome.status == 2)
            let expected = "clouds.yaml:3: 'kind' is 'holo': hologram is expected"
            #expect(outcome.errors.contains(expected), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: "\(data)/broker"))
        }
    }
}
