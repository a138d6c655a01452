extension SystemBus {
    /// Listens for signals; the bus has confirmed that when this returns.
    ///
    /// With a well-known sender, only signals of that name's owner at the time are delivered, not those that another
    /// program addresses to this one in its place.
    /// The oldest beyond the capacity of those that wait for the reader are lost and counted.
    /// - Throws: ``BusError``.
    public func signals(_ match: BusMatch, capacity: Int = 4096) async throws(BusError) -> BusSignals {
        if let name = match.wellKnownSender { try await track(name) }
        try connection.ensureOpen()
        let identifier = connection.nextIdentifier()
        let (stream, continuation) = AsyncStream<BusSignal>.makeStream(
            bufferingPolicy: .bufferingNewest(max(1, capacity))
        )
        let signals = BusSignals(stream: stream, drops: BusSignals.DropCount())
        connection.subscriptions[identifier] = Subscription(
            match: match, continuation: continuation, drops: signals.drops
        )
        do {
            // Not to be cancelled, because the rule would stay.
            let call = BusCall.ofBus("AddMatch", [.string(match.rule)])
            _ = try await answer(to: call, connection.nextIdentifier()).get()
        } catch {
            drop(identifier)
            throw error
        }
        continuation.onTermination = { [weak self] _ in
            Task { [weak self] in await self?.stopListening(identifier) }
        }
        return signals
    }

    /// Sends a signal, whose sender is ignored, to all who listen.
    ///
    /// - Throws: ``BusError`` when it cannot be sent.
    public func emit(_ signal: BusSignal) throws(BusError) { try connection.emit(signal) }

    /// Tells all who listen that properties have changed.
    ///
    /// For objects made by ``export(_:)`` use ``BusExport/update(_:_:)``, which also keeps the values.
    /// The new values of those invalidated are not told.
    /// - Throws: ``BusError`` when it cannot be sent.
    public func emitPropertiesChanged(
        path: ObjectPath, interface: String, changed: [String: BusValue], invalidated: [String] = []
    ) throws(BusError) {
        let arguments: [BusValue] = [.string(interface), .properties(changed), .strings(invalidated)]
        try emit(
            BusSignal(path: path, interface: BusName.properties, member: "PropertiesChanged", arguments: arguments)
        )
    }

    private func stopListening(_ identifier: UInt64) {
        if let match = drop(identifier) { connection.removeMatch(match.rule) }
    }

    @discardableResult
    private func drop(_ identifier: UInt64) -> BusMatch? {
        guard let match = connection.subscriptions.removeValue(forKey: identifier)?.match else { return nil }
        if let name = match.wellKnownSender { connection.untrack(name) }
        return match
    }
}
