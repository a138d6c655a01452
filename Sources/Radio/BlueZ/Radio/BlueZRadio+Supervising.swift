public import Bluetooth
import Logging
import SystemBus
import Tracking

/// Keeping the adapters scanning.
extension BlueZRadio {
    func appear(_ path: ObjectPath) {
        guard let adapter = objects.adapters[path], configuration.uses(adapter, named: path.name) else { return }
        var station =
            stations[adapter.address] ?? Station(adapter.address, at: path, switchesOn: configuration.switchesOn)
        if let old = station.path, old != path {
            logger.notice("\(adapter.address) is \(path.name) now, was \(old.name)")
        }
        station.path = path
        station.name = path.name
        if adapter.isPowered { switchedOff.remove(adapter.address) }
        // What was switched off by us is switched on by us.
        station.supervisor.switchesOn = configuration.switchesOn || switchedOff.contains(adapter.address)
        if !adapter.isPowered {
            logger.notice("\(path.name) is off\(station.supervisor.switchesOn ? " and is switched on" : "")")
        }
        stations[adapter.address] = station
        supervise(adapter.address, .appeared(isPowered: adapter.isPowered))
    }

    func vanish(_ path: ObjectPath) {
        guard let address = address(of: path) else { return }
        supervise(address, .vanished)
        stations[address]?.leave()
    }

    /// The adapter of ours at a path.
    func address(of path: ObjectPath) -> BluetoothAddress? {
        if let address = objects.adapters[path]?.address, stations[address]?.path == path { return address }
        return stations.first { $0.value.path == path }?.key
    }

    func supervise(_ address: BluetoothAddress, _ event: AdapterSupervisor.Event) {
        let actions = stations[address]?.supervisor.handle(event, at: clock.now) ?? []
        for action in actions { carryOut(action, address) }
        if let proof = stations[address]?.supervisor.takeProof() { queue.push(.scan(address, proof)) }
        if stations[address]?.supervisor.health == .scanning { stations[address]?.sharedWith = [] }
        // The reason may be another by now.
        report(address)
    }

    /// An adapter hears a device.
    func hears(_ device: BluetoothAddress, _ adapter: BluetoothAddress) {
        stations[adapter]?.supervisor.meet(device, at: clock.now)
        supervise(adapter, .heard)
    }

    private func carryOut(_ action: AdapterSupervisor.Action, _ address: BluetoothAddress) {
        switch action {
        case .start: ask(address) { await self.startDiscovery($0) }
        case .stop: ask(address) { await self.stopDiscovery($0) }
        case .setPower(let isOn): ask(address) { await self.setPower($0, isOn) }
        case .wake(let time): wake(address, at: time)
        case .report: report(address)
        case .quiet:
            let waiter = stations[address]?.quiet.take()
            waiter?.resume()
        }
    }

    private func report(_ address: BluetoothAddress) {
        guard let status = stations[address]?.status, stations[address]?.told != status else { return }
        stations[address]?.told = status
        logger.info("\(status.name) (\(address)) is \(status.health)\(status.reason.map { ": \($0)" } ?? "")")
        queue.push(.adapter(status))
    }

    private func ask(
        _ address: BluetoothAddress, _ question: @escaping @Sendable (ObjectPath) async -> AdapterSupervisor.Event
    ) {
        guard let path = stations[address]?.path else { return }
        let number = nextNumber()
        stations[address]?.request = number
        Task {
            let event = await question(path)
            guard self.stations[address]?.request == number else { return }
            self.supervise(address, event)
        }
    }

    private func wake(_ address: BluetoothAddress, at time: Timestamp) {
        stations[address]?.timer?.cancel()
        stations[address]?.timer = Task {
            try? await self.clock.sleep(until: time, tolerance: nil)
            if !Task.isCancelled { self.supervise(address, .tick) }
        }
    }

    private func startDiscovery(_ path: ObjectPath) async -> AdapterSupervisor.Event {
        do throws(BusError) {
            let filter = DiscoveryFilter.everything(version: objects.adapters[path]?.version)
            try await call(path, BlueZName.adapter, "SetDiscoveryFilter", [.dictionary(filter)])
            try await call(path, BlueZName.adapter, "StartDiscovery")
            return .started
        } catch {
            logger.warning("\(path.name) does not start to scan: \(error.words)")
            return .startFailed(AdapterSupervisor.StartFailure(error))
        }
    }

    private func stopDiscovery(_ path: ObjectPath) async -> AdapterSupervisor.Event {
        do throws(BusError) {
            try await call(path, BlueZName.adapter, "StopDiscovery")
        } catch { logger.debug("\(path.name) does not stop scanning: \(error.words)") }
        return .stopped
    }

    private func setPower(_ path: ObjectPath, _ isOn: Bool) async -> AdapterSupervisor.Event {
        do throws(BusError) {
            if !isOn, try await isShared(path) { return .powerAnswered(.shared) }
            // Before, as this program may end in between.
            if !isOn, let address = address(of: path) { switchedOff.insert(address) }
            try await set(path, BlueZName.adapter, "Powered", .bool(isOn))
            mark(path, isBlocked: false)
            if isOn, let address = address(of: path) { switchedOff.remove(address) }
            return .powerAnswered(.done)
        } catch {
            // What is refused leaves it on.
            if !isOn, error.kind != nil, let address = address(of: path) { switchedOff.remove(address) }
            let isBlocked = error.kind == .blocked || error.words.lowercased().contains("rfkill")
            if !mark(path, isBlocked: isBlocked) {
                logger.warning("\(path.name) cannot be switched \(isOn ? "on" : "off"): \(error.words)")
            }
            return .powerAnswered(isBlocked ? .blocked : .failed)
        }
    }

    /// Switches on, when this radio ends, what it has switched off for a moment.
    func endPowerCycles() async {
        for address in switchedOff {
            guard let path = stations[address]?.path else { continue }
            let isOn = await Task {
                (try? await self.set(path, BlueZName.adapter, "Powered", .bool(true))) != nil
            }.value
            if isOn { switchedOff.remove(address) }
        }
    }

    /// Whether something has a link over an adapter that this radio has not made: a keyboard, a headset, another
    /// program's tag.
    ///
    /// bluetoothd is asked, because 5.66 does not signal every change.
    private func isShared(_ path: ObjectPath) async throws(BusError) -> Bool {
        let managed = try await call(.root, BlueZName.objectManager, "GetManagedObjects")
        let others = BlueZObjects.connected(over: path, in: managed.first).filter { links[$0.key] == nil }
        guard let address = address(of: path) else { return !others.isEmpty }
        stations[address]?.sharedWith = others.sorted { $0.key < $1.key }.map(\.value)
        if !others.isEmpty {
            let names = others.values.sorted().joined(separator: ", ")
            logger.notice("\(path.name) is not switched off and on: \(names) would be cut off")
        }
        return !others.isEmpty
    }

    /// Notes whether an adapter is blocked; tells whether it was so before.
    @discardableResult
    private func mark(_ path: ObjectPath, isBlocked: Bool) -> Bool {
        guard let address = address(of: path) else { return false }
        defer { stations[address]?.isBlocked = isBlocked }
        return stations[address]?.isBlocked == true
    }
}

extension AdapterSupervisor.StartFailure {
    init(_ error: BusError) {
        switch error.kind {
        case .inProgress: self = .inProgress
        case .notReady: self = .notReady
        case .failed: self = .failed
        default: self = error.isUnknownObject ? .unknownObject : .other
        }
    }
}

extension BlueZRadio {
    /// Waits until an adapter scans.
    ///
    /// - Throws: ``RadioError`` with what stands in the way and what to do about it.
    public func waitUntilScanning(atMost limit: Duration = .seconds(5)) async throws(RadioError) {
        let deadline = clock.now.advanced(by: limit)
        while !stations.values.contains(where: { $0.supervisor.health == .scanning }) {
            guard clock.now < deadline, !Task.isCancelled else {
                throw obstacle ?? .failed("no Bluetooth adapter has begun to scan")
            }
            await pause(.milliseconds(100))
        }
    }
}
