import Bluetooth
import Logging
import SystemBus

/// Making the tag known to bluetoothd, and taking it back.
extension BlueZPeripheral {
    /// Puts everything on the adapter.
    func register() async throws(RadioError) {
        let station = try await findAdapter()
        touched = station
        try await prepare(station)
        try await registerAgent()
        try await registerApplication(station)
        try await registerAdvertisement(station)
        self.station = station
        logger.debug("advertising over \(station.path.name)")
        let name = configuration.advertisement.name ?? ""
        notice(.advertising(name: name, adapter: station.path.name, address: station.address))
    }

    private func findAdapter() async throws(RadioError) -> Station {
        let answer = try await reporting("bluetoothd does not answer") { () throws(BusError) in
            try await self.call(.root, BlueZName.objectManager, "GetManagedObjects")
        }
        let objects = answer.first?.pairs ?? []
        var names: [String] = []
        for object in objects {
            guard let path = object.key.objectPath, let interfaces = object.value.entries,
                let adapter = interfaces[BlueZName.adapter]?.entries,
                let address = adapter["Address"]?.text.flatMap({ BluetoothAddress($0) })
            else { continue }
            names.append("\(path.name) (\(address))")
            guard path.name == configuration.adapter || BluetoothAddress(configuration.adapter) == address else {
                continue
            }
            guard interfaces[BlueZName.gattManager] != nil,
                let advertising = interfaces[BlueZName.advertisingManager]?.entries
            else {
                throw .unavailable(
                    "\(path.name) cannot advertise",
                    advice: "choose an adapter with Bluetooth LE and the peripheral role"
                )
            }
            if formerAlias == nil { formerAlias = adapter["Alias"]?.text }
            let includes = advertising["SupportedIncludes"]?.texts ?? []
            load(objects, below: path)
            return Station(path: path, address: address, includesPower: includes.contains("tx-power"))
        }
        let there = names.isEmpty ? "there is none at all" : "there are: \(names.sorted().joined(separator: ", "))"
        throw .unavailable("there is no adapter \(configuration.adapter)", advice: there)
    }

    private func load(_ objects: [BusDictionary.Entry], below adapter: ObjectPath) {
        for object in objects {
            guard let path = object.key.objectPath, path.isBelow(adapter),
                let device = object.value.entries?[BlueZName.device]?.entries
            else { continue }
            centrals.load(path, device)
        }
    }

    /// Power, and the name under which a connected central finds it.
    private func prepare(_ station: Station) async throws(RadioError) {
        try await reporting(
            "\(station.path.name) cannot be switched on", advice: "is it blocked? see 'rfkill list'"
        ) { () throws(BusError) in try await self.set(station.path, "Powered", true) }
        isPowered = true
        try await reporting("\(station.path.name) cannot be prepared") { () throws(BusError) in
            try await self.set(station.path, "Pairable", true)
            if let name = self.configuration.advertisement.name {
                try await self.set(station.path, "Alias", .string(name))
            }
        }
    }

    private func registerAgent() async throws(RadioError) {
        try await export(agent)
        let capability = configuration.pairing.capability
        try await reporting("bluetoothd does not take the pairing agent") { () throws(BusError) in
            try await self.unlessThere { () throws(BusError) in
                try await self.call(
                    BlueZName.root,
                    BlueZName.agentManager,
                    "RegisterAgent",
                    [.path(Self.agentPath), .string(capability)]
                )
            }
            // Whoever pairs from afar is answered by the default agent.
            try await self.call(BlueZName.root, BlueZName.agentManager, "RequestDefaultAgent", [.path(Self.agentPath)])
        }
    }

    private func registerApplication(_ station: Station) async throws(RadioError) {
        for object in objects(withHandles: true) { try await export(object) }
        do throws(BusError) {
            try await registerObjects(station)
        } catch {
            guard case .failed(let failure) = error, failure.name.hasPrefix("org.bluez.") else {
                throw .unavailable("bluetoothd does not take the services: \(error)", advice: "see its log")
            }
            // Another program has taken the places in the attribute table: any others will do.
            logger.debug("the services get other handles: \(error)")
            await withdraw { $0 == PeripheralLayout.root || $0.isBelow(PeripheralLayout.root) }
            for object in objects(withHandles: false) { try await export(object) }
            try await reporting("bluetoothd does not take the services") { () throws(BusError) in
                try await self.registerObjects(station)
            }
        }
    }

    private func registerObjects(_ station: Station) async throws(BusError) {
        let arguments: [BusValue] = [.path(PeripheralLayout.root), .properties([:])]
        try await unlessThere { () throws(BusError) in
            try await self.call(station.path, BlueZName.gattManager, "RegisterApplication", arguments)
        }
    }

    func registerAdvertisement(_ station: Station) async throws(RadioError) {
        try await export(advertisement(station))
        let arguments: [BusValue] = [.path(Self.advertisementPath), .properties([:])]
        try await reporting("bluetoothd does not take the advertisement") { () throws(BusError) in
            try await self.unlessThere { () throws(BusError) in
                try await self.call(station.path, BlueZName.advertisingManager, "RegisterAdvertisement", arguments)
            }
        }
    }

    /// Ends what bluetoothd does for the tag, and gives the adapter its name back.
    func leave() async {
        if let station = touched, bus.isOpen {
            let path = station.path
            let advertisement = Self.advertisementPath
            await callAnyway(path, BlueZName.advertisingManager, "UnregisterAdvertisement", [.path(advertisement)])
            await callAnyway(path, BlueZName.gattManager, "UnregisterApplication", [.path(PeripheralLayout.root)])
            await callAnyway(BlueZName.root, BlueZName.agentManager, "UnregisterAgent", [.path(Self.agentPath)])
            if let formerAlias { try? await set(path, "Alias", .string(formerAlias)) }
            // The link would stay, to a device that offers nothing any more.
            for central in links.present { await callAnyway(central, BlueZName.device, "Disconnect") }
        }
        await lost(nil)
        await withdraw { _ in true }
    }

    /// Removes the bonds of all centrals that have used the tag; a mouse of the same adapter keeps its own.
    ///
    /// A tag that has no owner any more has no bond either; the other side finds out at its next attempt.
    public func removeBonds() async {
        guard let station else { return }
        for (path, central) in centrals.centrals where central.isBonded && visitors.contains(path) {
            do throws(BusError) {
                try await call(station.path, BlueZName.adapter, "RemoveDevice", [.path(path)])
            } catch { logger.warning("the bond of \(central.address) stays: \(error)") }
        }
    }

    private func unlessThere(_ body: () async throws(BusError) -> [BusValue]) async throws(BusError) {
        do throws(BusError) { _ = try await body() } catch {
            guard error.failureName == "org.bluez.Error.AlreadyExists" else { throw error }
        }
    }

    /// Puts an object on the bus unless it is there.
    private func export(_ object: ExportedObject) async throws(RadioError) {
        guard !exports.contains(where: { $0.path == object.path }) else { return }
        let export = try await reporting("the message bus") { () throws(BusError) in
            try await self.bus.export(object)
        }
        exports.append(export)
    }

    private func withdraw(_ isMeant: (ObjectPath) -> Bool) async {
        // From the bottom up, as they are found from the top down.
        for export in exports.reversed() where isMeant(export.path) { await export.remove() }
        exports.removeAll { isMeant($0.path) }
    }
}
