import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Ends the process when its services do not end by themselves, as they may not when what they wait for is stuck.
///
/// The service group has a limit of its own for that, and crashes at it.
final class LastDeadline: Sendable {
    private let limit: Duration
    private let logger: Logger
    private let end: @Sendable (ExitStatus) -> Void
    private let timer = Mutex<Task<Void, any Error>?>(nil)

    /// Ends the process after a limit that is longer than services get for ending in good order.
    init(
        after limit: Duration = .seconds(15),
        logger: Logger,
        end: @escaping @Sendable (ExitStatus) -> Void = { exit($0.rawValue) }
    ) {
        (self.limit, self.logger, self.end) = (limit, logger, end)
    }

    /// From now on the limit runs, unless it does already.
    func set() {
        timer.withLock { timer in
            guard timer == nil else { return }
            timer = Task { [limit, logger, end] in
                try await Task.sleep(for: limit)
                logger.error("not all of this has ended \(limit) after it was told to; it is ended as it is")
                end(.failure)
            }
        }
    }

    func lift() { timer.withLock { $0?.cancel() } }
}

/// A service of which the others may not go on for ever when it has ended, whatever ended it.
struct MortalService: Service {
    let service: any Service
    let deadline: LastDeadline

    func run() async throws {
        defer { deadline.set() }
        try await service.run()
    }
}
