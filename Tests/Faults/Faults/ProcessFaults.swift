import Glibc
import ServerSupport

/// The history service is killed in the middle of whatever it does, and started again.
struct HistoryKilled: Fault {
    let name = "history-killed"
    let summary = "kill -9 of the history service"
    let times = 5

    func strike(_ number: Int, _ stage: Stage) async throws {
        guard try await stage.endHistory(SIGKILL) == -SIGKILL else { throw Trouble("it had ended by itself") }
        try await stage.startHistory()
    }
}

/// The history service is ended as a system does it, and started again.
struct HistoryEnded: Fault {
    let name = "history-ended"
    let summary = "SIGTERM to the history service"
    let times = 3

    func strike(_ number: Int, _ stage: Stage) async throws {
        let begin = ContinuousClock.now
        let status = try await stage.endHistory(SIGTERM)
        guard status == 0 else { throw Trouble("it ended with \(status) on SIGTERM") }
        stage.notes.append("ended within \(seconds(since: begin)) s")
        try await stage.startHistory()
    }
}

/// The history service does nothing for a while, as on a machine that swaps or sleeps.
struct HistoryFrozen: Fault {
    let name = "history-frozen"
    let summary = "SIGSTOP of the history service for 3 s"
    let times = 2

    func strike(_ number: Int, _ stage: Stage) async throws {
        guard let process = stage.historyIdentifier else { return }
        kill(process, SIGSTOP)
        try await Task.sleep(for: .seconds(3))
        kill(process, SIGCONT)
    }
}

/// The broker ends in good order, with all it had written down, and comes back.
struct BrokerRestarted: Fault {
    let name = "broker-restarted"
    let summary = "SIGTERM to mosquitto"
    let times = 3
    let mayRepeat = true

    func strike(_ number: Int, _ stage: Stage) async throws {
        await stage.broker.stop()
        try await stage.broker.start()
    }
}

/// The broker is killed, and comes back with what it had written down last.
struct BrokerKilled: Fault {
    let name = "broker-killed"
    let summary = "kill -9 of mosquitto"
    let times = 3
    /// What it had acknowledged and forgotten comes again from the trackers, but later.
    let keepsAlerts = false
    let mayRepeat = true

    func strike(_ number: Int, _ stage: Stage) async throws {
        await stage.broker.kill()
        try await stage.broker.start()
    }
}
