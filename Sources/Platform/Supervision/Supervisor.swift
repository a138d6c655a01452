public import Logging
public import ServiceLifecycle

/// Tells the service manager how the program does: that it is ready, that it goes on, and that it ends.
///
/// It says that the program goes on only when every part has answered anew; a timer alone would go on in a program
/// that hangs. It has to be the last of the services, so that it is the first to hear of a shutdown.
public struct Supervisor: Service {
    private let manager: ServiceManager
    private let vitals: [Vital]
    private let gates: [Gate]
    private let clock: any Clock<Duration>
    private let logger: Logger

    /// A supervisor that begins when it is run.
    ///
    /// The vitals have to answer, and the program is ready when all gates are open. The logger hears of a part that
    /// does not answer.
    public init(
        manager: ServiceManager,
        vitals: [Vital],
        gates: [Gate],
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger
    ) {
        (self.manager, self.vitals, self.gates) = (manager, vitals, gates)
        (self.clock, self.logger) = (clock, logger)
    }

    /// A manager that does not watch is told how the program stands so often.
    private static let usualPause = Duration.seconds(10)

    /// Runs until it is shut down.
    public func run() async throws {
        let rounds = Rounds()
        // Apart, since a part that hangs does not hear that its asker is cancelled.
        let asking = Task { await ask(rounds) }
        await cancelWhenGracefulShutdown {
            for gate in gates { await gate.opened() }
            guard !Task.isCancelled else { return }
            manager.notify([.ready, .status(rounds.summary)])
            await watch(rounds)
        }
        asking.cancel()
        manager.notify([.stopping, .status("ending")])
    }

    /// Two rounds fit between two messages, and two messages into the manager's patience.
    private var pause: Duration { manager.patience.map { $0 / 4 } ?? Self.usualPause }

    private func ask(_ rounds: Rounds) async {
        while !Task.isCancelled {
            await rounds.run(vitals)
            try? await clock.sleep(for: pause / 2)
        }
    }

    private func watch(_ rounds: Rounds) async {
        var seen = rounds.finished
        var said = rounds.summary
        var silent: String?
        while true {
            try? await clock.sleep(for: pause)
            guard !Task.isCancelled else { return }
            let finished = rounds.finished
            let summary = rounds.summary
            if finished > seen {
                manager.notify(summary == said ? [.alive] : [.alive, .status(summary)])
                seen = finished
                said = summary
                silent = nil
            } else if let part = rounds.asked, part != silent {
                logger.error("\(part) does not answer; the service manager is not told that all is well")
                silent = part
            }
        }
    }
}
