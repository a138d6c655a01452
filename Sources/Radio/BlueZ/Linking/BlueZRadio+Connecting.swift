public import Bluetooth
import Logging
import SystemBus
import Tracking

/// Connecting tags.
extension BlueZRadio {
    private static let connectAttempts = 4
    private static let pauseAfterAbort = Duration.milliseconds(500)

    public func connect(
        to tag: BluetoothAddress, over adapter: BluetoothAddress?
    ) async throws(RadioError) -> any Peer {
        let device = try await link(tag, over: adapter)
        return try await peer(tag, device)
    }

    /// Makes a link to a tag, one at a time over each adapter.
    func link(_ tag: BluetoothAddress, over adapter: BluetoothAddress?) async throws(RadioError) -> ObjectPath {
        let (first, address) = try find(tag, over: adapter)
        if objects.devices[first]?.isConnected == true {
            number(first)
            return first
        }
        guard let turn = stations[address]?.turn, await turn.enter() else { throw .cancelled }
        defer { turn.leave() }
        // Waiting may have taken long.
        let (device, _) = try find(tag, over: address)
        await pauseScanning(address)
        defer { supervise(address, .resumed) }
        noteOwn(device)
        do throws(RadioError) {
            try await link(tag, device)
        } catch {
            tidy(device)
            throw error
        }
        number(device)
        return device
    }

    /// The number of a tag's link, which is this radio's from now on.
    @discardableResult
    private func number(_ device: ObjectPath) -> Int {
        let number = links[device] ?? nextNumber()
        links[device] = number
        return number
    }

    /// Where bluetoothd has a tag: over the adapter that has a link to it, or that heard it last.
    private func find(
        _ tag: BluetoothAddress, over adapter: BluetoothAddress?
    ) throws(RadioError) -> (ObjectPath, BluetoothAddress) {
        if let obstacle { throw obstacle }
        func rank(_ path: ObjectPath) -> (Int, Timestamp) {
            (objects.devices[path]?.isConnected == true ? 1 : 0, heardAt[path] ?? Timestamp(milliseconds: .min))
        }
        let paths = objects.device(tag, over: adapter).filter { path in
            objects.devices[path].flatMap { address(of: $0.adapter) } != nil
        }
        guard let best = paths.max(by: { rank($0) < rank($1) }), let device = objects.devices[best],
            let address = address(of: device.adapter)
        else { throw .unknownTag(tag) }
        if objects.adapters[device.adapter]?.isPowered == false { throw offReason(address) }
        return (best, address)
    }

    /// Why nothing can be done at all; nil when something can.
    var obstacle: RadioError? {
        guard session != nil else { return trouble }
        let present = stations.filter { $0.value.path != nil }
        guard !present.isEmpty else { return trouble == .noAdapter ? chosenTrouble : trouble }
        let isUsable = present.values.contains { station in
            station.path.flatMap { objects.adapters[$0]?.isPowered } == true
        }
        return isUsable ? nil : present.keys.min().map(offReason)
    }

    private func offReason(_ address: BluetoothAddress) -> RadioError {
        guard let station = stations[address] else { return .noAdapter }
        return station.isBlocked ? .blocked : .poweredOff(station.name)
    }

    private func pauseScanning(_ address: BluetoothAddress) async {
        await withCheckedContinuation { continuation in
            guard stations[address] != nil else { return continuation.resume() }
            stations[address]?.quiet = continuation
            supervise(address, .paused)
        }
    }

    /// Tries several times: that a controller aborts a link it has just made is common.
    ///
    /// bluetoothd uses the same words where nothing was heard of the tag until the kernel gave up, after 40 s in which
    /// the adapter does not scan: this is not tried again before the tag is heard.
    private func link(_ tag: BluetoothAddress, _ device: ObjectPath) async throws(RadioError) {
        for attempt in 1...Self.connectAttempts {
            let began = clock.now
            do throws(BusError) {
                try await call(device, BlueZName.device, "Connect", timeout: configuration.connectTimeout)
                return
            } catch {
                if error.kind == .alreadyConnected { return }
                logger.debug("\(tag) does not connect: \(error.words)")
                let isQuick = began.duration(to: clock.now) < configuration.abortsWithin
                guard attempt < Self.connectAttempts, isQuick, error.isWorthAnotherConnect, !Task.isCancelled else {
                    await giveUp(device, "Disconnect", after: error)
                    throw RadioError(connecting: tag, error)
                }
                await waitForEnd(of: device, upTo: .seconds(5))
                await pause(Self.pauseAfterAbort * attempt)
            }
        }
    }

    /// Waits until no link to a tag stands any more, at most for so long.
    func waitForEnd(of device: ObjectPath, upTo limit: Duration) async {
        _ = await wait(upTo: limit) { $0.devices[device]?.isConnected != true }
    }

    /// An attempt that nobody waits for any more would go on in bluetoothd.
    func giveUp(_ device: ObjectPath, _ ending: String, after error: BusError) async {
        switch error {
        case .timedOut, .cancelled: await callAnyway(device, BlueZName.device, ending)
        case .failed, .disconnected, .closed, .nameTaken, .invalid: break
        }
    }

    /// The services of a tag that is connected: bluetoothd may say that it knows them before they can be used.
    private func peer(_ tag: BluetoothAddress, _ device: ObjectPath) async throws(RadioError) -> any Peer {
        do throws(BusError) {
            let isResolved = try await resolve(device)
            guard let session, let state = objects.devices[device], state.isConnected else {
                throw .failed(BlueZError.notConnected.failure("the link is gone"))
            }
            guard isResolved else { throw .timedOut("ServicesResolved") }
            // Before it can end: what is asked over a link that has ended must not go over the next one.
            let link = number(device)
            _ = await wait(upTo: .seconds(2)) { !$0.services(of: device).isEmpty }
            let managed = try await session.bus.call(.managedObjects(configuration.requestTimeout))
            for change in objects.load(managed.first, below: device) { notice(change) }
            return BlueZPeer(
                radio: self,
                device: device,
                link: link,
                tag: state.address,
                services: objects.services(of: device)
            )
        } catch {
            await callAnyway(device, BlueZName.device, "Disconnect")
            throw Task.isCancelled ? .cancelled : RadioError(error, tag, doing: "telling its services")
        }
    }

    /// Waits until bluetoothd knows the services, and asks now and then: 5.66 does not signal every change.
    func resolve(_ device: ObjectPath) async throws(BusError) -> Bool {
        let deadline = clock.now.advanced(by: configuration.servicesTimeout)
        while true {
            let answer = try await call(device, BlueZName.properties, "GetAll", [.string(BlueZName.device)])
            for change in objects.refresh(device, answer.first?.entries ?? [:]) { notice(change) }
            guard let state = objects.devices[device], state.isConnected, !state.isResolved else { break }
            guard clock.now < deadline, !Task.isCancelled else { return false }
            _ = await wait(upTo: .seconds(1)) { objects in
                guard let state = objects.devices[device] else { return true }
                return state.isResolved || !state.isConnected
            }
        }
        return true
    }
}

extension BusError {
    /// Whether connecting may succeed a moment later.
    ///
    /// "Input/output error" is what bluetoothd 5.66 says where the kernel refuses at once, still busy with a link to the
    /// same tag that has just ended, or that it makes on its own account.
    fileprivate var isWorthAnotherConnect: Bool {
        switch kind {
        case .inProgress: true
        case .failed: ["abort", "already in progress", "busy", "Input/output"].contains { words.contains($0) }
        default: false
        }
    }
}
