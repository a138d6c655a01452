import Foundation
import Glibc
import MQTT
import ServerSupport
import Store
import TestSupport

/// The processes of one trial: a broker and the history service, and what of the machine they use.
final class Stage {
    let plan: Plan
    let directory: String
    let broker: TestBroker
    /// Where the database is.
    var storeDirectory: String
    /// What the history service sees of the environment besides a home.
    var environment: [String: String] = [:]
    /// What lies between the history service and the broker, when that is a network of their own.
    var link: (any Link)?
    /// What lies between a worker and the database, when that is a network, too.
    var storeLink: CableLink?
    /// Whether all of `tagalong up` runs, with its private broker, and not the history service alone.
    var isWhole = false
    /// Tells what one should know of the trial beside its numbers.
    var notes: [String] = []
    /// What went wrong while a fault was made, and keeps nobody from counting.
    var troubles: [String] = []
    /// Those that share the work; nil for one history service.
    private var crew: Crew?
    /// The brokers of several nodes in place of the one; nil for that.
    private var cluster: TestRabbitMQ?
    private var history: Child?
    private var wideBroker: Child?

    init(plan: Plan, named name: String) async throws {
        self.plan = plan
        let parent = plan.keep ?? FileManager.default.temporaryDirectory.path
        directory = "\(parent)/fault-\(name)-\(UUID().uuidString.prefix(8))"
        storeDirectory = directory
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        broker = try await TestBroker()
    }

    var store: String { crew?.store ?? "\(storeDirectory)/history.sqlite" }

    /// Has several workers on PostgreSQL take the place of the one history service, and a cluster that of the broker
    /// where everything is to be of several machines.
    ///
    /// - Parameters:
    ///   - hasReplica: whether the database has a replica in any case.
    ///   - isOpen: whether it can be reached over networks.
    /// - Returns: the workers, of which none runs yet.
    /// - Throws: What a server throws that does not start.
    @discardableResult
    func gatherCrew(hasReplica: Bool = false, isOpen: Bool = false) async throws -> Crew {
        if plan.isCluster, cluster == nil { try await gatherBrokers() }
        if plan.isCluster { say("  PostgreSQL and its replica start") }
        let crew = try await Crew(
            plan: plan, in: directory, hasReplica: hasReplica || plan.isCluster, isOpen: isOpen
        )
        self.crew = crew
        return crew
    }

    /// Has a cluster of brokers take the place of the one, at an address of this machine.
    func gatherBrokers(at host: String = "127.0.0.1") async throws {
        guard cluster == nil else { return }
        say("  three nodes of RabbitMQ start")
        cluster = try await TestRabbitMQ(host: host)
    }

    /// The brokers, where there are several.
    var brokers: TestRabbitMQ {
        get throws {
            guard let cluster else { throw Trouble("there is no cluster of brokers") }
            return cluster
        }
    }

    /// The workers, where there are several.
    var crewAtWork: Crew {
        get throws {
            guard let crew else { throw Trouble("there are no workers") }
            return crew
        }
    }

    /// How clients of this process reach the broker.
    var connection: MQTTConfiguration {
        var configuration = cluster?.configuration ?? (isWhole ? ownBroker : nil) ?? broker.configuration
        if let link { configuration.host = link.near }
        // Sooner than the history service, so that nothing it publishes is missed.
        configuration.backoff = .init(first: .milliseconds(10), most: .milliseconds(50))
        return configuration
    }

    /// What the history service has said.
    var historyWords: String { (try? String(contentsOfFile: historyLog, encoding: .utf8)) ?? "" }
    private var historyLog: String { "\(directory)/history.log" }

    /// Starts the history service, and waits until it has its session on the broker.
    func startHistory(awaitsConnection: Bool = true) async throws {
        if let crew {
            for name in Crew.names { try crew.start(name, broker: connection.description) }
            return try await crew.awaitSpread()
        }
        let before = count("connected to the broker")
        let call =
            [plan.tagalong, isWhole ? "up" : "history"] + (isWhole ? [] : ["--broker", connection.description])
            + ["--store", store, "--data-dir", storeDirectory, "--http", "127.0.0.1:0"]
        history = try Child(
            (link?.farSide ?? []) + call,
            environment: ["HOME": directory].merging(environment) { $1 },
            log: historyLog
        )
        guard awaitsConnection else { return }
        try await eventually("the history service is connected") { [self] in
            if history?.isRunning != true { throw Trouble("the history service has ended: \(lastWords)") }
            return count("connected to the broker") > before
        }
    }

    /// Ends the history service with a signal; answers with its status, or the negative signal.
    func endHistory(_ signal: Int32) async throws -> Int32 {
        if let crew { return try await crew.endAll(signal) }
        guard let history else { throw Trouble("there is no history service") }
        return await history.end(signal)
    }

    var historyIdentifier: Int32? { history?.identifier }
    var historyRuns: Bool { history?.isRunning == true }

    /// How often the history service has said something.
    func count(_ text: String) -> Int {
        historyWords.split(separator: "\n").count { $0.contains(text) }
    }

    private var lastWords: String { historyWords.split(separator: "\n").suffix(2).joined(separator: " | ") }

    /// Where the console is.
    private var consoleAddress: Substring? { historyWords.matches(of: /listens on (http:\S+)/).last?.1 }

    /// The port of the console.
    var consolePort: Int {
        get throws {
            let port = consoleAddress?.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) }
            guard let port else { throw Trouble("the console does not say where it listens") }
            return port
        }
    }

    /// The status of the answer to `/ready`, or 0 without one; of workers whether all partitions are in hand.
    var readiness: Int {
        if let crew { return crew.isSpread(over: Crew.names) ? 200 : 0 }
        guard let consoleAddress else { return 0 }
        let call = ["curl", "--silent", "--max-time", "20", "--output", "/dev/null", "--write-out", "%{http_code}"]
        return Int(Command.output((link?.farSide ?? []) + call + ["\(consoleAddress)/ready"]).text) ?? 0
    }

    /// Puts the broker's own configuration to use on an address of the link, where it is to be reached from beyond.
    func moveBroker(to link: any Link) async throws {
        if plan.isCluster {
            try await gatherBrokers(at: link.near)
            return self.link = link
        }
        await broker.stop()
        let file = "\(broker.directory)/mosquitto.conf"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let wide = "\(broker.directory)/wide.conf"
        try text.replacing("127.0.0.1", with: link.near).write(toFile: wide, atomically: true, encoding: .utf8)
        self.link = link
        wideBroker = try Child(["mosquitto", "-c", wide], log: "\(directory)/mosquitto.log")
    }

    /// Ends whatever still runs, and removes what nobody wants to keep.
    func clear() async {
        if historyRuns { await history?.end(SIGKILL) }
        await crew?.clear()
        await cluster?.remove()
        if wideBroker?.isRunning == true { await wideBroker?.end(SIGKILL) }
        await storeLink?.remove()
        await link?.remove()
        await broker.remove()
        if plan.keep == nil { try? FileManager.default.removeItem(atPath: directory) }
    }
}
