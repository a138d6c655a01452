internal import DequeModule
internal import Messages
internal import Synchronization

/// What the thread of the connection asks and tells.
extension ConnectionHandoff {
    var isStopping: Bool { state.withLock(\.isStopping) }
    var isDrained: Bool { state.withLock { $0.outbox.count == 0 } }

    /// Encloses a call that may block for long; a stop meanwhile ends the run without waiting for it.
    ///
    /// Tells whether the run still goes on.
    func whileConnecting(_ connect: () throws(MQTTError) -> Void) throws(MQTTError) -> Bool {
        let mayBegin = state.withLock { state in
            state.isConnecting = !state.isStopping
            return state.isConnecting
        }
        guard mayBegin else { return false }
        defer { state.withLock { $0.isConnecting = false } }
        try connect()
        return !state.withLock(\.isClosed)
    }

    /// The session stands.
    func connected(again: Bool) {
        state.withLock { state in
            state.isConnected = true
            if again { state.counters.reconnects += 1 }
        }
    }

    /// The connection is gone, and with it what was to be sent at most once.
    func disconnected() {
        state.withLock { state in
            state.isConnected = false
            state.unwanted = []
            state.counters.dropped += state.outbox.dropUnassured()
        }
        admitPublishers()
    }

    func takeUnwanted() -> [String] {
        state.withLock { state in
            defer { state.unwanted = [] }
            return state.unwanted
        }
    }

    func takeWanted() -> [BusSession.Subscription] {
        state.withLock { state in
            defer { state.wanted = [] }
            return state.wanted
        }
    }

    func takeOutgoing() -> [Message] {
        state.withLock { state in
            state.hasWork = false
            return state.outbox.dequeue(window: min(window, Flight.most))
        }
    }

    /// The line could not take a message that had been taken out for sending.
    func refused(_ message: Message) {
        if message.quality > .atMostOnce { return confirm(acknowledged: 0, refused: 1) }
        state.withLock { $0.counters.dropped += 1 }
    }

    /// Notes what the broker has answered for, or will never answer for, and lets waiting tasks go on.
    func confirm(acknowledged: Int, refused: Int, abandoned: Int = 0) {
        guard acknowledged + refused + abandoned > 0 else { return }
        let done = state.withLock { state in
            state.counters.acknowledged += acknowledged
            state.counters.dropped += refused
            state.outbox.confirm(acknowledged + refused + abandoned)
            return state.takeFinishedDrains()
        }
        for drain in done { drain.continuation.resume() }
        onSettled?(acknowledged, refused + abandoned)
    }

    /// Lets publishers in while there is room.
    func admitPublishers() {
        let admitted = state.withLock { state in
            var admitted: [Publisher] = []
            while !state.outbox.isFull, let publisher = state.publishers.popFirst() {
                _ = state.enqueue(publisher.message)
                admitted.append(publisher)
            }
            return admitted
        }
        for publisher in admitted { publisher.continuation.resume(returning: true) }
    }
}

extension ConnectionHandoff.State {
    fileprivate mutating func takeFinishedDrains() -> [ConnectionHandoff.Drain] {
        let done = drains.filter { $0.value.target <= outbox.settled }
        for ticket in done.keys { drains[ticket] = nil }
        return Array(done.values)
    }
}
