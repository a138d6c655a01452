import Access
import History
import Logging
import ServiceLifecycle
import Synchronization
import Tracking
import Web

/// The erasures that are under way, as they stood when somebody last went on with them.
final class ErasureRegistry: Sendable {
    private let state = Mutex<(isOpen: Bool, standings: [Int64: AccountEraser.Standing])>((true, [:]))

    /// Whether there may be any.
    var isOpen: Bool { state.withLock(\.isOpen) }

    func open() { state.withLock { $0.isOpen = true } }
    func close() { state.withLock { $0 = (false, [:]) } }

    subscript(id: Int64) -> AccountEraser.Standing? {
        get { state.withLock { $0.standings[id] } }
        set { state.withLock { $0.standings[id] = newValue } }
    }
}

/// Goes on with erasures, those that an earlier life of the service has left among them, until nothing is left.
struct ErasureService: Service {
    let parts: ConsoleParts

    /// Between two tries.
    static let interval = Duration.seconds(2)

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            if parts.erasures.isOpen { await goOn() }
            // A shutdown cancels the sleep, and is no error.
            try? await cancelWhenGracefulShutdown {
                try await parts.clock.sleep(until: parts.clock.now.advanced(by: Self.interval), tolerance: nil)
            }
            try Task.checkCancellation()
        }
    }

    private func goOn() async {
        do {
            guard let access = parts.access, case let erasures = try access.erasures(), !erasures.isEmpty else {
                return parts.erasures.close()
            }
            for erasure in erasures { try await goOn(with: erasure) }
        } catch { parts.logger.warning("an erasure is not over yet: \(error)") }
    }

    private func goOn(with erasure: Erasure) async throws {
        guard let eraser = parts.eraser else { return }
        let before = parts.erasures[erasure.id]
        // What the broker did not hear is said again once it is there.
        if before == .broker, await !parts.feed.isConnected { return }
        let isFirst = before == nil || before == .broker
        parts.erasures[erasure.id] = try await eraser.goOn(with: erasure, isFirst: isFirst)
    }
}

extension ConsoleParts {
    /// Carries out erasures in this service.
    var eraser: AccountEraser? {
        guard let access = web.access else { return nil }
        return AccountEraser(
            access: access,
            store: store,
            clock: web.clock,
            change: { change in
                try await history.perform { core, now in ((), try change(&core, now)) }
            },
            isDelivered: { await isDelivered() },
            forget: { account, owner in
                looks.purge(account, owner)
                await feed.purge(owner)
            }
        )
    }

    /// Whether the broker has all that it was told, after some patience.
    private func isDelivered() async -> Bool {
        for _ in 0..<100 {
            let standing = await history.standing
            if standing.isConnected, standing.waiting == 0, standing.backlog == 0 { return true }
            guard standing.isConnected else { return false }
            try? await web.clock.sleep(until: web.clock.now.advanced(by: .milliseconds(20)), tolerance: nil)
        }
        return false
    }
}
