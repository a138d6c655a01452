extension SystemBus {
    /// Asks who owns a well-known name, and answers with the owner's unique name; `nil` if nobody owns it.
    public func owner(of name: String) async throws(BusError) -> String? {
        do {
            return try await call(BusCall.ofBus("GetNameOwner", [.string(name)])).first?.text
        } catch  where error.failureName == BusFailure.nameHasNoOwner {
            return nil
        }
    }

    /// Follows the owners of a well-known name: the owner now, then each change; ends with the connection.
    public func owners(of name: String) async throws(BusError) -> BusOwners {
        try await track(name)
        try connection.ensureOpen()
        let identifier = connection.nextIdentifier()
        let (stream, continuation) = AsyncStream<BusOwners.Element>.makeStream(bufferingPolicy: .bufferingNewest(64))
        continuation.onTermination = { [weak self] _ in
            Task { [weak self] in await self?.remove(identifier, of: name) }
        }
        connection.names[name]?.add(continuation, identifier)
        return BusOwners(stream: stream)
    }

    /// Takes a well-known name for this connection.
    ///
    /// - Throws: ``BusError/nameTaken(_:)``, or ``BusError/failed(_:)`` when the bus's policy forbids it.
    public func requestName(_ name: String) async throws(BusError) {
        // 4: do not wait in a queue for it.
        let answer = try await call(BusCall.ofBus("RequestName", [.string(name), .uint32(4)]))
        // 1: owner now; 4: owner before.
        guard let code = answer.first?.integer, code == 1 || code == 4 else { throw .nameTaken(name) }
    }

    /// Gives a well-known name back; nothing happens if it is not this connection's.
    public func releaseName(_ name: String) async throws(BusError) {
        _ = try await call(BusCall.ofBus("ReleaseName", [.string(name)]))
    }

    func track(_ name: String) async throws(BusError) {
        try connection.ensureOpen()
        let result = await withCheckedContinuation { continuation in
            connection.track(name) { continuation.resume(returning: $0) }
        }
        try result.get()
    }

    private func remove(_ identifier: UInt64, of name: String) {
        guard connection.names[name]?.remove(identifier) == true else { return }
        connection.untrack(name)
    }
}
