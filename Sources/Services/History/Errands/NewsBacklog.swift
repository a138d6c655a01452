import Tracking

/// What a console has still to read of what other workers have stored, and whether it may have missed something.
///
/// Each worker numbers what it tells, and says now and then how far it has come, so that a word that was lost is noticed.
struct NewsBacklog {
    /// What there is to do now.
    struct Work: Equatable {
        /// Fixes that are to be told, each of them.
        var stored: [WorkerNews.Stored] = []
        /// Devices of which the newest is to be told, as nobody watched when it came.
        var skipped: [DeviceID] = []
        /// Whoever watches has to begin anew; ``NewsBacklog/end(at:)`` is told when he has.
        var hasMissed = false

        var isEmpty: Bool { stored.isEmpty && skipped.isEmpty && !hasMissed }
    }

    private struct Teller {
        var run: UInt32
        var number: UInt64
        var heard: ContinuousClock.Instant
    }

    private var tellers: [String: Teller] = [:]
    private var stored: [DeviceID: WorkerNews.Stored] = [:]
    private var skipped: Set<DeviceID> = []
    private var hasMissed = false
    /// Whether single fixes were not found where they should have been.
    private var lacksSome = false
    /// Since when all is read anew; nil where it is not.
    private var begun: ContinuousClock.Instant?
    /// Before that all is not read anew once more; and not for single fixes.
    private var pause: (all: ContinuousClock.Instant, some: ContinuousClock.Instant)?

    /// So many devices wait at most to have each fix told; of more all is read anew.
    static let most = 20_000
    /// A worker that stores and says nothing for so long has gone, perhaps with something untold.
    static let patience = Duration.seconds(16)
    /// Between two times at which all is read anew, at least; otherwise four times as long as it takes.
    static let shortestPause = Duration.seconds(2)
    /// The same where single fixes were not found, as any account can bring that about.
    static let pauseForSome = Duration.seconds(30)

    /// Takes in what a worker tells; where nobody watches only whose it is.
    mutating func add(_ word: WorkerNews.Word, isWatched: Bool, at now: ContinuousClock.Instant) {
        let next = word.stored.isEmpty ? 0 : 1 as UInt64
        // One that was started anew, or is not known, may have had something untold, or told it before it was heard.
        let known = tellers[word.worker]
        if known?.run != word.run || known.map({ word.number != $0.number &+ next }) ?? true { hasMissed = true }
        tellers[word.worker] = Teller(run: word.run, number: word.number, heard: now)
        for one in word.stored {
            // What comes while all is read anew is before that is told, which stands for each fix but the newest.
            if isWatched, begun == nil {
                stored[one.device] = stored[one.device].map { $0.joined(one) } ?? one
            } else {
                skipped.insert(one.device)
            }
        }
        if stored.count > Self.most {
            hasMissed = true
            skipAll()
        }
    }

    /// Has the newest of each be enough.
    private mutating func skipAll() {
        skipped.formUnion(stored.keys)
        stored = [:]
    }

    /// Something was not heard, or not read.
    mutating func miss() { hasMissed = true }

    /// Single fixes were not found where they should have been.
    mutating func lack() { lacksSome = true }

    /// What could not be read is to be read later, and all anew.
    mutating func putBack(_ work: Work, at now: ContinuousClock.Instant) {
        if work.hasMissed { end(at: now) }
        skipped.formUnion(work.skipped)
        skipped.formUnion(work.stored.lazy.map(\.device))
        hasMissed = true
    }

    /// All was read anew, and whoever watches was told so.
    mutating func end(at now: ContinuousClock.Instant) {
        guard let begun else { return }
        pause = (
            now.advanced(by: max(Self.shortestPause, begun.duration(to: now) * 4)), now.advanced(by: Self.pauseForSome)
        )
        self.begun = nil
    }

    /// What is to be done now; nothing where nobody watches, and it waits.
    mutating func take(isWatched: Bool, at now: ContinuousClock.Instant) -> Work {
        for (worker, teller) in tellers where teller.heard.duration(to: now) > Self.patience {
            tellers[worker] = nil
            hasMissed = true
        }
        guard isWatched else {
            skipAll()
            return Work()
        }
        defer { (stored, skipped) = ([:], []) }
        if hasMissed && pause.map({ now >= $0.all }) ?? true || lacksSome && pause.map({ now >= $0.some }) ?? true {
            (hasMissed, lacksSome, begun) = (false, false, now)
            return Work(hasMissed: true)
        }
        return Work(stored: stored.values.sorted { $0.device < $1.device }, skipped: skipped.sorted())
    }
}
