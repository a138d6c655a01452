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
    }

    /// The name of this worker.
    let worker: String
    private let state = Mutex(State())

    private struct State {
        var hasConsole = false
        /// When a console of each other worker was last heard of.
        var consoles: [String: ContinuousClock.Instant] = [:]
        var isWanted = false
        /// Whether an alert was stored since the others were last told.
        var hasAlerts = false
        var stored: [DeviceID: Stored] = [:]
        var own: [StoredFix] = []
    }

    /// So long a console is there that has said so; it says so every five seconds.
    private static let patience = Duration.seconds(16)
    /// Bytes of one notification; PostgreSQL's limit is 7,999.
    private static let most = 7_500
    /// Fixes of one device that are read at most for one notification.
    static let mostFixes = 200
    /// Fixes of the worker's own partitions that wait for its console.
    private static let mostOwn = 10_000

    init(worker: String) { self.worker = worker }

    /// What is told when an alert was stored.
    static let alertWord = "n"

    /// Whether this worker has a console.
    var hasConsole: Bool {
        get { state.withLock(\.hasConsole) }
        set { state.withLock { $0.hasConsole = newValue } }
    }

    /// What of the news is wanted: nothing but alerts, which are few, while nobody looks.
    var wanted: HistoryNews.Kinds { state.withLock { $0.hasConsole || $0.isWanted ? [.alerts, .fixes] : [.alerts] } }

    /// A console of a worker says that it is there.
    func consoleIsThere(_ name: String, at now: ContinuousClock.Instant) {
        guard name != worker else { return }
        state.withLock { state in
            state.consoles[name] = now
            state.isWanted = true
        }
    }

    /// Takes in what a batch has led to.
    func add(_ news: HistoryNews) {
        guard !news.fixes.isEmpty || !news.alerts.isEmpty else { return }
        state.withLock { state in
            if !news.alerts.isEmpty { state.hasAlerts = true }
            if state.hasConsole {
                state.own += news.fixes
                if state.own.count > Self.mostOwn { state.own.removeFirst(state.own.count - Self.mostOwn) }
            }
            guard state.isWanted else { return }
            for fix in news.fixes {
                var stored =
                    state.stored[fix.device]
                    ?? Stored(device: fix.device, first: fix.received, last: fix.received)
                (stored.first, stored.last) = (min(stored.first, fix.received), max(stored.last, fix.received))
                state.stored[fix.device] = stored
            }
        }
    }

    /// What has come since it was last asked: for the console here, and the notifications for those of others.
    func take(at now: ContinuousClock.Instant) -> (own: [StoredFix], words: [String]) {
        state.withLock { state in
            state.consoles = state.consoles.filter { $0.value.duration(to: now) < Self.patience }
            state.isWanted = !state.consoles.isEmpty
            defer { (state.own, state.stored, state.hasAlerts) = ([], [:], false) }
            let alerts = state.hasAlerts ? [Self.alertWord] : []
            guard state.isWanted else { return (state.own, alerts) }
            return (state.own, alerts + words(state.stored.values.sorted { $0.device < $1.device }))
        }
    }

    private func words(_ stored: [Stored]) -> [String] {
        var words: [String] = []
        var text = ""
        for one in stored {
            let line = "\n\(one.device.owner) \(one.device.device) \(one.first.milliseconds) \(one.last.milliseconds)"
            if text.utf8.count + line.utf8.count > Self.most {
                words.append(text)
                text = ""
            }
            if text.isEmpty { text = "f\(worker)" }
            text += line
        }
        return text.isEmpty ? words : words + [text]
    }

    /// Reads a notification without its first letter: who tells it, and what.
    static func read(_ text: String) -> (worker: String, stored: [Stored])? {
        let lines = text.split(separator: "\n")
        guard let worker = lines.first else { return nil }
        let stored = lines.dropFirst().compactMap { line -> Stored? in
            let parts = line.split(separator: " ")
            guard parts.count == 4, let owner = try? Name(String(parts[0])), let device = try? Name(String(parts[1])),
                let first = Int64(parts[2]), let last = Int64(parts[3]), first <= last
            else { return nil }
            return Stored(
                device: DeviceID(owner: owner, device: device), first: Timestamp(milliseconds: first),
                last: Timestamp(milliseconds: last))
        }
        return (String(worker), stored)
    }
}
