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
        /// Whoever watches has to begin anew.
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

    /// So many devices wait at most; of more all is read anew.
    static let most = 20_000
    /// A worker that stores and says nothing for so long has gone, perhaps with something untold.
    static let patience = Duration.seconds(16)

    /// Takes in what a worker tells; where nobody watches only whose it is.
    mutating func add(_ word: WorkerNews.Word, isWatched: Bool, at now: ContinuousClock.Instant) {
        let next = word.stored.isEmpty ? 0 : 1 as UInt64
        // One that was started anew, or is not known, may have had something untold, or told it before it was heard.
        let known = tellers[word.worker]
        if known?.run != word.run || known.map({ word.number != $0.number &+ next }) ?? true { hasMissed = true }
        tellers[word.worker] = Teller(run: word.run, number: word.number, heard: now)
        for one in word.stored {
            if isWatched {
                stored[one.device] = stored[one.device].map { $0.joined(one) } ?? one
            } else {
                skipped.insert(one.device)
            }
        }
        if stored.count + skipped.count > Self.most { miss() }
    }

    /// Something was not heard, or not read.
    mutating func miss() {
        hasMissed = true
        (stored, skipped) = ([:], [])
    }

    /// What is to be done now; nothing where nobody watches, and it waits.
    mutating func take(isWatched: Bool, at now: ContinuousClock.Instant) -> Work {
        for (worker, teller) in tellers where teller.heard.duration(to: now) > Self.patience {
            tellers[worker] = nil
            hasMissed = true
        }
        guard isWatched else {
            skipped.formUnion(stored.keys)
            stored = [:]
            return Work()
        }
        if hasMissed { (stored, skipped) = ([:], []) }
        defer { (stored, skipped, hasMissed) = ([:], [], false) }
        return Work(
            stored: stored.values.sorted { $0.device < $1.device }, skipped: skipped.sorted(), hasMissed: hasMissed)
    }
}
