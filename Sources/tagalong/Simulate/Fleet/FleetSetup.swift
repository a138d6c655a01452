import ArgumentParser
import Files
import Logging
import MQTT
import Simulation
import UnixSignals

/// What a fleet without a scenario needs: a load on the system behind a broker.
struct FleetSetup {
    private let plan: FleetPlan
    private let choice: BrokerChoice
    private let options: FleetOptions
    private let report: String?
    private let isQuiet: Bool
    private let logger: Logger

    init(_ command: Simulate, _ settings: CommandSettings) throws {
        choice = try BrokerChoice.choose(command.broker, settings)
        options = command.fleetOptions
        plan = try options.plan(
            trackers: command.fleet ?? 1, seed: command.seed ?? 1, topics: command.topics.topics(settings)
        )
        report = command.report
        isQuiet = command.quiet
        var logger = Logger(part: "simulate", level: settings.logLevel)
        // Of what breaks and is refused the fleet tells itself, in short.
        if logger.logLevel >= .info { logger.logLevel = .critical }
        self.logger = logger
    }

    /// Runs it to its end, which SIGINT and SIGTERM bring about in good order, a second one at once.
    ///
    /// - Throws: `ExitCode` 1 when something was lost, ``CommandFailure`` otherwise.
    func play() async throws {
        let files = plan.connections + (options.verify ? 1 : 0)
        try FleetLimits.expectFiles(connections: files)
        // Whoever has run for an hour wants a report that can be written.
        let writer = try report.map { try PrivateFile.writer($0) }
        let screen = FleetScreen(isQuiet: isQuiet)
        let run = FleetRun(
            plan: plan,
            duration: options.runsFor,
            verifies: options.verify,
            cleansUp: options.cleansUp,
            connect: connect,
            tell: { screen.show($0) },
            complain: { screen.complain($0) }
        )
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let listener = Task {
            for await _ in signals { run.inbox.put(.signal) }
        }
        defer { listener.cancel() }
        let start = SystemUTCClock().now
        let rides = try options.paths.map { path in
            let origin = try options.origin.map { try FleetOptions.coordinate($0) }
            return try FleetRides(path, origin: origin, trackers: plan.trackers)
        }
        let outcome: FleetOutcome
        do { outcome = try await run.run(start: start, rides: rides) } catch let error as FleetRun.Unreachable {
            throw choice.unreachable(because: error.description)
        }
        let result = FleetReport(plan, broker: "\(choice.connection)", start: start, outcome)
        if let writer, let report { try write(result, to: writer, report) }
        if !isQuiet { try Output.standard.write(FleetScreen.summary(outcome)) }
        if let trouble = outcome.trouble { throw trouble }
        if outcome.lost > 0 {
            try Output.error.write("tagalong: \(FleetScreen.losses(outcome))\n")
            throw ExitCode(ExitStatus.failure.rawValue)
        }
    }

    private func write(_ result: FleetReport, to writer: FileWriter, _ path: String) throws {
        let text = try result.json()
        do throws(FileError) {
            try writer.write(Array(text.utf8))
            try writer.flush()
        } catch { throw PrivateFile.failure(path, error.reason) }
    }

    private var connect: FleetRun.Connect {
        var connection = choice.connection
        // The fleet itself keeps to its room; a queue that is full would hold up all others.
        connection.queueLimit = 2 * plan.room + 64
        connection.backoff.most = .seconds(10)
        return { [connection, logger] session, onSettled in
            try MQTTClient(configuration: connection, session: session, logger: logger, onSettled: onSettled)
        }
    }
}
