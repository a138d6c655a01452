import Access
import Clouds
import Foundation
import HTTPTypes
import History
import Logging
import MQTT
import Messages
import NIOHTTP1
import ServerSupport
import Store
import TestSupport
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// A console on a free port with the history service behind it, a real broker, and a store in a file.
struct ConsoleBench: Sendable {
    let port: Int
    let commandsPort: Int
    let store: Store
    let history: HistoryService
    let feed: ConsoleFeed
    let broker: TestBroker
    let service: ConsoleService
    let access: AccessControl
    let localKey: AccessSecret
    let parts: ConsoleParts
    let topics = Topics()
    let directory: URL

    var base: String { "http://127.0.0.1:\(port)" }

    /// An answer with its body.
    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) }

        func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(type, from: Data(body))
        }
    }

    func get(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        try await send("GET", path, headers: headers)
    }

    func send(
        _ method: String,
        _ path: String,
        headers: [String: String] = [:],
        body: String? = nil,
        bytes: [UInt8]? = nil,
        at base: String? = nil,
        through client: TestWebClient = .plain
    ) async throws -> Answer {
        let sent = bytes ?? body.map { Array($0.utf8) }
        let answer = try await client.send(method, (base ?? self.base) + path, headers: headers, body: sent)
        return Answer(status: answer.status, headers: Self.fields(answer.headers), body: answer.body)
    }

    /// Headers by their names in lower case; the last of each.
    static func fields(_ headers: HTTPHeaders) -> [String: String] {
        Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
    }

    /// The accounts, by a connection of its own to their file.
    func otherAccess() throws -> AccessControl {
        try AccessControl(path: directory.path + "/access.sqlite", rounds: 1 << 10)
    }

    /// Publishes and waits until it has come back.
    func publishAndWait(_ message: Message) async throws {
        try await feed.publish(message)
        try await eventually { await feed.latest(message.topic)?.payload == message.payload }
    }

    /// Publishes what nobody takes, and waits until it has gone past.
    func publishRefused(_ message: Message) async throws {
        try await feed.publish(message)
        let other = topics.availability(try DeviceID(owner: Name("past"), device: Name("it")))
        try await publishAndWait(Message(topic: other, payload: Availability.online.encoded()))
    }

    /// Waits until the broker is there and has handed out what it keeps.
    func waitUntilSwept() async throws {
        try await eventually { await feed.hasSwept }
    }

    /// Waits until `/ready` says so.
    func waitUntilReady() async throws {
        try await eventually { try await get("/ready").status == 200 }
    }

    /// Publishes to the broker as anybody would, and waits until the history service has stored what it made of it.
    func ingest(_ messages: [Message]) async throws {
        let now = WallClock().now
        _ = try await history.perform { core, _ in ((), try core.ingest(messages, at: now)) }
    }
}

/// The time of this machine.
struct WallClock: UTCClock {
    var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
        try await Task.sleep(for: now.duration(to: deadline))
    }
}

/// Runs the body with a console of its own, and a store and accounts of its own in files where none are given.
func withConsole<Result: Sendable>(
    heartbeat: Duration = .seconds(15),
    patience: Int = 60,
    connections: Int = 1000,
    clock: any UTCClock = WallClock(),
    store: Store? = nil,
    accounts: String? = nil,
    logger: Logger = .silent,
    passphrases: PassphraseKeys = PassphraseKeys(),
    push: PushDesk? = nil,
    channels: NotificationDesk? = nil,
    broker desk: BrokerDesk? = nil,
    simulated: SimulatedItemDesk? = nil,
    clouds entries: [(entry: CloudEntry, counters: CloudCounters)] = [],
    archive: ArchiveMetrics? = nil,
    signIn: SignInDesk = SignInDesk(),
    facts: FactDesk? = nil,
    configure: @Sendable (inout ConsoleConfiguration) throws -> Void = { _ in },
    _ body: @Sendable (ConsoleBench) async throws -> Result
) async throws -> Result {
    try await withTestBroker { broker in
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("console-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let store =
            try store
            ?? Store(
                path: directory.path + "/history.sqlite",
                mode: .readWrite(create: true),
                durability: .off
            )
        var told = HistoryConfiguration()
        told.passphrases = passphrases
        let configuration = told
        let connection = broker.configuration
        let history = try HistoryService(
            core: try HistoryCore(store: store, configuration: configuration),
            clock: WallClock(),
            logger: .silent
        ) {
            try MQTTClient(configuration: connection, session: configuration.session, logger: .silent)
        }
        let feed = ConsoleFeed(topics: configuration.topics, logger: .silent) {
            let session = ConsoleFeed.session(of: configuration.topics, named: "test-console")
            return try MQTTClient(configuration: connection, session: session, logger: .silent)
        }
        let (access, localKey) = (
            try AccessControl(path: accounts ?? directory.path + "/access.sqlite", rounds: 1 << 10), AccessSecret()
        )
        var console = ConsoleConfiguration(port: 0, version: "0.0.0", heartbeat: heartbeat)
        (console.patience, console.connections) = (patience, connections)
        try configure(&console)
        var made = ConsoleParts(
            configuration: console,
            store: store,
            history: history,
            feed: feed,
            access: access,
            localKey: localKey,
            clock: clock,
            logger: logger
        )
        (made.push, made.channels, made.broker) = (push, channels, desk)
        made.simulated = simulated
        (made.signIn, made.facts) = (signIn, facts)
        made.archive = { archive }
        if !entries.isEmpty {
            let session = CloudIngress.session(named: "test-clouds")
            let client = try MQTTClient(configuration: connection, session: session, logger: .silent)
            made.clouds = CloudIngress(
                entries, topics: configuration.topics, clock: clock, logger: .silent, bus: client
            ) { client.counters.dropped }
            made.cloudMetrics = {
                entries.map { CloudMetrics(cloud: $0.entry.name.text, counts: $0.counters.counts) }
            }
        }
        let parts = made
        return try await withThrowingTaskGroup(of: Void.self) { group in
            let (ports, port) = AsyncStream<ConsolePorts>.makeStream()
            group.addTask { try await history.run() }
            group.addTask { try await feed.run() }
            if let clouds = parts.clouds { group.addTask { try await clouds.run() } }
            let service = ConsoleService(parts: parts) { port.yield($0) }
            group.addTask {
                // A service that cannot start is no reason to wait.
                defer { port.finish() }
                try await service.run()
            }
            var iterator = ports.makeAsyncIterator()
            guard let bound = await iterator.next() else {
                try await group.next()
                throw NotListening()
            }
            try await eventually { await feed.isConnected }
            let bench = ConsoleBench(
                port: bound.front,
                commandsPort: bound.commands,
                store: store,
                history: history,
                feed: feed,
                broker: broker,
                service: service,
                access: access,
                localKey: localKey,
                parts: parts,
                directory: directory
            )
            defer { group.cancelAll() }
            return try await body(bench)
        }
    }
}

/// The console's service ended before it listened.
struct NotListening: Error {}
