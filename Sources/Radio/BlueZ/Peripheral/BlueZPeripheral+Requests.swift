import Bluetooth
import SystemBus

/// What centrals ask for, by way of bluetoothd; one after another.
extension BlueZPeripheral {
    func read(
        _ characteristic: PeripheralLayout.Characteristic, _ request: Request
    ) async throws(BusFailure) -> [UInt8] {
        await visited(by: request.central)
        let link = await linkState(characteristic, request.central)
        let place = LongValues.Place(central: request.central.text, attribute: characteristic.name)
        do throws(AttributeError) {
            if request.offset > 0, let rest = try values.continued(place, from: request.offset) { return rest }
            let value = try await server.read(characteristic.name, over: link)
            return try values.beginRead(value, at: place, from: request.offset)
        } catch { throw error.busFailure }
    }

    func write(
        _ piece: [UInt8], to characteristic: PeripheralLayout.Characteristic, _ request: Request
    ) async throws(BusFailure) {
        await visited(by: request.central)
        let link = await linkState(characteristic, request.central)
        let place = LongValues.Place(central: request.central.text, attribute: characteristic.name)
        do throws(AttributeError) {
            let value = try values.assemble(piece, at: place, offset: request.offset)
            try await server.write(value, to: characteristic.name, over: link)
        } catch { throw error.busFailure }
    }

    /// A request shows that its central is there.
    private func visited(by central: ObjectPath) async {
        visitors.insert(central)
        await act(links.arrived(central))
    }

    func started(_ name: AttributeName) async { await act(links.started(name)) }
    func stopped(_ name: AttributeName) async { await act(links.stopped(name)) }

    /// Lets the tag know of its links, in order.
    func act(_ actions: [CentralLinks.Action]) async {
        for action in actions {
            switch action {
            case .link(let isUp):
                if !isUp { confirmed(nil) }
                await server.link(isUp: isUp)
            case .subscribed(let name, let isSubscribed): await server.subscribed(to: name, isSubscribed)
            }
        }
    }

    /// What is known of a link: bluetoothd lets through what needs encryption only where there is some.
    private func linkState(
        _ characteristic: PeripheralLayout.Characteristic, _ central: ObjectPath
    ) async -> LinkState {
        var isBonded = centrals[central]?.isBonded ?? false
        // The word of a bond may come after the first request that it allows.
        if !isBonded, characteristic.local.needsEncryption { isBonded = await hasBond(central) }
        return LinkState(isEncrypted: isBonded || characteristic.local.needsEncryption, isBonded: isBonded)
    }

    private func hasBond(_ central: ObjectPath) async -> Bool {
        let answer = try? await call(central, BlueZName.properties, "Get", [.string(BlueZName.device), "Bonded"])
        return answer?.first?.flag ?? false
    }
}
