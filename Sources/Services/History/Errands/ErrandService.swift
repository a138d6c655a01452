public import Logging
public import ServiceLifecycle
public import Store
import Synchronization
import Threads
public import Tracking

/// Has what is asked for on one worker done by the one that holds the owner's partition, each thing once, and does so for the
/// others; and tells the consoles of all workers what is stored.
public final class ErrandService: Service {
    private let path: String
    private let board: ErrandBoard
    private let held: HeldPartitions
    private let news: WorkerNews
    private let clock: any UTCClock
    private let logger: Logger
    private let hearing: PollThread
    /// Those who wait for the answer of an errand, or for a word from the others.
    private let waiting = Mutex<[Int64: AsyncStream<Void>.Continuation]>([:])
    /// Whether the board is heard.
    private let isHeard = Mutex(false)
    /// What a console here is told of what others have stored.
    private let reader: NewsReader
    /// When it is said that there is a console here, and how far this worker has come.
    private let beats = Mutex(Beats(every: .seconds(5)))

    /// What a console in this program is told.
    public struct Listener: Sendable {
        /// Whether anybody watches.
        public let isWatched: @Sendable () -> Bool
        /// Fixes that were stored, wherever that was.
        public let fixes: @Sendable ([StoredFix]) -> Void
        /// Something may have been missed: whoever watches has to begin anew, with these devices and the last fix of each.
        public let missed: @Sendable (_ known: Set<DeviceID>, _ newest: [StoredFix]) -> Void
        /// An account and an owner have been erased, wherever that was.
        public let erased: @Sendable (_ account: Name, _ owner: Name) -> Void

        public init(
            isWatched: @escaping @Sendable () -> Bool,
            fixes: @escaping @Sendable ([StoredFix]) -> Void,
            missed: @escaping @Sendable (_ known: Set<DeviceID>, _ newest: [StoredFix]) -> Void,
            erased: @escaping @Sendable (_ account: Name, _ owner: Name) -> Void
        ) {
            (self.isWatched, self.fixes, self.missed, self.erased) = (isWatched, fixes, missed, erased)
        }
    }

    /// Milliseconds in which somebody has to have begun an errand, and those in which it has to be answered.
    static let beginsWithin: Int64 = 8_000
    static let answersWithin = Duration.seconds(25)

    /// A service that does nothing yet.
    ///
    /// - Throws: ``StoreError``, or `NoDescriptor` when the process has none left for a thread's bell.
    public init(path: String, worker: String, held: HeldPartitions, clock: any UTCClock, logger: Logger) throws {
        (self.path, self.held, self.clock, self.logger) = (path, held, clock, logger)
        board = try ErrandBoard(path: path)
        news = WorkerNews(worker: worker, run: .random(in: 0 ... .max))
        reader = try NewsReader(logger: logger)
        hearing = try PollThread(isPreferred: true)
        hearing.start { PollThread.Wait(descriptors: [], timeout: -1) }
        held.whenOneBegins { [news] service in
            await service.listen {
                news.wanted
            } _: {
                news.add($0)
            }
        }
    }

    deinit { hearing.start { nil } }

    /// Has a console told what is stored from now on, which is read from a store of the whole history; there is one in a
    /// program at most.
    public func tell(_ listener: Listener, from store: Store) {
        reader.tell(listener, from: store)
        news.hasConsole = true
        beats.withLock { $0.hurry() }
    }

    /// Has the consoles of other workers forget what they have in memory of somebody who is being erased.
    public func haveForgotten(_ account: Name, _ owner: Name) {
        // What they do not hear they find by the erasure, or by what stands for its names.
        do { try board.tell(["x\(account) \(owner)"]) } catch { logger.debug("the others are not told: \(error)") }
    }

    /// Whether the other workers are heard.
    public var isConnected: Bool { isHeard.withLock { $0 } }

    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: hearing) { await self.hear() }
            group.addTask { try await self.reader.run() }
            group.addTask { try await self.speak() }
            try await group.waitForAll()
        }
    }

    /// Hears the board until the end, on a thread of its own, as it blocks.
    private func hear() async {
        var isFirst = true
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                let ear = try BoardEar(path: path)
                isHeard.withLock { $0 = true }
                // Until the others know of the console here they tell it nothing.
                beats.withLock { $0.hurry() }
                if !isFirst {
                    logger.info("the other workers are heard again")
                    reader.miss()
                    teller.withLock { $0 }?(.alerts)
                }
                isFirst = false
                // What was asked and answered before.
                for owner in try board.owners() { begin(owner) }
                for one in waiting.withLock({ Array($0.values) }) { one.yield() }
                while !Task.isShuttingDownGracefully, !Task.isCancelled {
                    for word in try ear.hear() { take(word) }
                    await Task.yield()
                }
            } catch {
                if isHeard.withLock({ was in
                    defer { was = false }
                    return was
                }) {
                    logger.warning("the other workers are not heard: \(error); trying again until they are")
                }
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    private func take(_ word: String) {
        let rest = word.dropFirst()
        switch word.first {
        case "e": if let owner = try? Name(String(rest)) { begin(owner) }
        case "a": if let id = Int64(rest) { waiting.withLock { $0[id] }?.yield() }
        case "n": teller.withLock { $0 }?(.alerts)
        case "p": teller.withLock { $0 }?(.channels)
        case "c": news.consoleIsThere(String(rest), at: .now)
        case "f":
            if let word = WorkerNews.read(String(rest)), word.worker != news.worker { reader.add(word) }
        case "x":
            let names = rest.split(separator: " ").compactMap { try? Name(String($0)) }
            if names.count == 2 { reader.listener?.erased(names[0], names[1]) }
        default: break
        }
    }

    private let teller = Mutex<(@Sendable (Matter) -> Void)?>(nil)

    /// What whoever tells of alerts is to look at.
    public enum Matter: Hashable, Sendable {
        /// An alert was stored, or that a reminder is told.
        case alerts
        /// A browser has come, or gone.
        case channels
    }

    /// Has whoever tells of alerts in this program hear when there is something to look at; nil for nobody.
    public func callTeller(_ body: (@Sendable (Matter) -> Void)?) { teller.withLock { $0 = body } }

    /// Has whoever tells of alerts look for browsers that have come or gone, on whichever worker.
    public func browsersHaveChanged() {
        do { try board.tell(["p"]) } catch { logger.debug("the other workers are not told: \(error)") }
    }
}

/// Errands.
extension ErrandService {
    /// Does what is asked of an owner, where his partition is held here.
    private func begin(_ owner: Name) {
        guard let service = held.service(of: owner) else { return }
        Task {
            let count = held.count
            while let taken = try? board.take(of: owner, in: held.partition(of: owner), of: count) {
                guard await perform(taken, of: owner, by: service) else { return }
            }
        }
    }

    /// Does an errand, and says how it ended; false where it is left to another worker.
    private func perform(_ taken: ErrandBoard.Taken, of owner: Name, by service: HistoryService) async -> Bool {
        let outcome: HistoryErrand.Outcome
        do {
            let errand = try HistoryErrand(written: taken.errand)
            outcome = try await service.perform { core, now in try errand.perform(on: &core, at: now) }
        } catch  where Self.isForLater(error) {
            // It was not committed, and whoever has the partition now does it, or this one when all of the owner is here.
            try? board.release(taken, of: owner)
            return false
        } catch {
            logger.error("something that was asked of \(owner) was not done: \(error)")
            // The connection may have broken behind the commit: nobody can say that nothing was changed.
            if Self.mayBeDone(error) { return true }
            outcome = .notStored(Self.refusal)
        }
        do { try board.answer(taken, outcome.written) } catch {
            logger.error("what has become of a change of \(owner) cannot be told: \(error)")
        }
        return true
    }

    /// What a person is told; what went wrong is for the log.
    private static let refusal = "the database refuses; the log of the service says why"

    /// Whether nothing was committed, and the same is to be asked again.
    private static func isForLater(_ error: any Error) -> Bool {
        error is OwnerOnTheWay || (error as? StoreError)?.reason == .fenced
    }

    private static func mayBeDone(_ error: any Error) -> Bool {
        if case .unreachable? = (error as? StoreError)?.reason { true } else { false }
    }

    /// Has an errand done, here or by whoever holds the owner's partition, and waits until it is.
    ///
    /// - Throws: ``ErrandFailure``.
    public func carryOut(_ errand: HistoryErrand) async throws(ErrandFailure) -> HistoryErrand.Outcome {
        do {
            let owner = try errand.ownerName
            if let service = held.service(of: owner) {
                do {
                    let count = held.count
                    if errand.makesOwner { try board.know(owner, in: held.partition(of: owner), of: count) }
                    return try await service.perform { core, now in try errand.perform(on: &core, at: now) }
                } catch  where Self.isForLater(error) {
                    // Nothing was committed: it is for whoever has taken the partition over, or for a moment later.
                }
            }
            let id = try board.ask(errand.written, of: owner, patience: Self.beginsWithin)
            return try await answer(to: id, of: owner)
        } catch let failure as ErrandFailure { throw failure } catch {
            logger.error("something that was asked of an owner may not have been done: \(error)")
            throw Self.mayBeDone(error) ? .unanswered : .notStored(Self.refusal)
        }
    }

    private func answer(to id: Int64, of owner: Name) async throws -> HistoryErrand.Outcome {
        let (words, word) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        waiting.withLock { $0[id] = word }
        defer { waiting.withLock { $0[id] = nil } }
        let timer = Task {
            // Also where no word comes through, as while the connection is made anew.
            for _ in 0..<Int(Self.answersWithin.components.seconds) {
                try await Task.sleep(for: .seconds(1))
                word.yield()
            }
            word.finish()
        }
        defer { timer.cancel() }
        word.yield()
        let begun = ContinuousClock.now
        for await _ in words {
            let isLate = begun.duration(to: .now) > .milliseconds(Self.beginsWithin)
            guard let standing = try? board.look(at: id, withdraws: isLate) else { continue }
            switch standing {
            case .answered(let bytes): return try HistoryErrand.Outcome(written: bytes)
            case .waiting where isLate: throw ErrandFailure.nobody
            case .waiting:
                // Whoever has taken the partition over since has not heard of it.
                try? board.tell(["e\(owner)"])
            case .begun: continue
            case .gone: throw ErrandFailure.unanswered
            }
        }
        throw ErrandFailure.unanswered
    }
}

/// What is told to consoles.
extension ErrandService {
    /// Tells others what is stored here, a few times a second while any of them has a console, and that there is one here.
    private func speak() async throws {
        var sweeps = Beats(every: .seconds(10))
        while !Task.isShuttingDownGracefully {
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .milliseconds(200)) }
            try Task.checkCancellation()
            // By the clock: a turn may take as long as the server lets it wait.
            let now = ContinuousClock.now
            speak(isBeat: beats.withLock { $0.isDue(at: now) }, at: now)
            if sweeps.isDue(at: now) {
                do { try board.sweep() } catch { logger.debug("errands are not tidied: \(error)") }
            }
        }
    }

    private func speak(isBeat: Bool, at now: ContinuousClock.Instant) {
        let (own, words) = news.take(isBeat: isBeat, at: now)
        if news.takeMissedOwn() { reader.miss() }
        if !own.isEmpty { reader.listener?.fixes(own) }
        reader.look()
        let isConsole = news.hasConsole && isBeat
        guard !words.isEmpty || isConsole else { return }
        do { try board.tell((isConsole ? ["c\(news.worker)"] : []) + words) } catch {
            news.keep(words)
            // What was not said is said with the next turn.
            if isBeat { beats.withLock { $0.hurry() } }
            logger.debug("the other workers are not told: \(error)")
        }
    }
}
