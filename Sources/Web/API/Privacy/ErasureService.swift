import Access
import History
import Logging
import ServiceLifecycle
import Store
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
///
/// Of services that share accounts any goes on with what another one was ordered to do and has not ended in some time; until
/// then it forgets what it has in memory.
struct ErasureService: Service {
    let parts: ConsoleParts

    /// Between two tries.
    static let interval = Duration.seconds(2)
    /// How long whoever was asked has for an erasure before the others take part.
    static let patience = Duration.seconds(30)

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
            guard let access = parts.access else { return parts.erasures.close() }
            let erasures = try access.erasures()
            // Another service may be asked for one at any time.
            if erasures.isEmpty, !access.isShared { return parts.erasures.close() }
            for erasure in erasures {
                let age = erasure.asked.duration(to: parts.clock.now)
                // Also where the clock was set back.
                let isYoung = age < Self.patience && age > .zero - Self.patience
                if access.isShared, isYoung, parts.erasures[erasure.id] == nil {
                    await parts.forget(erasure)
                } else {
                    try await goOn(with: erasure)
                }
            }
        } catch { parts.logger.warning("an erasure is not over yet: \(error)") }
    }

    private func goOn(with erasure: Erasure) async throws {
        guard let eraser = parts.eraser else { return }
        let before = parts.erasures[erasure.id]
        // The history service tells the broker once it is there.
        if before == .broker, await !parts.feed.isConnected { return }
        let isFirst = before == nil || before == .readers
        parts.erasures[erasure.id] = try await eraser.goOn(with: erasure, isFirst: isFirst)
    }
}

extension ConsoleParts {
    /// Carries out erasures in this service.
    var eraser: AccountEraser? {
        guard let access = web.access else { return nil }
        guard let history = history.service else {
            return AccountEraser(
                access: access,
                store: store,
                clock: web.clock,
                carryOut: { [history] errand in
                    guard case .notStored(let sentence) = try await history.carryOut(errand) else { return }
                    throw ErrandFailure.notStored(sentence)
                },
                settle: { await settle($0) },
                forget: { account, owner in
                    await forget(account, owner)
                    history.workers?.errands.haveForgotten(account, owner)
                }
            )
        }
        return AccountEraser(
            access: access,
            store: store,
            clock: web.clock,
            change: { change in
                try await history.perform { core, now in ((), try change(&core, now)) }
            },
            settle: { await settle($0) },
            forget: { await forget($0, $1) }
        )
    }

    /// Waits until the broker has let go of what it keeps of an owner's phones, with some patience.
    private func settle(_ owner: Name) async {
        for _ in 0..<100 {
            let isLeft = try? store.deletions().contains { $0.device.owner == owner && $0.isPhone }
            guard isLeft != false, await history.standing.isConnected else { return }
            try? await web.clock.sleep(until: web.clock.now.advanced(by: .milliseconds(20)), tolerance: nil)
        }
    }

    /// Forgets what is in memory of those whom an erasure is of.
    fileprivate func forget(_ erasure: Erasure) async {
        guard let account = erasure.account, let owner = erasure.owner else { return }
        await forget(account, owner)
    }

    /// Forgets what is in memory of an account and of an owner's devices, but for those that are there anew.
    func forget(_ account: Name, _ owner: Name) async {
        let present = Set((try? store.devices(of: owner).map(\.id)) ?? [])
        let isBack = (try? web.access?.accounts().contains { $0.name == account }) ?? false
        let isGone = { @Sendable (device: DeviceID) in device.owner == owner && !present.contains(device) }
        looks.purge { look in (!isBack && look.viewer == account) || isGone(look.device) }
        await feed.purge(isGone)
    }
}
