import Foundation
import Glibc
import MQTT
import ServerSupport
import Store

/// The workers that share a history in a PostgreSQL of their own.
final class Crew {
    let server: CrewStore
    /// The address of the history.
    var store: String { server.address }
    /// Another address of it that a worker uses, by name.
    var stores: [String: String] = [:]
    /// What each worker sees of the environment besides a home, by name.
    var environments: [String: [String: String]] = [:]
    /// The words that run a worker where it is, by name.
    var places: [String: [String]] = [:]
    private let plan: Plan
    private let directory: String
    private var workers: [String: Child] = [:]

    static let partitions = 16
    /// Seconds.
    static let lease = 3
    static let names = ["ada", "ben", "cleo"]

    init(plan: Plan, in directory: String, hasReplica: Bool, isOpen: Bool) async throws {
        (self.plan, self.directory) = (plan, directory)
        server = try await CrewStore(hasReplica: hasReplica, isOpen: isOpen)
    }

    /// Where a worker's words go.
    func log(of name: String) -> String { "\(directory)/\(name).log" }

    /// What a worker has said.
    func words(of name: String) -> String { (try? String(contentsOfFile: log(of: name), encoding: .utf8)) ?? "" }

    /// Starts a worker, and does not wait for it.
    @discardableResult
    func start(_ name: String, broker: String, log other: String? = nil) throws -> Child {
        let call = [
            plan.tagalong, "history", "--partitions", "\(Self.partitions)", "--worker", name, "--lease",
            "\(Self.lease)", "--broker", broker, "--store", stores[name] ?? store, "--data-dir", "\(directory)/\(name)",
        ]
        let child = try Child(
            (places[name] ?? []) + call,
            environment: ["HOME": directory].merging(environments[name] ?? [:]) { $1 },
            log: log(of: other ?? name)
        )
        if other == nil { workers[name] = child }
        return child
    }

    func process(of name: String) throws -> Int32 {
        guard let worker = workers[name] else { throw Trouble("there is no worker \(name)") }
        return worker.identifier
    }

    /// Has a worker be none of the crew any more, with what becomes of it left to others.
    func leave(_ name: String) throws -> Child {
        guard let worker = workers.removeValue(forKey: name) else { throw Trouble("there is no worker \(name)") }
        return worker
    }

    /// Transactions that have begun and wait for more from a client, each with the moment of its beginning.
    func openTransactions() async throws -> Set<String> {
        let lines = try await server.primary.ask(
            """
            SELECT pid || ' ' || xact_start FROM pg_stat_activity
            WHERE application_name = 'tagalong' AND xact_start IS NOT NULL AND wait_event_type = 'Client'
            """
        )
        return Set(lines.split(separator: "\n").map(String.init))
    }

    /// Ends a worker with a signal; answers with its status, or the negative signal.
    func end(_ name: String, _ signal: Int32) async throws -> Int32 {
        guard let worker = workers.removeValue(forKey: name) else { throw Trouble("there is no worker \(name)") }
        return await worker.end(signal)
    }

    /// Kills a worker.
    func kill(_ name: String) async throws {
        guard try await end(name, SIGKILL) == -SIGKILL else { throw Trouble("it had ended by itself") }
    }

    /// All but one.
    static func others(than name: String) -> [String] { names.filter { $0 != name } }

    /// Ends all workers with a signal; answers with the first status that is none of success.
    func endAll(_ signal: Int32) async throws -> Int32 {
        var status: Int32 = 0
        let all = workers.values
        for worker in all where worker.isRunning { Glibc.kill(worker.identifier, signal) }
        for worker in all {
            let one = await worker.end(0)
            if status == 0 { status = one }
        }
        workers = [:]
        return status
    }

    /// Whether each partition is held by one of these workers, as many by each, and in touch with the broker.
    func isSpread(over names: [String]) -> Bool {
        guard let overview = try? WorkOverview(path: store), !overview.partitions.isEmpty else { return false }
        let isHeld = overview.partitions.allSatisfy { $0.isConnected && names.contains($0.holder ?? "") }
        guard isHeld else { return false }
        let held = names.map { name in overview.partitions.count { $0.holder == name } }
        return (held.max() ?? 0) - (held.min() ?? 0) <= 1
    }

    /// Waits until the partitions are spread evenly over these workers.
    func awaitSpread(over names: [String] = names) async throws {
        try await eventually("the partitions are spread over \(names.joined(separator: ", "))") { [self] in
            for name in names {
                guard let worker = workers[name], worker.isRunning else {
                    throw Trouble("worker \(name) has ended: \(words(of: name).split(separator: "\n").suffix(2))")
                }
            }
            return isSpread(over: names)
        }
    }

    /// Cuts a link of the first worker for 15 s, in which the others have to take what it holds.
    func cutFirst(off link: CableLink, _ stage: Stage) async throws {
        try link.cut()
        let begin = ContinuousClock.now
        try await awaitSpread(over: Array(Self.names.dropFirst()))
        stage.notes.append("the others had what it had after \(seconds(since: begin)) s")
        try await Task.sleep(until: max(.now, begin + .seconds(15)))
        try link.heal()
    }

    /// Ends whatever still runs, with the server.
    func clear() async {
        for worker in workers.values where worker.isRunning {
            Glibc.kill(worker.identifier, SIGCONT)
            await worker.end(SIGKILL)
        }
        await server.remove()
    }
}
