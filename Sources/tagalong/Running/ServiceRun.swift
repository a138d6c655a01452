import Foundation
import Logging
import ServiceLifecycle
import Supervision
import UnixSignals

/// Runs services until they end, or a signal ends them.
enum ServiceRun {
    /// Runs the services in the order in which they need each other.
    ///
    /// SIGTERM and SIGINT shut them down in the reverse order; a second signal ends the process at once, and so does
    /// ``LastDeadline`` when a service does not end.
    ///
    /// - Throws: What a service threw.
    static func run(
        _ services: [any Service], mayFinish: Bool = false, greeting: String = "", logger: Logger
    ) async throws {
        let deadline = LastDeadline(logger: logger)
        defer { deadline.lift() }
        var configuration = ServiceGroupConfiguration(
            services: services.map { service in
                .init(
                    service: MortalService(service: service, deadline: deadline),
                    successTerminationBehavior: mayFinish ? .gracefullyShutdownGroup : .cancelGroup,
                    serviceName: "\(type(of: service))"
                )
            },
            logger: logger.quiet
        )
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: configuration)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        try Output.standard.write(greeting)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await obey(signals, group, deadline, logger) }
            defer { tasks.cancelAll() }
            try await group.run()
        }
    }

    /// Runs services that are meant to go on, and tells the service manager how they do, if one has started this.
    ///
    /// The greeting is written once a signal ends it in good order.
    ///
    /// - Throws: What a service threw.
    static func run(_ set: ServiceSet, greeting: String = "", logger: Logger) async throws {
        OpenFiles.raiseLimit()
        let information = ProcessInfo.processInfo
        let manager = ServiceManager(environment: information.environment, process: information.processIdentifier)
        let supervisor = manager.map {
            Supervisor(manager: $0, vitals: set.vitals, gates: set.gates, logger: logger)
        }
        // The last: so it is the first to hear of a shutdown.
        try await run(set.services + (supervisor.map { [$0] } ?? []), greeting: greeting, logger: logger)
    }

    private static func obey(
        _ signals: UnixSignalsSequence, _ group: ServiceGroup, _ deadline: LastDeadline, _ logger: Logger
    ) async {
        var isEnding = false
        for await signal in signals {
            if isEnding { exit(128 + signal.rawValue) }
            isEnding = true
            logger.info("\(signal): ending; once more ends at once")
            deadline.set()
            await group.triggerGracefulShutdown()
        }
    }
}

extension Logger {
    /// The same for what concerns nobody who does not look for it.
    fileprivate var quiet: Logger {
        var copy = self
        copy.logLevel = max(logLevel, .warning)
        return copy
    }
}
