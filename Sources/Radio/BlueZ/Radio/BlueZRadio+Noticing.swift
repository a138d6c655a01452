import Bluetooth
import Logging
import SystemBus
import Tracking

/// What changes among bluetoothd's objects becomes what the radio notices.
extension BlueZRadio {
    func notice(_ change: BlueZObjects.Change) {
        switch change {
        case .adapterAdded(let path): appear(path)
        case .adapterRemoved(let path): vanish(path)
        case .monitorsTaken(let path): registerMonitor(path)
        case .powered(let path, let isOn):
            if isOn, let address = address(of: path) { switchedOff.remove(address) }
            supervise(path, .powered(isOn))
        case .discovering(let path, let isOn): supervise(path, .discovering(isOn))
        case .device(let path, let news): noticeDevice(path, news)
        case .connected(let path): connected(path)
        case .disconnected(let path, let device): linkEnded(path, device)
        case .linkLost(let path): linkLost(path)
        case .deviceRemoved(let path, let device): deviceRemoved(path, device)
        case .value(let path, let value): subscriptions.tell(value, of: path)
        // The tag has other services by now: whoever listens has to look again.
        case .characteristicRemoved(let path): subscriptions.end(at: path)
        }
    }

    private func supervise(_ path: ObjectPath, _ event: AdapterSupervisor.Event) {
        if let address = address(of: path) { supervise(address, event) }
    }

    private func noticeDevice(_ path: ObjectPath, _ news: DeviceObject.News) {
        guard let device = objects.devices[path], let adapter = address(of: device.adapter) else { return }
        if news.isLifeSign { hears(device.address, adapter) }
        guard news.isSighting else { return }
        let now = clock.now
        heardAt[path] = now
        // The tap tells every report; bluetoothd's would count it twice.
        let isTapped = tappedAt[path].map { $0.duration(to: now) < .seconds(10) } ?? false
        let rssi = isTapped ? nil : news.rssi
        queue.push(.heard(sighting(of: device, by: adapter, rssi: rssi, isReport: !isTapped)))
    }

    func sighting(of device: DeviceObject, by adapter: BluetoothAddress, rssi: Int?, isReport: Bool = true) -> Sighting
    {
        Sighting(
            tag: device.address,
            adapter: adapter,
            advertisement: device.advertisement,
            rssi: rssi,
            isBonded: device.hasBond,
            addressKind: device.hasRandomAddress.flatMap { AddressKind(device.address, isRandom: $0) },
            isReport: isReport
        )
    }

    /// A link is down: whoever listens to its values hears the end.
    func linkEnded(_ path: ObjectPath, _ device: DeviceObject) {
        links[path] = nil
        linkToldAt[path] = nil
        endSubscriptions(below: path)
        tidy(path)
        guard let adapter = address(of: device.adapter) else { return }
        queue.push(.disconnected(device.address, adapter: adapter))
    }

    private func deviceRemoved(_ path: ObjectPath, _ device: DeviceObject) {
        heardAt[path] = nil
        tappedAt[path] = nil
        stale.remove(path)
        own.remove(path)
        kept.remove(path)
        tidying[path] = nil
        guard let adapter = address(of: device.adapter) else { return }
        queue.push(.lost(device.address, adapter: adapter))
    }

    /// Links that stand already: to be adopted, or ended after a while.
    func adoptLinks() {
        guard let limit = configuration.orphanTimeout, let session else { return }
        let orphans = objects.devices.filter { _, device in
            device.isConnected && !device.isPaired && address(of: device.adapter) != nil
        }.keys
        guard !orphans.isEmpty else { return }
        Task {
            await self.pause(limit)
            guard self.isCurrent(session) else { return }
            for path in orphans where self.links[path] == nil && self.objects.devices[path]?.isConnected == true {
                self.logger.notice("ending a link to \(path.name) that nobody uses")
                _ = try? await self.call(path, BlueZName.device, "Disconnect")
            }
        }
    }

    /// Ends the links of this radio; they would outlive it.
    func endLinks() async {
        for path in links.keys {
            await callAnyway(path, BlueZName.device, "Disconnect")
            links[path] = nil
        }
        await tidyAll()
    }
}
