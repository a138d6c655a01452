internal import Messages
internal import Synchronization
internal import Threads

/// Events go from the thread to the task of the run, and its verdict goes back.
extension ConnectionHandoff {
    func begin() throws(MQTTError) {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { throw .alreadyRun }
    }

    /// Hands an event to the run and waits, on the thread, until it has been handled; false after a failure, when the
    /// connection must be dropped as it is.
    func post(_ event: BusEvent) -> Bool {
        let listener = state.withLock { state in
            if case .received(let messages) = event { state.counters.received += messages.count }
            defer { state.listener = nil }
            if state.listener == nil { state.event = event }
            return state.listener
        }
        listener?.resume(returning: event)
        return awaitVerdict() == .handled
    }

    private func awaitVerdict() -> Verdict {
        while true {
            let verdict = state.withLock { state in
                defer { state.verdict = nil }
                return state.verdict
            }
            if let verdict { return verdict }
            reply.wait()
        }
    }

    /// The next event; `nil` once the run has ended.
    func nextEvent() async -> BusEvent? {
        await withCheckedContinuation { continuation in
            let (isReady, event): (Bool, BusEvent?) = state.withLock { state in
                defer { state.event = nil }
                if let event = state.event { return (true, event) }
                if state.isClosed { return (true, nil) }
                state.listener = continuation
                return (false, nil)
            }
            if isReady { continuation.resume(returning: event) }
        }
    }

    func decide(_ verdict: Verdict) {
        state.withLock { $0.verdict = verdict }
        reply.ring()
    }

    /// Why the thread ended the run, if not because it was told to.
    var failure: MQTTError? { state.withLock(\.failure) }
}
