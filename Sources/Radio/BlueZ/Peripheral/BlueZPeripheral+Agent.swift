import Bluetooth
import SystemBus

/// Answering what bluetoothd asks while a central pairs with the tag.
extension BlueZPeripheral {
    static let agentPath: ObjectPath = "/org/tagalong/tagagent"

    var agent: ExportedObject {
        let methods: [String: ExportedMethod] = [
            "Release": method { _, _ throws(BusFailure) in [] },
            "Cancel": method { _, _ throws(BusFailure) in [] },
            "RequestConfirmation": method("ou") { tag, arguments throws(BusFailure) in
                try await tag.compare(arguments.last?.integer ?? 0, with: arguments.first?.objectPath)
            },
            "DisplayPasskey": method("ouq") { tag, arguments throws(BusFailure) in
                // Called again for every digit that is typed.
                guard arguments.last?.integer == 0, arguments.count == 3 else { return [] }
                return try await tag.show(arguments[1].integer ?? 0, to: arguments.first?.objectPath)
            },
            "RequestAuthorization": method("o") { tag, arguments throws(BusFailure) in
                let central = try await tag.accept(arguments.first?.objectPath)
                await tag.notice(.pairing(central, number: nil))
                return []
            },
            "AuthorizeService": method("os") { tag, arguments throws(BusFailure) in
                _ = try await tag.central(arguments.first?.objectPath)
                return []
            },
        ]
        return ExportedObject(
            path: Self.agentPath, interfaces: [ExportedInterface(name: BlueZName.agent, methods: methods)]
        )
    }

    private func compare(_ number: Int, with path: ObjectPath?) async throws(BusFailure) -> [BusValue] {
        let central = try await accept(path)
        notice(.pairing(central, number: number))
        guard await person.confirms(number, shownBy: central) else { throw Self.rejected("the numbers differ") }
        return []
    }

    private func show(_ number: Int, to path: ObjectPath?) async throws(BusFailure) -> [BusValue] {
        let central = try await accept(path)
        notice(.pairing(central, number: number))
        await person.show(number, for: central)
        return []
    }

    /// Refuses whom the tag does not take, and whoever pairs with another adapter: that is not the tag's business.
    private func accept(_ path: ObjectPath?) async throws(BusFailure) -> BluetoothAddress {
        let central = try await central(path)
        guard await acceptsPairing() else {
            notice(.refusedPairing(central))
            throw Self.rejected("the tag has an owner")
        }
        return central
    }

    private func central(_ path: ObjectPath?) async throws(BusFailure) -> BluetoothAddress {
        // Who sees the tag may pair before bluetoothd has answered that it is to be seen.
        guard let station = touched, let path, path.isBelow(station.path) else {
            throw Self.rejected("not on this adapter")
        }
        if let central = centrals[path] { return central.address }
        let answer = try? await call(path, BlueZName.properties, "Get", [.string(BlueZName.device), "Address"])
        guard let address = answer?.first?.text.flatMap({ BluetoothAddress($0) }) else {
            throw Self.rejected("nobody is there")
        }
        return address
    }

    private static func rejected(_ reason: String) -> BusFailure {
        BusFailure(name: "org.bluez.Error.Rejected", message: reason)
    }
}
