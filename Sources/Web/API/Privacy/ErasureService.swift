import Access
import History
import Logging
import Reminders
import ServiceLifecycle
import Store
import Threads
import Tracking
import Web

/// Goes on with erasures, those that an earlier life of the service has left among them, until nothing is left.
///
/// Of services that share accounts any goes on with what another one was ordered to do and has not ended in some time, one
/// of them at a time; the others forget what they have in memory.
struct ErasureService: Service {
    let parts: ConsoleParts
    /// Files are written anew here, and a database may be waited for: both may take long.
    private let work = WorkExecutor(threads: 1)

    init(parts: ConsoleParts) { self.parts = parts }

    /// Between two tries.
    static let interval = Duration.seconds(2)
    /// How long whoever was asked has for an erasure before the others take part.
    static let patience = Duration.seconds(30)

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            if parts.erasures.isOpen { await withTaskExecutorPreference(work) { await goOn() } }
            // A shutdown cancels the sleep, and is no error.
            try? await cancelWhenGracefulShutdown {
                try await parts.clock.sleep(until: parts.clock.now.advanced(by: Self.interval), tolerance: nil)
            }
            try Task.checkCancellation()
        }
        parts.erasures.release()
    }

    @concurrent
    private func goOn() async {
        let order = parts.erasures.order
        guard let access = parts.access else { return parts.erasures.close(after: order) }
        let all: [Erasure]
        do { all = try access.erasures() } catch {
            // Whoever else asks for the accounts says so; whether there is any is not known.
            return parts.logger.debug("whether an erasure is under way is not known: \(error)")
        }
        // Another service may be asked for one at any time.
        if all.isEmpty, !access.isShared { return parts.erasures.close(after: order) }
        parts.erasures.keep(Set(all.map(\.id)))
        for erasure in all {
            do {
                let standing = isOthers(erasure) ? nil : try await parts.goOn(with: erasure)
                if standing == nil { await parts.forget(erasure) }
            } catch { parts.logger.warning("an erasure is not over yet: \(error)") }
        }
    }

    /// Whether another service was asked for an erasure just now.
    private func isOthers(_ erasure: Erasure) -> Bool {
        guard parts.access?.isShared ?? false, !parts.erasures.knows(erasure.id) else { return false }
        return !parts.clock.now.isApart(Self.patience.milliseconds, from: erasure.asked)
    }
}

extension ConsoleParts {
    /// How long those who read shared accounts have them after the tables could not be written anew: whoever tries that
    /// has all others wait.
    private static let pause = Duration.seconds(60)

    /// Goes as far with an erasure as it can be gone now; nil where another service, or another task of this one, does.
    func goOn(with erasure: Erasure) async throws -> AccountEraser.Standing? {
        guard let access = web.access, let eraser, var known = erasures.begin(erasure.id) else { return nil }
        defer { erasures.end(erasure.id, known) }
        do {
            if known.lock?.holds == false { known.lock = nil }
            if known.standing == .broker, known.asked == erasure.asked, await !feed.isConnected {
                // The history service tells the broker once it is there; another one's may be by now.
                known.letGo()
                return .broker
            }
            if known.lock == nil { known.lock = try access.lock(erasure) }
            guard known.lock != nil else {
                // What is known of it is what was before that one came.
                known.standing = nil
                return nil
            }
            // As it stands now: another one may have ended it meanwhile, or have been asked for it anew.
            guard let erasure = try access.erasures().first(where: { $0.id == erasure.id }) else {
                known.letGo()
                return .done
            }
            known.expect(erasure.asked)
            if known.standing == .readers, access.isShared, isPausing(since: known.tried) { return .readers }
            let isFirst = known.standing == nil || known.standing == .readers
            let standing = try await eraser.goOn(with: erasure, isFirst: isFirst)
            (known.standing, known.tried) = (standing, web.clock.now)
            if standing == .done { known.letGo() }
            return standing
        } catch {
            known.letGo()
            throw error
        }
    }

    private func isPausing(since tried: Timestamp?) -> Bool {
        guard let tried else { return false }
        return !web.clock.now.isApart(Self.pause.milliseconds, from: tried)
    }

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
        let reminders = Set((try? store.reminders(of: owner).map(\.reminder)) ?? [])
        await feed.purge { (id: ReminderID) in id.owner == owner && !reminders.contains(id) }
        inboxes.forget(feed.live)
    }
}
