internal import DequeModule
internal import Messages
internal import Synchronization
internal import Threads

/// Messages go from any task into the outbox, waiting for room if they must.
extension ConnectionHandoff {
    private enum Admission { case taken(ring: Bool), mustWait(ticket: UInt64), closed }

    /// Takes a message in to be sent, waiting while the outbox is full if so told.
    func publish(_ message: Message, waits: Bool) async throws(BusClosed) {
        switch admit(message, waits: waits) {
        case .taken(let ring): if ring { work.ring() }
        case .closed: throw BusClosed()
        case .mustWait(let ticket):
            guard await waitForRoom(message, ticket: ticket) else { throw BusClosed() }
        }
    }

    private func admit(_ message: Message, waits: Bool) -> Admission {
        state.withLock { state in
            if state.isClosed { return .closed }
            if message.quality == .atMostOnce && !state.isConnected {
                state.counters.dropped += 1
                return .taken(ring: false)
            }
            if waits && state.outbox.isFull {
                state.nextTicket += 1
                return .mustWait(ticket: state.nextTicket)
            }
            return .taken(ring: state.enqueue(message))
        }
    }

    private func waitForRoom(_ message: Message, ticket: UInt64) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let publisher = Publisher(ticket: ticket, message: message, continuation: continuation)
                let answer = state.withLock { $0.enqueue(publisher, isCancelled: Task.isCancelled) }
                if let answer { continuation.resume(returning: answer) }
                work.ring()
            }
        } onCancel: {
            admitCancelled(ticket)
        }
    }

    /// A cancelled task shall end soon, and its message not be lost: it goes in beyond the limit.
    private func admitCancelled(_ ticket: UInt64) {
        let publisher: Publisher? = state.withLock { state in
            guard let place = state.publishers.firstIndex(where: { $0.ticket == ticket }) else { return nil }
            let publisher = state.publishers.remove(at: place)
            _ = state.enqueue(publisher.message)
            return publisher
        }
        publisher?.continuation.resume(returning: true)
        work.ring()
    }

    /// Has the thread let go of a subscription, unless the connection has gone by then.
    func unsubscribe(_ filter: String) {
        let ring = state.withLock { state in
            guard state.isConnected else { return false }
            state.unwanted.append(filter)
            defer { state.hasWork = true }
            return !state.hasWork
        }
        if ring { work.ring() }
    }

    /// Has the thread add subscriptions to the session.
    func subscribe(_ subscriptions: [BusSession.Subscription]) {
        let ring = state.withLock { state in
            state.wanted += subscriptions
            defer { state.hasWork = true }
            return !state.hasWork
        }
        if ring { work.ring() }
    }

    /// Waits until everything of quality 1 taken in so far is settled with the broker.
    func drained() async throws {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { $0.awaitDrain(ticket, continuation, isCancelled: Task.isCancelled) }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let drain = state.withLock { $0.drains.removeValue(forKey: ticket) }
            drain?.continuation.resume(throwing: CancellationError())
        }
    }
}

extension ConnectionHandoff.State {
    /// Puts a message into the outbox; tells whether the thread must be woken.
    mutating func enqueue(_ message: Message) -> Bool {
        outbox.append(message)
        counters.published += 1
        defer { hasWork = true }
        return !hasWork
    }

    /// Lines a publisher up, unless it need not wait any longer; then with the answer.
    fileprivate mutating func enqueue(_ publisher: ConnectionHandoff.Publisher, isCancelled: Bool) -> Bool? {
        if isClosed { return false }
        if isCancelled || !outbox.isFull {
            _ = enqueue(publisher.message)
            return true
        }
        publishers.append(publisher)
        return nil
    }

    fileprivate mutating func awaitDrain(
        _ ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>, isCancelled: Bool
    ) -> Result<Void, any Error>? {
        if outbox.settled >= outbox.accepted { return .success(()) }
        if isClosed { return .failure(BusClosed()) }
        if isCancelled { return .failure(CancellationError()) }
        drains[ticket] = ConnectionHandoff.Drain(target: outbox.accepted, continuation: continuation)
        return nil
    }
}
