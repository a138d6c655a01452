import Foundation
import ServerSupport
import TestSupport
import Testing

@testable import tagalong

/// The parts of `tagalong up` that may fail while the rest goes on.
@Suite(.timeLimit(.minutes(30)))
struct CommandsPartsTests {
    private struct Services: Decodable {
        struct Part: Decodable { let service: String, state: String, since: String, reason: String? }
        let services: [Part]
    }

    /// The private broker's process.
    private func broker(in sandbox: Sandbox) throws -> Int32 {
        let text = try String(contentsOfFile: "\(sandbox.directory)/data/broker/mosquitto.pid", encoding: .utf8)
        return try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func start(
        _ more: [String], in sandbox: Sandbox, environment: [String: String] = [:]
    ) throws -> RunningCommand {
        let flags = ["--data-dir", "\(sandbox.directory)/data", "--store", sandbox.store]
        return try sandbox.start(["up"] + flags + more, environment: environment)
    }

    /// What the console answers.
    private func services(_ up: RunningCommand) async throws -> [Services.Part] {
        let page = try #require(up.errors.firstMatch(of: /listens on (http:\/\/\S+)/)).output.1
        let answer = try await TestWebClient.plain.send("GET", "\(page)/api/v1/services", headers: [:], body: nil)
        return try JSONDecoder().decode(Services.self, from: Data(answer.body)).services
    }

    @Test func `without bluetoothd or a system bus everything but the gateway runs, and says why it does not`()
        async throws
    {
        try await withTestMessageBus { messageBus in
            for address in [messageBus.address, "unix:path=/nonexistent/bus"] {
                try await withSandbox { sandbox in
                    let environment = ["DBUS_SYSTEM_BUS_ADDRESS": address]
                    let up = try start(["--gateway", "--http", "127.0.0.1:0"], in: sandbox, environment: environment)
                    try await up.wait(for: "the rest goes on, and the gateway is started again in 1 s")
                    try await up.wait(for: "history: connected")
                    try await up.wait(for: "listens on")
                    let parts = try await services(up)
                    #expect(parts.map(\.service) == ["broker", "gateway"])
                    #expect(parts.map(\.state) == ["running", "down"])
                    #expect(parts.last?.reason?.isEmpty == false)
                    let outcome = await up.terminate()
                    #expect(outcome.status == 0)
                    // Once, however often it was tried.
                    #expect(outcome.errors.split(separator: "\n").count { $0.contains("the rest goes on") } == 1)
                }
            }
        }
    }

    @Test func `a broker that cannot be started again is told, and a signal meanwhile ends all with status 0`()
        async throws
    {
        try await withSandbox { sandbox in
            let up = try start(["--http", "127.0.0.1:0"], in: sandbox)
            try await up.wait(for: "history: connected")
            try await up.wait(for: "listens on")
            _ = try sandbox.write("{", to: "data/broker/dynamic-security.json")
            kill(try broker(in: sandbox), SIGKILL)
            try await eventually {
                try await services(up).contains {
                    $0.state == "down" && $0.reason?.contains("dynamic-security") == true
                }
            }
            let outcome = await up.terminate()
            #expect(outcome.status == 0)
        }
    }

    @Test func `a broker that cannot be started at the beginning is an error, with a sentence`() async throws {
        try await withSandbox { sandbox in
            try FileManager.default.createDirectory(
                atPath: "\(sandbox.directory)/data/broker", withIntermediateDirectories: true
            )
            _ = try sandbox.write("{", to: "data/broker/dynamic-security.json")
            let outcome = await (try start(["--http", "off"], in: sandbox)).ended()
            #expect(outcome.status != 0)
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }
}
