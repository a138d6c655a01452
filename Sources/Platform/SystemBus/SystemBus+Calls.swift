extension SystemBus {
    /// Calls a method and waits for the answer.
    ///
    /// At most 100 calls wait for answers at a time, fewer than the system bus allows; more are sent as answers come.
    public func call(_ call: BusCall) async throws(BusError) -> [BusValue] {
        guard !Task.isCancelled else { throw .cancelled("\(call)") }
        let identifier = connection.nextIdentifier()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do throws(BusError) {
                    try connection.send(call, identifier) { continuation.resume(returning: $0) }
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            Task { await self.cancel(identifier) }
        }
        return try result.get()
    }

    /// The connection's unique name, such as `:1.5`.
    ///
    /// - Throws: ``BusError`` when the connection cannot be made.
    public func uniqueName() async throws(BusError) -> String {
        _ = try await call(BusCall.ofBus("GetId", []))
        return try connection.uniqueName()
    }

    private func cancel(_ identifier: UInt64) { connection.cancel(identifier) }
}
