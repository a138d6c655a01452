import SystemBus

/// Asking bluetoothd.
extension BlueZRadio {
    /// Calls a method of bluetoothd as it is now.
    @discardableResult
    func call(
        _ path: ObjectPath,
        _ interface: String,
        _ member: String,
        _ arguments: [BusValue] = [],
        timeout: Duration? = nil
    ) async throws(BusError) -> [BusValue] {
        guard let session else { throw .disconnected("bluetoothd is gone") }
        let answer = try await session.bus.call(
            BusCall(
                destination: BlueZName.service,
                path: path,
                interface: interface,
                member: member,
                arguments: arguments,
                timeout: timeout ?? configuration.requestTimeout
            )
        )
        guard isCurrent(session) else { throw .disconnected("bluetoothd was restarted") }
        return answer
    }

    func set(_ path: ObjectPath, _ interface: String, _ property: String, _ value: BusValue) async throws(BusError) {
        try await call(path, BlueZName.properties, "Set", [.string(interface), .string(property), .variant(value)])
    }

    /// Calls a method although the task may be cancelled already: to clean up.
    func callAnyway(_ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = []) async {
        await Task {
            _ = try? await self.call(path, interface, member, arguments)
        }.value
    }
}

extension BusCall {
    static func managedObjects(_ timeout: Duration) -> BusCall {
        BusCall(
            destination: BlueZName.service,
            path: .root,
            interface: BlueZName.objectManager,
            member: "GetManagedObjects",
            timeout: timeout
        )
    }
}
