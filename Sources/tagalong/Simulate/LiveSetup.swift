import Logging
import MQTT
import Messages
import Rehearsal
import Simulation

/// What a simulation in front of real services needs.
struct LiveSetup {
    private let choice: BrokerChoice
    private let topics: Topics
    private let speed: Double
    private let fleet: Int
    private let hasRadio: Bool
    private let logger: Logger

    init(_ command: Simulate, _ settings: CommandSettings) throws {
        choice = try BrokerChoice.choose(command.broker, settings)
        topics = try command.topics.topics(settings)
        speed = command.speed ?? 1
        fleet = command.copies
        hasRadio = command.radio == .simulated
        logger = Logger(part: "simulate", level: settings.logLevel)
    }

    /// Plays a scenario once; SIGINT and SIGTERM take everybody off the broker before the end.
    func play(_ scenario: Scenario, _ screen: Screen, _ traceFile: TraceFile?) async throws -> Played {
        let connection = choice.connection
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        let configuration = LiveRehearsal.Configuration(
            scenario: scenario, fleet: fleet, speed: speed, hasRadio: hasRadio, topics: topics
        ) { [quiet] session in
            try MQTTClient(configuration: connection, session: session, logger: quiet)
        }
        let rehearsal = try LiveRehearsal(
            configuration, clock: SystemUTCClock(), logger: logger, trace: traceFile?.writer
        )
        let steps = rehearsal.steps
        let meter = screen.meter(scenario.name)
        defer { meter.end() }
        do {
            let report = try await Interruption.stops(scenario) {
                try await rehearsal.run { step in meter.show(step + 1, of: steps) }
            }
            return Played(report: report, scenario: scenario)
        } catch let error as LiveRehearsal.Unreachable {
            throw choice.unreachable(because: error.description)
        }
    }
}
