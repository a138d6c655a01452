import API
import Guarding
import Logging
import Messages
import ServiceLifecycle
import Tracking

/// The guard of an owner beside the services of `tagalong up`: where it cannot begin, they go on without it, and it is
/// tried again.
actor GuardKeeper: Service {
    let setup: GuardSetup
    private let choice: BrokerChoice
    private let board: PartBoard
    private var lock: WriterLock?
    private var current: GuardService?
    private var trouble: String?

    /// How long it waits before it tries again.
    private static let pause = Duration.seconds(60)

    /// A keeper that notes on a board how the guard stands.
    init(_ setup: GuardSetup, on choice: BrokerChoice, board: PartBoard) {
        (self.setup, self.choice, self.board) = (setup, choice, board)
        board.note(.guarding(setup.owner), .starting, at: SystemUTCClock().now)
    }

    nonisolated var owner: Name { setup.owner }

    /// How it stands, in a sentence.
    var standing: String {
        get async {
            if let current { return await current.standing(of: owner) }
            return "the guard of \(owner) \(trouble.map { "does not run: \($0)" } ?? "begins")"
        }
    }

    /// Runs until it is shut down.
    func run() async throws {
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            do {
                let service = try await begun()
                (current, trouble) = (service, nil)
                board.note(.guarding(owner), .running, at: SystemUTCClock().now)
                return try await service.run()
            } catch { note("\(error)") }
            await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.pause) }
        }
    }

    private func begun() async throws -> GuardService {
        if lock == nil { lock = try setup.lock() }
        let logger = setup.logger
        return try await setup.service(on: choice) { _, tag in
            logger.notice("\(tag.stage.rawValue): \(GuardLine.told(tag))")
        }
    }

    private func note(_ sentence: String) {
        current = nil
        if trouble != sentence { setup.logger.error("\(sentence); the guard of \(owner) is tried again each minute") }
        trouble = sentence
        board.note(.guarding(owner), .down(sentence), at: SystemUTCClock().now)
    }
}
