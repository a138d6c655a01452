import API
import Console
import MQTT
import Messages
import ServerSupport
import ServiceLifecycle
import Store
import Synchronization
import TestSupport
import Testing
import Tracking
import Web

/// The history service beside clients that mean harm.
@Suite(.timeLimit(.minutes(30)))
struct HostileBodyTests {
    private static func nested(_ levels: Int, around inner: String) -> String {
        String(repeating: #"{"a":"#, count: levels) + inner + String(repeating: "}", count: levels)
    }

    private static func list(_ element: String, _ count: Int) -> String {
        "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
    }

    /// The body that stopped the service for 199 s.
    private static let worst = nested(400, around: list(#""""#, 60_000))
    private static let marks = String(repeating: "\u{301}\u{316}", count: 50_000)
    private static let importPath = "/api/v1/import?item=sam/stolen&new=true"

    /// Bodies that were made to take long, and where they go.
    private static let hostile: [(method: String, path: String, body: String)] = [
        ("POST", "/api/v1/session", worst),
        ("PATCH", "/api/v1/items/sam/keys", worst),
        ("PATCH", "/api/v1/items/sam/keys", nested(60, around: list("{}", 49_000))),
        ("PATCH", "/api/v1/items/sam/keys", #"{"a\#(marks)":1}"#),
        ("PATCH", "/api/v1/items/sam/keys", #"{"item":"a\#(marks)"}"#),
        ("POST", importPath, String(repeating: "x", count: 1 << 20)),
        ("POST", importPath, "lat,lon,time\n" + String(repeating: "1,2,3\n", count: 1 << 17)),
        ("POST", importPath + "&skip-bad=true", "lat,lon,time\n" + String(repeating: "1,2,3\n", count: 1 << 17)),
        ("POST", importPath, #"{"type":"FeatureCollection","features":"# + String(repeating: "[", count: 1 << 18)),
        ("POST", "/pub?u=sam&d=phone", list("1", 100_000)),
    ]

    private static let fixes = 2000

    @Test func `a thousand positions a second beside hostile bodies are all stored`() async throws {
        let bag = try DeviceID(owner: Name("sam"), device: Name("bag"))
        try await withConsole { console in
            try await console.meetKeys()
            let isOver = Flag()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<4 {
                    group.addTask {
                        var turn = client
                        while !isOver.isSet {
                            let (method, path, body) = Self.hostile[turn % Self.hostile.count]
                            turn += 1
                            let status = try await console.send(method, path, json: body).status
                            // Lines that are left out because that was asked for are no mistake.
                            let expected = path.hasSuffix("skip-bad=true") ? 200..<201 : 400..<500
                            #expect(expected.contains(status), "\(method) \(path): \(status)")
                        }
                    }
                }
                group.addTask {
                    try await Self.send(Self.fixes, of: bag, console)
                    try await console.wait { try console.store.fixCount(of: bag) == Self.fixes }
                    isOver.set()
                }
                try await group.waitForAll()
            }
            #expect(try console.store.fixCount(of: bag) == Self.fixes)
            #expect(try console.store.devices().map(\.id.device.text).sorted() == ["bag", "keys"])
            #expect(try await console.get("/health").status == 200)
        }
    }

    /// Publishes so many fixes to the broker, ten each hundredth of a second.
    private static func send(_ count: Int, of device: DeviceID, _ console: ConsoleBench) async throws {
        let session = BusSession(clientID: "bag", subscriptions: [], persistent: false)
        let client = try MQTTClient(configuration: console.broker.configuration, session: session, logger: .silent)
        let running = Task { try await client.run { _ in } }
        let start = WallClock().now.advanced(by: .seconds(-3600))
        for number in 0..<count {
            let time = start.advanced(by: .milliseconds(number))
            try await client.publish(console.fix(of: device, at: time, sequence: UInt32(number + 1)))
            if number % 10 == 9 { try await Task.sleep(for: .milliseconds(10)) }
        }
        try await client.drained()
        running.cancel()
        _ = await running.result
    }

    @Test func `the service ends in good order while hostile bodies come`() async throws {
        try await withConsole { console in
            let (ports, listening) = AsyncStream<Int>.makeStream()
            let service = ConsoleService(parts: console.parts) { listening.yield($0.front) }
            let services = ServiceGroup(services: [service], logger: .silent)
            async let running: Void = services.run()
            let port = try #require(await ports.first { _ in true })
            // Half a body, whose other half never comes.
            let half = try RawSocket(port: port)
            try half.write("POST \(Self.importPath) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nlat")
            let head = "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            let request = head + "Connection: close\r\nContent-Length: \(Self.worst.utf8.count)\r\n\r\n" + Self.worst
            await withTaskGroup(of: String.self) { group in
                for _ in 0..<6 { group.addTask { await RawSocket.exchange(Array(request.utf8), port: port) } }
                for await answer in group { #expect(answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(100))") }
            }
            await services.triggerGracefulShutdown()
            try await running
            half.close()
        }
    }
}

/// Something that comes about once.
private final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}
