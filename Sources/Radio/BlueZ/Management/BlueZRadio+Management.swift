import Bluetooth
import Logging
import SystemBus
import Tracking

/// Looking after the links that stand: a tag with a link hardly ever advertises, and says nothing by itself.
extension BlueZRadio {
    /// How often the strength of each link is read: the kernel itself asks the controller every one to three seconds.
    static let linkEvery = Duration.milliseconds(2500)
    /// How often a link whose strength is not to be had is told of.
    static let bareLinkEvery = Duration.seconds(10)

    /// Tells of each link as long as it stands: how strong the tag is where the kernel may be asked, else that it is
    /// there.
    func watchLinks() async {
        guard configuration.watchesLinks else { return }
        async let events: Void = followManagement()
        while !Task.isCancelled {
            await pause(Self.linkEvery)
            if !Task.isCancelled { await lookAfterLinks() }
        }
        await events
    }

    private func followManagement() async {
        do throws(BluetoothSocket.Unavailable) {
            let (socket, packets) = try ManagementSocket.open()
            management = socket
            var isForbidden = false
            for await packet in packets {
                guard let event = ManagementEvent(packet) else { continue }
                isForbidden = event == .forbidden
                if isForbidden { break }
                notice(event)
            }
            management = nil
            guard !Task.isCancelled else { return }
            throw .ended(isForbidden: isForbidden)
        } catch { logger.notice("how strong a tag with a link is cannot be read: \(error)") }
    }

    private func lookAfterLinks() async {
        var controllers: Set<Int> = []
        for path in links.keys {
            guard let device = objects.devices[path], device.isConnected else { continue }
            if management != nil, let number = Self.controller(at: device.adapter) { controllers.insert(number) }
            guard let told = linkToldAt[path] else {
                linkToldAt[path] = clock.now
                continue
            }
            guard told.duration(to: clock.now) >= Self.bareLinkEvery else { continue }
            // 5.66 does not signal each end of a link.
            if await isStanding(path) { linkHeard(path, rssi: nil) }
        }
        for controller in controllers { management?.send(.connections(of: controller)) }
    }

    private func isStanding(_ path: ObjectPath) async -> Bool {
        guard let answer = try? await call(path, BlueZName.properties, "GetAll", [.string(BlueZName.device)]) else {
            return false
        }
        for change in objects.refresh(path, answer.first?.entries ?? [:]) { notice(change) }
        return links[path] != nil && objects.devices[path]?.isConnected == true
    }

    /// Takes in what the kernel says of connections; of those of other programs nothing follows.
    func notice(_ event: ManagementEvent) {
        switch event {
        case .connections(let peers, let controller):
            for peer in peers where peer.isLowEnergy && link(to: peer, on: controller) != nil {
                management?.send(.information(of: peer, on: controller))
            }
        case .strength(let rssi?, let peer, let controller):
            if let path = link(to: peer, on: controller) { linkHeard(path, rssi: rssi) }
        // The link is told of without a strength when it is time.
        case .strength(nil, _, _): break
        case .timedOut(let peer, let controller):
            guard let (path, _) = objects.devices.first(where: { Self.isMeant($0.value, peer, controller) }) else {
                return
            }
            linkLost(path)
        case .forbidden: break
        }
    }

    /// A link was up at this moment.
    private func linkHeard(_ path: ObjectPath, rssi: Int?) {
        guard let device = objects.devices[path], let adapter = address(of: device.adapter) else { return }
        linkToldAt[path] = clock.now
        supervise(adapter, .linked)
        queue.push(.linkHeard(device.address, adapter: adapter, rssi: rssi))
    }

    /// A link ended because nothing was heard of the tag any more.
    func linkLost(_ path: ObjectPath) {
        guard let device = objects.devices[path], let adapter = address(of: device.adapter) else { return }
        queue.push(.linkLost(device.address, adapter: adapter))
    }

    private func link(to peer: ManagementAddress, on controller: Int) -> ObjectPath? {
        links.keys.first { objects.devices[$0].map { Self.isMeant($0, peer, controller) } ?? false }
    }

    private static func isMeant(_ device: DeviceObject, _ peer: ManagementAddress, _ controller: Int) -> Bool {
        device.address == peer.address && self.controller(at: device.adapter) == controller
    }

    /// The kernel's number of an adapter, which its name ends with: `hci0`.
    private static func controller(at path: ObjectPath) -> Int? {
        path.name.hasPrefix("hci") ? Int(path.name.dropFirst(3)) : nil
    }
}

extension BluetoothSocket.Unavailable {
    /// Why the kernel tells nothing more of links.
    static func ended(isForbidden: Bool) -> Self {
        Self(
            description: isForbidden
                ? "it needs the capability CAP_NET_ADMIN ('tagalong doctor' has the line that gives it)"
                : "the kernel has closed its management socket"
        )
    }
}
