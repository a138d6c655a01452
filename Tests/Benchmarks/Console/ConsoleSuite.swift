import Broker
import Foundation
import MQTT
import Messages
import Store
import Tracking

/// The console over HTTP: a long history, and what changes.
struct ConsoleSuite {
    private let load: Load

    init(_ load: Load) { self.load = load }

    func run() async throws -> [Measurement] {
        try await withTemporaryDirectory { directory in
            let count = load.amount(1_000_000, quick: 20_000)
            load.say("  writing \(count) fixes")
            let history = try LongHistory(count, at: "\(directory)/history.sqlite")
            let broker = try await PrivateBroker.start(in: directory, isAnonymous: true, logger: .silent)
            let console = try ConsoleChild(load.tagalong, broker.connection, history.path, in: directory)
            defer { console.child.stop() }
            let bench = HistoryQueries(load: load, history: history, port: console.port)
            let queries = try await bench.run()
            let events = try await EventTrial(load: load, broker: broker.connection, console: console).run()
            await broker.kill()
            return queries + events + [
                Measurement("the service's memory afterwards", console.child.status.resident / 1e6, "MB")
            ]
        }
    }
}

/// `tagalong history` with its HTTP service.
struct ConsoleChild {
    let child: Child
    let port: UInt16

    init(_ program: String, _ broker: MQTTConfiguration, _ store: String, in directory: String) throws {
        port = LoopbackSocket.freePort()
        let arguments = [
            "history", "--broker", broker.description, "--store", store, "--http", "127.0.0.1:\(port)", "--log-level",
            "warning",
        ]
        child = try Child(program, arguments, home: directory, log: "\(directory)/console.log")
        let watch = Stopwatch()
        while (try? LoopbackSocket(port: port).get("/ready").status) != 200 {
            guard child.isRunning, watch.seconds < 60 else { throw WrongCount("services ready", expected: 1, found: 0) }
            usleep(20_000)
        }
    }
}

/// The ways to a long history.
struct HistoryQueries {
    let load: Load
    let history: LongHistory
    let port: UInt16

    private var fixes: String { "/api/v1/items/\(history.item)/fixes" }

    func run() async throws -> [Measurement] {
        let store = try Store(path: history.path, mode: .readOnly)
        let bare = try BareQuery(history.path, owner: "\(history.item.owner)", device: "\(history.item.device)")
        let client = try LoopbackSocket(port: port)
        let dayPath = "\(fixes)?from=\(history.day.lowerBound)&to=\(history.day.upperBound)&limit=10000"
        guard try client.get(fixes).status == 200 else {
            load.say("  this service has no \(fixes)")
            return []
        }
        let size = try client.get(dayPath).bytes
        let echo = try StaticAnswer(size)
        var rounds = Rounds()
        rounds.add("store") { try time(20_000) { keep(try store.latest(of: history.item, limit: 10)) } }
        rounds.add("bare") { try time(20_000) { keep(try bare.newest()) } }
        rounds.add("latest") { try time(2000) { try ask(client, fixes) } }
        rounds.add("health") { try time(2000) { try ask(client, "/health") } }
        rounds.add("day") { try time(50) { try ask(client, dayPath) } }
        rounds.add("static") { try time(50) { try ask(echo.client, "/") } }
        rounds.add("day in store") {
            let (first, last) = (history.day.lowerBound, history.day.upperBound)
            return try time(50) { keep(try store.fixes(of: history.item, from: first, to: last)) }
        }
        let results = try await rounds.run(load)
        return measurements(results.scaled, size)
    }

    private func measurements(_ results: (String, Double) -> Samples, _ size: Int) -> [Measurement] {
        [
            Measurement(
                "latest 10 of one item's million in the store",
                results("store", 1e6),
                "µs",
                limit: ("µs, bare SQLite for its row", results("bare", 1e6)),
                target: .atMost(20)
            ),
            Measurement(
                "  over HTTP",
                results("latest", 1e3),
                "ms",
                limit: ("ms, /health", results("health", 1e3)),
                target: .atMost(0.5)
            ),
            Measurement(
                "8,640 points of a day over HTTP",
                results("day", 1e3),
                "ms",
                limit: ("ms, a bare socket's bytes", results("static", 1e3)),
                target: .atMost(20)
            ),
            Measurement("  read from the store", results("day in store", 1e3), "ms"),
            Measurement("  the answer", Double(size) / 1e6, "MB"),
        ]
    }

    private func ask(_ client: LoopbackSocket, _ path: String) throws {
        let status = try client.get(path).status
        guard status == 200 else { throw WrongCount("status of \(path)", expected: 200, found: status) }
    }

    /// Seconds for one turn, by the clock: the median of ten parts.
    private func time(_ full: Int, _ work: () throws -> Void) throws -> Double {
        let count = max(1, load.amount(full, quick: full / 20) / 10)
        var parts = Samples()
        for _ in 0..<10 {
            let watch = Stopwatch()
            for _ in 0..<count { try work() }
            parts.add(watch.seconds / Double(count))
        }
        return parts.median
    }
}

extension Rounds.Results {
    /// The samples of a trial times a factor.
    fileprivate func scaled(_ trial: String, _ factor: Double) -> Samples {
        var samples = Samples()
        for value in self[trial].values { samples.add(value * factor) }
        return samples
    }
}

/// Somebody who answers each request with the same bytes, without looking at it.
final class StaticAnswer {
    let client: LoopbackSocket

    init(_ size: Int) throws {
        let listener = Listener()
        client = try LoopbackSocket(port: listener.port)
        let peer = listener.accept()
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n"
        let answer = Array(head.utf8) + [UInt8](repeating: 0x20, count: size)
        Thread.detachNewThread { while !peer.read().isEmpty, (try? peer.write(answer)) != nil {} }
    }

    deinit { client.close() }
}
