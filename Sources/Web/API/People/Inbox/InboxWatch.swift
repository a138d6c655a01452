import Logging
import ServiceLifecycle
import Threads
import Tracking
import Web

/// Looks now and then whether something has come into the inboxes of those who listen.
struct InboxWatch: Service {
    let parts: ConsoleParts
    /// A database may be waited for here.
    private let work = WorkExecutor(threads: 1)

    init(parts: ConsoleParts) { self.parts = parts }

    /// Between two looks.
    private static let interval = Duration.seconds(1)
    /// It looks in each of so many for what others have read, too.
    private static let looks = 15

    func run() async throws {
        var (looks, complaint) = (0, "")
        while !Task.isShuttingDownGracefully {
            // A shutdown cancels the sleep, and is no error.
            try? await cancelWhenGracefulShutdown {
                try await parts.clock.sleep(until: parts.clock.now.advanced(by: Self.interval), tolerance: nil)
            }
            try Task.checkCancellation()
            looks += 1
            let (board, isWhole) = (parts.inboxes, looks.isMultiple(of: Self.looks))
            let trouble = await withTaskExecutorPreference(work) { await look(board, all: isWhole) }
            // Once, however often it is tried.
            if let trouble, trouble != complaint { parts.logger.warning("the inboxes cannot be read now: \(trouble)") }
            complaint = trouble ?? ""
        }
    }

    @concurrent
    private func look(_ board: InboxBoard, all: Bool) async -> String? {
        do {
            try board.look(parts, all: all)
            return nil
        } catch { return "\(error)" }
    }
}
