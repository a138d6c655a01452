import API
import Logging
import ServiceLifecycle
import Supervision
import Tracking

/// A part beside the other services of `tagalong up`: where it cannot begin, or ends by itself, they go on without it, and
/// it is started again, at last once a minute.
actor PartKeeper: Service {
    private let part: PartBoard.Part
    /// Such as `the gateway`, for sentences.
    private let title: String
    private let board: PartBoard
    private let clock: any UTCClock
    private let logger: Logger
    private let begin: @Sendable () async throws -> ServiceSet
    /// What runs already when the keeper begins.
    private var first: ServiceSet?
    private var current: ServiceSet?
    private var trouble: String?

    init(
        _ part: PartBoard.Part,
        _ title: String,
        on board: PartBoard,
        clock: any UTCClock = SystemUTCClock(),
        logger: Logger,
        first: ServiceSet? = nil,
        begin: @escaping @Sendable () async throws -> ServiceSet
    ) {
        (self.part, self.title, self.board) = (part, title, board)
        (self.clock, self.logger, self.first, self.begin) = (clock, logger, first, begin)
        board.note(part, first == nil ? .starting : .running, at: clock.now)
    }

    /// Runs until it is shut down.
    func run() async throws {
        var backoff = Backoff()
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            let start = clock.now
            do {
                try await live()
                if Task.isCancelled || Task.isShuttingDownGracefully { return }
                throw CommandFailure(.failure, "\(title) has ended by itself")
            } catch {
                current = nil
                // Whoever is told to end has no trouble.
                if Task.isCancelled || Task.isShuttingDownGracefully { return }
                let pause = backoff.pause(after: start.duration(to: clock.now))
                note("\(error)", pause)
                await cancelWhenGracefulShutdown { [clock] in
                    try? await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
                }
            }
        }
    }

    /// Starts it, and runs it until it ends.
    private func live() async throws {
        let set: ServiceSet
        if let first {
            set = first
        } else {
            set = try await cancelWhenGracefulShutdown { [begin] in try await begin() }
        }
        first = nil
        current = set
        if trouble != nil { logger.notice("\(title) runs again") }
        trouble = nil
        board.note(part, .running, at: clock.now)
        try await ServiceGroup(configuration: .init(services: set.services.map { .init(service: $0) }, logger: quiet))
            .run()
    }

    private func note(_ sentence: String, _ pause: Duration) {
        let seconds = "\(pause.components.seconds) s"
        if trouble != sentence {
            logger.error("\(sentence); the rest goes on, and \(title) is started again in \(seconds)")
        } else {
            // Each attempt once, where somebody looks for it; the same sentence each minute would hide the others.
            logger.debug("\(sentence); \(title) is started again in \(seconds)")
        }
        trouble = sentence
        board.note(part, .down(sentence), at: clock.now)
    }

    private var quiet: Logger {
        var copy = logger
        copy.logLevel = .critical
        return copy
    }

    /// The part as the service manager asks for it: what runs has to answer, and what does not run says why.
    nonisolated var vital: Vital { Vital(title) { await self.standing } }

    private var standing: String? {
        get async {
            guard let current else { return trouble.map { "\(title) does not run: \($0)" } ?? "\(title) begins" }
            var lines: [String] = []
            for vital in current.vitals { if let line = await vital.answer() { lines.append(line) } }
            return lines.isEmpty ? nil : lines.joined(separator: "; ")
        }
    }
}
