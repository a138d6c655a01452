import Store
import Synchronization
import Tracking

/// What the partitions of a worker have stored since the consoles of others were last told: whose, and when it came, so that
/// they read it.
final class WorkerNews: Sendable {
    /// Fixes of a device that came between two moments.
    struct Stored: Hashable, Sendable {
        let device: DeviceID
        var first: Timestamp
        var last: Timestamp
        /// When the first and the last of them were measured.
        var earliest: Timestamp
        var latest: Timestamp
        /// How many, from 1 to ``mostCounted``.
        var count = 1

        /// More are counted as so many.
        static let mostCounted = 1_000_000

        func joined(_ other: Stored) -> Stored {
            var joined = self
            (joined.first, joined.last) = (min(first, other.first), max(last, other.last))
            (joined.earliest, joined.latest) = (min(earliest, other.earliest), max(latest, other.latest))
            joined.count = min(count + other.count, Self.mostCounted)
            return joined
        }
    }

    /// What a worker tells at once.
    struct Word: Hashable, Sendable {
        let worker: String
        /// Which run of it tells.
        let run: UInt32
        /// Counts the words of the run that have something in them, this one among them.
        let number: UInt64
        let stored: [Stored]
    }

    /// The name of this worker.
    let worker: String
    /// Tells this run of the worker from others.
    private let run: UInt32
    private let state = Mutex(State())

    private struct State {
        var hasConsole = false
        /// When a console of each other worker was last heard of.
        var consoles: [String: ContinuousClock.Instant] = [:]
        var isWanted = false
        /// Whether an alert, or that a reminder is told, was stored since the others were last told.
        var hasAlerts = false
        var stored: [DeviceID: Stored] = [:]
        var own: [StoredFix] = []
        /// Whether some of the worker's own did not fit.
        var hasMissedOwn = false
        /// The number of the last word.
        var number: UInt64 = 0
        /// Words that could not be told yet.
        var untold: [String] = []
    }

    /// So long a console is there that has said so; it says so every five seconds.
    private static let patience = Duration.seconds(16)
    /// Bytes of one notification; PostgreSQL's limit is 7,999.
    private static let most = 7_500
    /// Of the newest fixes of one device so many are read at most for one notification, and so many of those that came late.
    static let mostFixes = 200
    static let mostLate = 2_000
    /// Fixes of the worker's own partitions that wait for its console.
    private static let mostOwn = 10_000
    /// Words that wait while they cannot be told; of more the oldest go, and their numbers are missing.
    private static let mostUntold = 100

    init(worker: String, run: UInt32) { (self.worker, self.run) = (worker, run) }

    /// What is told when an alert was stored, or that a reminder is told.
    static let alertWord = "n"

    /// Whether this worker has a console.
    var hasConsole: Bool {
        get { state.withLock(\.hasConsole) }
        set { state.withLock { $0.hasConsole = newValue } }
    }

    /// What of the news is wanted: nothing but alerts and reminders, which are few, while nobody looks.
    var wanted: HistoryNews.Kinds {
        state.withLock { $0.hasConsole || $0.isWanted ? [.alerts, .reminders, .fixes] : [.alerts, .reminders] }
    }

    /// A console of a worker says that it is there.
    func consoleIsThere(_ name: String, at now: ContinuousClock.Instant) {
        guard name != worker else { return }
        state.withLock { state in
            state.consoles[name] = now
            // What came meanwhile was told to nobody.
            if !state.isWanted { state.number += 1 }
            state.isWanted = true
        }
    }

    /// Takes in what a batch has led to.
    func add(_ news: HistoryNews) {
        let isTelling = !news.alerts.isEmpty || !news.reminders.isEmpty
        guard !news.fixes.isEmpty || isTelling else { return }
        state.withLock { state in
            if isTelling { state.hasAlerts = true }
            if state.hasConsole {
                state.own += news.fixes
                if state.own.count > Self.mostOwn {
                    state.own.removeFirst(state.own.count - Self.mostOwn)
                    state.hasMissedOwn = true
                }
            }
            guard state.isWanted else { return }
            for fix in news.fixes {
                let (received, time) = (fix.received, fix.fix.time)
                let one = Stored(
                    device: fix.device, first: received, last: received, earliest: time, latest: time)
                state.stored[fix.device] = state.stored[fix.device].map { $0.joined(one) } ?? one
            }
        }
    }

    /// What has come since it was last asked: for the console here, and the notifications for those of others; `isBeat` where
    /// they are to hear how far this worker has come although there is nothing new.
    func take(isBeat: Bool = false, at now: ContinuousClock.Instant) -> (own: [StoredFix], words: [String]) {
        state.withLock { state in
            state.consoles = state.consoles.filter { $0.value.duration(to: now) < Self.patience }
            state.isWanted = !state.consoles.isEmpty
            defer { (state.own, state.stored, state.hasAlerts, state.untold) = ([], [:], false, []) }
            let (untold, alerts) = (state.untold, state.hasAlerts ? [Self.alertWord] : [])
            guard state.isWanted else { return (state.own, alerts) }
            let news = words(state.stored.values.sorted { $0.device < $1.device }, after: &state.number)
            let beat = isBeat && news.isEmpty ? [head(state.number)] : []
            return (state.own, alerts + untold + news + beat)
        }
    }

    /// Takes words back that could not be told.
    func keep(_ words: [String]) {
        state.withLock { state in
            let all = words + state.untold
            if all.contains(Self.alertWord) { state.hasAlerts = true }
            state.untold = all.filter { $0 != Self.alertWord }.suffix(Self.mostUntold)
        }
    }

    /// Whether fixes for the console here were dropped since it was last asked.
    func takeMissedOwn() -> Bool {
        state.withLock { state in
            defer { state.hasMissedOwn = false }
            return state.hasMissedOwn
        }
    }

    private func head(_ number: UInt64) -> String { "f\(worker) \(run) \(number)" }

    private func words(_ stored: [Stored], after number: inout UInt64) -> [String] {
        var words: [String] = []
        var text = ""
        for one in stored {
            let numbers = [one.first, one.last, one.earliest, one.latest].map { "\($0.milliseconds)" }
            let line = "\n\(one.device.owner) \(one.device.device) \(numbers.joined(separator: " ")) \(one.count)"
            if !text.isEmpty, text.utf8.count + line.utf8.count > Self.most {
                words.append(text)
                text = ""
            }
            if text.isEmpty {
                number += 1
                text = head(number)
            }
            text += line
        }
        return text.isEmpty ? words : words + [text]
    }

    /// Reads a notification without its first letter; nil for what is none.
    ///
    /// With a line that cannot be read it has nothing in it: by its number something is missing.
    static func read(_ text: String) -> Word? {
        let lines = text.split(separator: "\n")
        guard let head = lines.first?.split(separator: " "), head.count >= 3, let number = UInt64(head[head.count - 1]),
            let run = UInt32(head[head.count - 2])
        else { return nil }
        var stored = lines.dropFirst().compactMap { line -> Stored? in
            let parts = line.split(separator: " ")
            guard parts.count == 7, let owner = try? Name(String(parts[0])), let device = try? Name(String(parts[1])),
                let count = Int(parts[6]), (1...Stored.mostCounted).contains(count)
            else { return nil }
            let times = parts[2..<6].compactMap { Int64($0).map { Timestamp(milliseconds: $0) } }
            guard times.count == 4, times[0] <= times[1], times[2] <= times[3] else { return nil }
            return Stored(
                device: DeviceID(owner: owner, device: device), first: times[0], last: times[1], earliest: times[2],
                latest: times[3], count: count)
        }
        if stored.count < lines.count - 1 { stored = [] }
        return Word(worker: head.dropLast(2).joined(separator: " "), run: run, number: number, stored: stored)
    }
}
