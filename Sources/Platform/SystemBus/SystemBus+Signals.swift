extension SystemBus {
    /// Listens for signals; the bus has confirmed that when this returns.
    ///
    /// With a well-known sender, only signals of that name's owner at the time are delivered, not those that another
    /// program addresses to this one in its place.
    public func signals(_ match: BusMatch, capacity: Int = 4096) async throws(BusError) -> BusSignals {
        if let name = match.wellKnownSender { try await track(name) }
        try connection.ensureOpen()
        let identifier = connection.nextIdentifier()
        let (stream, continuation) = AsyncStream.makeStream(
            of: BusSignal.self, bufferingPolicy: .bufferingNewest(max(1, capacity))
        )
        let signals = BusSignals(stream: stream, drops: BusSignals.DropCount())
        connection.subscriptions[identifier] = Subscription(
            match: match, continuation: continuation, drops: signals.drops
        )
        do {
            try await addMatch(match.rule)
        } catch {
            drop(identifier)
            throw error
        }
        continuation.onTermination = { [weak self] _ in
            Task { [weak self] in await self?.stopListening(identifier) }
        }
        return signals
    }

    /// Sends a signal to all who listen; its sender is ignored.
    ///
    /// - Throws: ``BusError`` when it cannot be sent.
    public func emit(_ signal: BusSignal) throws(BusError) { try connection.emit(signal) }

    /// Tells all who listen that properties have changed.
    ///
    /// For objects made by ``export(_:)`` use ``BusExport/update(_:_:)``, which also keeps the values.
    ///
    /// - Throws: ``BusError`` when it cannot be sent.
    public func emitPropertiesChanged(
        path: ObjectPath, interface: String, changed: [String: BusValue], invalidated: [String] = []
    ) throws(BusError) {
        let arguments: [BusValue] = [.string(interface), .properties(changed), .strings(invalidated)]
        try emit(
            BusSignal(path: path, interface: BusName.properties, member: "PropertiesChanged", arguments: arguments)
        )
    }

    /// Has the bus send what fits a rule; not to be cancelled, because the rule would stay.
    private func addMatch(_ rule: String) async throws(BusError) {
        let result = await withCheckedContinuation { continuation in
            do throws(BusError) {
                try connection.send(.ofBus("AddMatch", [.string(rule)])) { continuation.resume(returning: $0) }
            } catch { continuation.resume(returning: .failure(error)) }
        }
        _ = try result.get()
    }

    private func stopListening(_ identifier: UInt64) {
        guard let match = drop(identifier) else { return }
        connection.removeMatch(match.rule)
    }

    @discardableResult
    private func drop(_ identifier: UInt64) -> BusMatch? {
        guard let match = connection.subscriptions.removeValue(forKey: identifier)?.match else { return nil }
        if let name = match.wellKnownSender { connection.untrack(name) }
        return match
    }
}
