import AsyncHTTPClient
import ServiceLifecycle
import Testing

@testable import Console

@Suite(.timeLimit(.minutes(5)))
struct ShutdownTests {
    /// Far less than the ten seconds after which the program gives up on a service.
    private static let grace = Duration.seconds(5)

    @Test func `a hundred open streams do not hold up the end`() async throws {
        try await withConsole(configure: { $0.limits.streamsOfAccount = 100 }) { console in
            let (ports, listening) = AsyncStream<Int>.makeStream()
            let service = ConsoleService(parts: console.parts) { listening.yield($0.front) }
            let group = ServiceGroup(services: [service], logger: .silent)
            async let running: Void = group.run()
            let port = try #require(await ports.first { _ in true })
            var clients: [Socket] = []
            for _ in 0..<100 {
                let client = try Socket(port: port)
                try client.write("GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n")
                clients.append(client)
            }
            while console.feed.live.statistics.open < 100 { try await Task.sleep(for: .milliseconds(5)) }
            let start = ContinuousClock.now
            await group.triggerGracefulShutdown()
            try await running
            // That it ends before the program gives up is what is to be shown, not how fast the machine is.
            #expect(start.duration(to: .now) < Self.grace)
            #expect(console.feed.live.statistics.open == 0)
            let isWhole = try clients.map { try Self.rest($0).hasSuffix("\r\n0\r\n\r\n") }
            #expect(isWhole == Array(repeating: true, count: 100))
        }
    }

    /// Everything up to the end of the connection.
    private static func rest(_ client: Socket) throws -> String {
        var bytes: [UInt8] = []
        while case let more = client.read(), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }
}
