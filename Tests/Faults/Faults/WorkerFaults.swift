import Foundation
import Glibc
import MQTT
import ServerSupport
import TestSupport

/// A fault of several workers on PostgreSQL, which take the place of the one history service.
protocol WorkerFault: Fault {}

extension WorkerFault {
    func obstacle(_ plan: Plan) -> String? { Crew.obstacle }

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws { try await stage.gatherCrew() }

    func times(_ plan: Plan) -> Int { plan.isShort ? 1 : times }
}

extension Crew {
    /// Why there can be no PostgreSQL here.
    static var obstacle: String? {
        let programs = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        return programs.isEmpty ? "there is no PostgreSQL: run scripts/setup" : nil
    }
}

/// One worker after the other is killed, and comes back when others have what it had.
struct WorkerKilled: WorkerFault {
    let name = "worker-killed"
    let summary = "kill -9 of one of three workers on PostgreSQL, which comes back 5 s later"
    let times = 3

    func strike(_ number: Int, _ stage: Stage) async throws {
        let (crew, name) = (try stage.crewAtWork, Crew.names[number % Crew.names.count])
        try await crew.kill(name)
        try await Task.sleep(for: .seconds(5))
        try crew.start(name, broker: stage.connection.description)
        try await crew.awaitSpread()
    }
}

/// One worker after the other ends as a system ends it, and gives back what it had.
struct WorkerEnded: WorkerFault {
    let name = "worker-ended"
    let summary = "SIGTERM to one of three workers, which comes back when the others have what it had"
    let times = 3

    func strike(_ number: Int, _ stage: Stage) async throws {
        let (crew, name) = (try stage.crewAtWork, Crew.names[number % Crew.names.count])
        let begin = ContinuousClock.now
        let status = try await crew.end(name, SIGTERM)
        guard status == 0 else { throw Trouble("it ended with \(status) on SIGTERM") }
        try await crew.awaitSpread(over: Crew.others(than: name))
        stage.notes.append("the others had it \(seconds(since: begin)) s after the signal")
        try crew.start(name, broker: stage.connection.description)
        try await crew.awaitSpread()
    }
}

/// A worker does nothing for far longer than its lease, in the middle of what it writes, and then goes on.
struct WorkerFrozen: WorkerFault {
    let name = "worker-frozen"
    let summary = "SIGSTOP of one of three workers in the middle of transactions, for far longer than its lease"
    let times = 2

    func times(_ plan: Plan) -> Int { plan.isCluster || plan.isShort ? 1 : times }

    func strike(_ number: Int, _ stage: Stage) async throws {
        let (crew, name) = (try stage.crewAtWork, Crew.names[number % Crew.names.count])
        let process = try crew.process(of: name)
        let open = try await freeze(process, crew)
        let begin = ContinuousClock.now
        try await crew.awaitSpread(over: Crew.others(than: name))
        let seconds = stage.plan.isCluster ? 30 : 3 * Crew.lease
        try await Task.sleep(until: max(.now, begin + .seconds(seconds)))
        let left = try await crew.openTransactions().intersection(open)
        if !left.isEmpty { stage.troubles.append("\(left.count) transactions of a frozen worker are still open") }
        kill(process, SIGCONT)
        let length = String(format: "%.0f", begin.duration(to: .now) / .seconds(1))
        let opened = "\(open.count) transaction\(open.count == 1 ? "" : "s") open"
        stage.notes.append("\(length) s, with \(opened), ended by others before it woke")
        try await crew.awaitSpread()
    }

    /// Stops it while the server waits for the rest of a transaction; answers with those.
    private func freeze(_ process: Int32, _ crew: Crew) async throws -> Set<String> {
        for attempt in 0..<50 {
            kill(process, SIGSTOP)
            try await Task.sleep(for: .milliseconds(200))
            let seen = try await crew.openTransactions()
            // Those of the others end meanwhile.
            if !seen.isEmpty { try await Task.sleep(for: .milliseconds(600)) }
            let open = try await crew.openTransactions().intersection(seen)
            if !open.isEmpty { return open }
            kill(process, SIGCONT)
            // At another point of its round each time.
            try await Task.sleep(for: .milliseconds(20 + attempt * 37 % 131))
        }
        kill(process, SIGSTOP)
        return []
    }
}

/// A fourth worker comes and goes.
struct WorkerAdded: WorkerFault {
    let name = "worker-added"
    let summary = "a fourth worker comes and ends"
    let times = 1

    func strike(_ number: Int, _ stage: Stage) async throws {
        let crew = try stage.crewAtWork
        try crew.start("dora", broker: stage.connection.description)
        try await crew.awaitSpread(over: Crew.names + ["dora"])
        guard try await crew.end("dora", SIGTERM) == 0 else { throw Trouble("the fourth worker failed") }
        try await crew.awaitSpread()
    }
}

/// A worker loses the broker, and not the database.
struct WorkerCutOff: WorkerFault {
    let name = "worker-cut-off"
    let summary = "network between one of three workers and the broker down for 15 s"
    let times = 1

    func obstacle(_ plan: Plan) -> String? { plan.isolation.obstacle ?? CableLink.obstacle ?? Crew.obstacle }

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {
        let link = try await CableLink()
        // A cluster is at that end of the cable from the start.
        try await stage.moveBroker(to: link)
        let crew = try await stage.gatherCrew()
        crew.places[Crew.names[0]] = link.farSide
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        guard let link = stage.link as? CableLink else { return }
        try await stage.crewAtWork.cutFirst(off: link, stage)
        try await stage.crewAtWork.awaitSpread()
    }
}

/// The broker ends in good order below several workers, and comes back.
struct WorkersBrokerRestarted: WorkerFault {
    let name = "workers-broker-restarted"
    let summary = "SIGTERM to mosquitto below three workers"
    let times = 2
    let mayRepeat = true

    func strike(_ number: Int, _ stage: Stage) async throws {
        await stage.broker.stop()
        try await stage.broker.start()
    }
}

/// The workers' clocks are minutes apart, while one of them is killed.
struct WorkerClocksApart: WorkerFault {
    let name = "worker-clocks-apart"
    let summary = "clocks of three workers right, 3 min ahead and 3 min behind; kill -9 of each"
    let times = 3

    func obstacle(_ plan: Plan) -> String? { ClockJumped().obstacle(plan) ?? Crew.obstacle }

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {
        let crew = try await stage.gatherCrew()
        let library = try ClockJumped.library(in: stage.directory)
        for (name, seconds) in zip(Crew.names, [0, 180, -180] as [Int64]) {
            let file = "\(stage.directory)/clock-\(name)"
            try ClockJumped.bytes(of: seconds).write(to: URL(fileURLWithPath: file))
            crew.environments[name] = ["LD_PRELOAD": library, "CLOCK_OFFSET_FILE": file]
        }
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        let (crew, name) = (try stage.crewAtWork, Crew.names[number % Crew.names.count])
        try await crew.kill(name)
        try await crew.awaitSpread(over: Crew.others(than: name))
        try crew.start(name, broker: stage.connection.description)
        try await crew.awaitSpread()
    }
}

/// A node of a cluster of brokers is killed, and comes back.
struct BrokerNodeKilled: WorkerFault {
    let name = "broker-node-killed"
    let summary = "kill -9 of one of three RabbitMQ nodes below three workers, back 5 s later"
    let times = 2
    /// What it had passed on and not heard to be taken goes again from another node, and may be late then.
    let mayRepeat = true
    let keepsAlerts = false

    func obstacle(_ plan: Plan) -> String? { TestRabbitMQ.obstacle ?? Crew.obstacle }

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {
        try await stage.gatherBrokers()
        try await stage.gatherCrew()
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        let brokers = try stage.brokers
        await brokers.kill(number)
        try await Task.sleep(for: .seconds(5))
        try await brokers.start(number)
    }
}

/// The nodes of a cluster of brokers are restarted one after the other, as for an update.
struct BrokerNodesRestarted: WorkerFault {
    let name = "broker-nodes-restarted"
    let summary = "SIGTERM to each of three RabbitMQ nodes below three workers, one after the other"
    let times = 3
    let mayRepeat = true
    let keepsAlerts = false

    func obstacle(_ plan: Plan) -> String? { BrokerNodeKilled().obstacle(plan) }

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {
        try await BrokerNodeKilled().prepare(stage, &generator)
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        let brokers = try stage.brokers
        await brokers.stop(number)
        try await brokers.start(number)
    }
}
