import Store
import Synchronization
import Tracking
import Web

/// The log of changes, for many readers at once.
///
/// A writer never waits for a reader: readers take from the log what they have not had yet, at their own pace.
package final class LiveHub: Sendable {
    let log: UInt32
    private let state: Mutex<State>

    private struct State {
        var log: LiveLog
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
        /// Counts the heartbeats.
        var beat = 0
        /// Counts how often it was told whether the broker is heard.
        var words = 0
        var hearing: BrokerHearing?
        var isEnded = false
        var clients = LiveClients()
        /// Whose states are told past the bus.
        var told: Set<LiveSubject> = []
    }

    /// A log with nothing in it, which remembers so many events that happen once at least.
    init(log: UInt32 = .random(in: 1 ... .max), memory: Int = 1000) {
        self.log = log
        state = Mutex(State(log: LiveLog(memory: memory)))
    }

    /// Adds events and tells the readers.
    package func append(_ events: some Sequence<LiveEvent>) {
        wake { state in
            let head = state.log.head
            for event in events { state.log.append(event) }
            return state.log.head > head
        }
    }

    /// Adds the fixes that nothing newer is known instead of: what was read may have been overtaken meanwhile.
    func appendNewest(_ fixes: [StoredFix]) {
        wake { state in
            let head = state.log.head
            for fix in fixes {
                if let known = state.log.fix(of: fix.device) {
                    guard (fix.received, fix.fix.time) > (known.received, known.fix.time) else { continue }
                }
                state.log.append(LiveEvent(kind: .fix, subject: .device(fix.device), content: .fix(fix)))
            }
            return state.log.head > head
        }
    }

    /// Has every reader begin again with all that is kept, as something may have been missed.
    func beginAnew() {
        wake { state in
            state.log.forgetAll()
            return true
        }
    }

    /// Changes the log without telling anybody.
    func change(_ body: (inout LiveLog) -> Void) { state.withLock { body(&$0.log) } }

    /// Adds states that did not come over the bus; what comes over it of the same devices is older from now on.
    func add(_ states: [LiveEvent]) {
        state.withLock { state in
            for event in states { state.told.insert(event.subject) }
        }
        append(states)
    }

    /// Takes the states of some devices from the bus again.
    func untell(_ isForgotten: (LiveSubject) -> Bool) {
        state.withLock { state in state.told = state.told.filter { !isForgotten($0) } }
    }

    /// Whether a state that came over the bus was told before.
    func isOvertaken(_ event: LiveEvent) -> Bool {
        guard event.kind == .state else { return false }
        return state.withLock { state in
            if case .gone = event.content {
                state.told.remove(event.subject)
                return false
            }
            return state.told.contains(event.subject)
        }
    }

    /// Has every reader that waits show that it is there, and dismisses those whose last beat is still unsent.
    func beat() {
        wake { state in
            state.beat += 1
            return true
        }
        let stalled = state.withLock { $0.clients.stalled(at: $0.beat) }
        for client in stalled { dismiss(client, .slow) }
    }

    /// Has every reader that wants to know told whether the broker is heard.
    func tell(_ hearing: BrokerHearing) {
        wake { state in
            state.words += 1
            state.hearing = hearing
            return true
        }
    }

    /// Whether the broker is heard, as it was told last.
    var hearing: BrokerHearing? { state.withLock(\.hearing) }

    func end() {
        wake { state in
            state.isEnded = true
            return true
        }
    }

    private func wake(_ change: (inout State) -> Bool) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard change(&state) else { return [] }
            defer { state.waiters.removeAll(keepingCapacity: true) }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }
}

extension LiveHub {
    /// What a reader finds.
    struct Reading: Sendable {
        var events: [(number: UInt64, event: LiveEvent)]
        var beat: Int
        var words: Int
        var hearing: BrokerHearing?
        var isEnded: Bool
    }

    /// Where a reader begins, and whether it goes on behind the last event that it had; otherwise it begins with all
    /// that is kept.
    func begin(_ filter: LiveFilter, after last: LiveIdentifier?) -> (cursor: LiveCursor, isResumed: Bool) {
        state.withLock { state in
            if let last, last.log == log, state.log.remembers(last.number) {
                return (LiveCursor(filter: filter, position: last.number, snapshot: 0), true)
            }
            return (LiveCursor(filter: filter, position: 0, snapshot: state.log.head), false)
        }
    }

    /// What a reader has not had yet; nothing when that is forgotten, and nil for a reader that must begin again.
    func read(_ cursor: inout LiveCursor, for client: Int = 0, limit: Int) -> Reading? {
        state.withLock { state in
            guard max(cursor.position, cursor.snapshot) >= state.log.forgotten else { return nil }
            let events = state.log.next(&cursor, limit: limit)
            let isEnded = state.isEnded || state.clients.isDismissed(client)
            return Reading(
                events: events, beat: state.beat, words: state.words, hearing: state.hearing, isEnded: isEnded)
        }
    }

    /// Waits until there is something behind a position, a heartbeat is due, or the end has come; with `words` also
    /// until it is told whether the broker is heard.
    func wait(after position: UInt64, beat: Int, words: Int? = nil, for client: Int) async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayGo = state.withLock { state in
                    let isNews =
                        state.log.head > position || state.beat != beat || state.isEnded
                        || words.map { state.words != $0 } ?? false
                    let isWanted = isNews || state.clients.wasCalled(client) || state.clients.isDismissed(client)
                    if isWanted || Task.isCancelled { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if mayGo { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }
}

extension LiveHub {
    func enter(
        _ asker: Asker, _ limits: LiveClients.Limits, close: @escaping @Sendable () -> Void
    ) throws(Allotment.Refusal) -> Int {
        try state.withLock { state throws(Allotment.Refusal) in
            if state.isEnded { throw .all }
            return try state.clients.enter(asker, limits, close: close)
        }
    }

    /// The reader begins or ends to write to its client.
    func record(_ client: Int, isWriting: Bool, sent: Int = 0) {
        state.withLock { state in
            state.clients.record(client, writingSince: isWriting ? state.beat : nil, sent: sent)
        }
    }

    /// Has a reader go on that waits, or would wait next.
    func call(_ client: Int) {
        wake { state in
            state.clients.call(client)
            return true
        }
    }

    /// Has the reader end at once, whatever it is doing.
    func dismiss(_ client: Int, _ ending: LiveClients.Ending) {
        state.withLock { $0.clients.dismiss(client, ending) }?()
        wake { _ in true }
    }

    func dismissAll() {
        let all = state.withLock { $0.clients.numbers }
        for client in all { dismiss(client, .finished) }
    }

    func leave(_ client: Int, _ ending: LiveClients.Ending) { state.withLock { $0.clients.leave(client, ending) } }

    package var hasReaders: Bool { state.withLock { $0.clients.statistics.open > 0 } }
    var statistics: LiveClients.Statistics { state.withLock { $0.clients.statistics } }

    /// Events in the log, events that newer ones have replaced, and events that are forgotten.
    var events: (waiting: Int, replaced: Int, dropped: Int) {
        state.withLock { ($0.log.waiting, $0.log.replaced, $0.log.dropped) }
    }
}
