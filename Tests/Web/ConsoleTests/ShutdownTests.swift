import ServiceLifecycle
import TestSupport
import Testing

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// Nothing here gives up on a service: one that is held up fails by the limit of the suite.
@Suite(.timeLimit(.minutes(30)))
struct ShutdownTests {
    @Test func `a hundred open streams do not hold up the end`() async throws {
        try await withConsole(configure: { $0.limits.streamsOfAccount = 100 }) { console in
            let (ports, listening) = AsyncStream<Int>.makeStream()
            let service = ConsoleService(parts: console.parts) { listening.yield($0.front) }
            let group = ServiceGroup(services: [service], logger: .silent)
            async let running: Void = group.run()
            let port = try #require(await ports.first { _ in true })
            var clients: [RawSocket] = []
            for _ in 0..<100 {
                let client = try RawSocket(port: port)
                try client.write("GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n")
                clients.append(client)
            }
            try await eventually { console.feed.live.statistics.open >= 100 }
            await group.triggerGracefulShutdown()
            try await running
            #expect(console.feed.live.statistics.open == 0)
            let isWhole = try clients.map { try Self.rest($0).hasSuffix("\r\n0\r\n\r\n") }
            #expect(isWhole == Array(repeating: true, count: 100))
        }
    }

    /// How a service is told to end.
    enum Ending: CaseIterable, Sendable {
        case asked, cancelled
    }

    @Test(arguments: Ending.allCases)
    func `who has just been let in when the service ends is sent away`(ending: Ending) async throws {
        try await withConsole { console in
            for _ in 0..<10 {
                let (ports, listening) = AsyncStream<Int>.makeStream()
                let service = ConsoleService(parts: console.parts) { listening.yield($0.front) }
                let group = ServiceGroup(services: [service], logger: .silent)
                let running = Task { try await group.run() }
                let port = try #require(await ports.first { _ in true })
                // Some have been accepted, and nobody has taken them yet.
                let clients = try (0..<200).map { _ in try RawSocket(port: port) }
                switch ending {
                case .asked: await group.triggerGracefulShutdown()
                case .cancelled: running.cancel()
                }
                _ = await running.result
                for client in clients { #expect(client.read().isEmpty) }
            }
        }
    }

    /// Everything up to the end of the connection.
    private static func rest(_ client: RawSocket) throws -> String {
        var bytes: [UInt8] = []
        while case let more = client.read(), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }
}
