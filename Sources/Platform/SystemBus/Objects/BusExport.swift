/// An object of ours on the bus, until this goes or ``remove()`` is called.
///
/// Keep it in a property: a local constant goes after its last use, not at the end of its scope.
public final class BusExport: Sendable {
    public let path: ObjectPath
    private let bus: SystemBus
    private let identifier: UInt64

    init(_ bus: SystemBus, _ path: ObjectPath, _ identifier: UInt64) {
        (self.bus, self.path, self.identifier) = (bus, path, identifier)
    }

    deinit { Task { [bus, identifier] in await bus.remove(identifier) } }

    /// Takes the object off the bus; nothing happens the second time.
    public func remove() async { await bus.remove(identifier) }

    /// Changes properties of an interface and announces those that differ.
    ///
    /// - Throws: ``BusError/invalid(_:)`` for a property that the object does not have, or of another type.
    public func update(_ interface: String, _ values: [String: BusValue]) async throws(BusError) {
        try await bus.update(path, interface, values)
    }

    /// Sends a signal from the object.
    ///
    /// - Throws: ``BusError`` when it cannot be sent.
    public func emit(_ interface: String, _ member: String, _ arguments: [BusValue] = []) async throws(BusError) {
        try await bus.emit(BusSignal(path: path, interface: interface, member: member, arguments: arguments))
    }
}
