import Access
import Logging
import ServiceLifecycle
import Threads
import Tracking
import Web

/// Writes down who looked, and who tried to log in while locked out, many at once, and forgets what has ended: share links,
/// shares, and what of registering nobody has used.
struct AccessLogWriter: Service {
    let parts: ConsoleParts
    /// A database may be waited for here.
    private let work = WorkExecutor(threads: 1)

    init(parts: ConsoleParts) { self.parts = parts }

    /// Between two writings.
    static let interval = Duration.seconds(30)

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            // A shutdown cancels the sleep, and is no error.
            try? await cancelWhenGracefulShutdown {
                try await parts.clock.sleep(until: parts.clock.now.advanced(by: Self.interval), tolerance: nil)
            }
            await withTaskExecutorPreference(work) { await write() }
            try Task.checkCancellation()
        }
    }

    @concurrent
    private func write() async {
        parts.keepLooks()
        do { try parts.access?.keepLockedTries() } catch {
            parts.logger.warning("who tried while locked out is not written down yet: \(error)")
        }
        parts.sweepLinks()
        parts.sweepFoundPages()
        parts.sweepShares()
        do { try parts.access?.sweepSignIn(at: parts.clock.now) } catch {
            parts.logger.warning("what of registering is over is not removed yet: \(error)")
        }
    }
}

extension ConsoleParts {
    /// Writes down who looked until now.
    func keepLooks() {
        guard let access = web.access else { return }
        let taken = looks.drain()
        guard !taken.isEmpty else { return }
        do { try access.record(taken, at: web.clock.now) } catch {
            // The next time.
            for look in taken { looks.record(look) }
            web.logger.warning("who looked is not written down yet: \(error)")
        }
    }
}
