import Bluetooth
import Logging
import SystemBus

/// What bluetoothd tells of the adapter and of who comes and goes on it.
extension BlueZPeripheral {
    func handle(_ signal: BusSignal) async {
        guard let station else { return }
        switch (signal.interface, signal.member, signal.arguments.count) {
        case (BlueZName.properties, "PropertiesChanged", 2...):
            guard let interface = signal.arguments[0].text, let new = signal.arguments[1].entries else { return }
            await changed(signal.path, interface, new, station)
        case (BlueZName.objectManager, "InterfacesAdded", 2...):
            guard let path = signal.arguments[0].objectPath,
                let new = signal.arguments[1].entries?[BlueZName.device]?.entries
            else { return }
            await changed(path, BlueZName.device, new, station)
        case (BlueZName.objectManager, "InterfacesRemoved", 2...):
            guard let path = signal.arguments[0].objectPath else { return }
            await removed(path, signal.arguments[1].texts ?? [], station)
        default: return
        }
    }

    private func changed(_ path: ObjectPath, _ interface: String, _ new: [String: BusValue], _ station: Station) async {
        if path == station.path, interface == BlueZName.adapter, let isPowered = new["Powered"]?.flag {
            await powered(isPowered, station)
        }
        guard path.isBelow(station.path), interface == BlueZName.device else { return }
        for change in centrals.update(path, new) { await happened(change) }
    }

    private func removed(_ path: ObjectPath, _ interfaces: [String], _ station: Station) async {
        if path == station.path, interfaces.contains(BlueZName.adapter) {
            return await lost("the adapter \(path.name) is gone")
        }
        guard path.isBelow(station.path), interfaces.contains(BlueZName.device) else { return }
        let address = centrals[path]?.address
        for change in centrals.remove(path) { await happened(change, address) }
    }

    private func happened(_ change: CentralTable.Change, _ former: BluetoothAddress? = nil) async {
        switch change {
        case .connected(let path):
            await order.run { await self.arrived(path) }
            if let address = centrals[path]?.address { notice(.connected(address)) }
        case .disconnected(let path):
            await order.run { await self.left(path) }
            if let address = former ?? centrals[path]?.address { notice(.disconnected(address)) }
        case .bonded(let path):
            if let address = centrals[path]?.address { notice(.bonded(address)) }
        }
    }

    private func arrived(_ central: ObjectPath) async { await act(links.arrived(central)) }

    private func left(_ central: ObjectPath) async {
        values.remove(central.text)
        await act(links.left(central))
    }

    /// Without power an adapter may forget what it advertises.
    private func powered(_ isPowered: Bool, _ station: Station) async {
        guard isPowered != self.isPowered else { return }
        self.isPowered = isPowered
        guard isPowered else { return notice(.unavailable("\(station.path.name) is switched off")) }
        let path = Self.advertisementPath
        await callAnyway(station.path, BlueZName.advertisingManager, "UnregisterAdvertisement", [.path(path)])
        await advertiseAgain(station)
    }

    /// bluetoothd has dropped the advertisement.
    func released() async {
        guard let station else { return }
        logger.debug("bluetoothd has dropped the advertisement")
        notice(.unavailable("\(station.path.name) does not advertise at present"))
    }

    private func advertiseAgain(_ station: Station) async {
        do throws(RadioError) {
            try await registerAdvertisement(station)
            let name = configuration.advertisement.name ?? ""
            notice(.advertising(name: name, adapter: station.path.name, address: station.address))
        } catch { logger.warning("\(error)") }
    }
}
