import Messages

/// Writes down what a client's handler hears, and wakes those who wait for it.
actor EventLog {
    private(set) var messages: [Message] = []
    private(set) var connections: [Bool] = []
    private(set) var reasons: [String] = []
    /// Sizes of the batches, in order.
    private(set) var batches: [Int] = []
    private var waiters: [(condition: (isolated EventLog) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    var payloads: [String] { messages.map { String(decoding: $0.payload, as: UTF8.self) } }

    func note(_ event: BusEvent) {
        switch event {
        case .connected(let resumed): connections.append(resumed)
        case .received(let batch):
            messages += batch
            batches.append(batch.count)
        case .disconnected(let reason): reasons.append(reason)
        }
        let ready = waiters.filter { $0.condition(self) }
        waiters.removeAll { $0.condition(self) }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Waits until the log fulfils a condition; the test's time limit is the only one.
    func wait(until condition: @escaping @Sendable (isolated EventLog) -> Bool) async {
        guard !condition(self) else { return }
        await withCheckedContinuation { waiters.append((condition, $0)) }
    }

    func wait(forMessages count: Int) async {
        await wait { $0.messages.count >= count }
    }

    func wait(forConnections count: Int) async {
        await wait { $0.connections.count >= count }
    }
}
