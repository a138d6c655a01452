/// Waiting for bluetoothd's objects.
extension BlueZRadio {
    /// Waits until the objects are in some state, asked after each signal; false when they were not in time, or the
    /// task is cancelled.
    func wait(upTo limit: Duration, until isDone: @escaping @Sendable (BlueZObjects) -> Bool) async -> Bool {
        if isDone(objects) { return true }
        let number = nextNumber()
        let timer = Task {
            await self.pause(limit)
            if !Task.isCancelled { self.endWait(number, false) }
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: false) }
                waiters[number] = Waiter(isDone: isDone, continuation: continuation)
            }
        } onCancel: {
            Task { await self.endWait(number, false) }
        }
    }

    /// Wakes whoever has waited for what is the case now.
    func checkWaiters() {
        for (number, waiter) in waiters where waiter.isDone(objects) { endWait(number, true) }
    }

    private func endWait(_ number: Int, _ isDone: Bool) {
        waiters.removeValue(forKey: number)?.continuation.resume(returning: isDone)
    }
}
