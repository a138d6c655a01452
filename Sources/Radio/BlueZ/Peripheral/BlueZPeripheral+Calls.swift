import Bluetooth
import Logging
import SystemBus

/// Calling bluetoothd.
extension BlueZPeripheral {
    @discardableResult
    func call(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = []
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            BusCall(
                destination: BlueZName.service,
                path: path,
                interface: interface,
                member: member,
                arguments: arguments,
                timeout: configuration.requestTimeout
            )
        )
    }

    /// Calls where nothing can be done about a failure.
    func callAnyway(_ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = []) async {
        do throws(BusError) { try await call(path, interface, member, arguments) } catch {
            logger.debug("\(member) of \(path): \(error)")
        }
    }

    func set(_ path: ObjectPath, _ name: String, _ value: BusValue) async throws(BusError) {
        try await call(path, BlueZName.properties, "Set", [.string(BlueZName.adapter), .string(name), .variant(value)])
    }

    /// Turns an error of the bus into one for people.
    nonisolated func reporting<Value>(
        _ what: String,
        advice: String = "see what bluetoothd has logged",
        _ body: () async throws(BusError) -> Value
    ) async throws(RadioError) -> Value {
        do throws(BusError) { return try await body() } catch {
            throw .unavailable("\(what): \(error)", advice: advice)
        }
    }
}
