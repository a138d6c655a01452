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
    private var lock: WriterLock?
    private var current: GuardService?
    private var trouble: String?

    /// How long it waits before it tries again.
    private static let pause = Duration.seconds(60)

    init(_ setup: GuardSetup, on choice: BrokerChoice) { (self.setup, self.choice) = (setup, choice) }

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
    }
}
