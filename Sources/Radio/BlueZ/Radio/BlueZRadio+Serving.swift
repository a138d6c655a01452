import Bluetooth
import Logging
import SystemBus
import Tracking

/// Following bluetoothd.
extension BlueZRadio {
    private static let retryPause = Duration.seconds(5)

    /// Connects to the bus as often as it takes.
    func serve() async {
        while !Task.isCancelled {
            do throws(BusError) {
                try await serveBus()
            } catch {
                if !Task.isCancelled { complain(.noBus(error)) }
            }
            await pause(Self.retryPause)
        }
    }

    private func serveBus() async throws(BusError) {
        let bus = try SystemBus(configuration.bus)
        let exports = try await export(on: bus)
        for await element in try await bus.owners(of: BlueZName.service) {
            await leave()
            guard let owner = element.owner else {
                complain(.noService)
                continue
            }
            enter(Session(bus: bus, owner: owner, generation: element.generation))
        }
        await leave()
        for export in exports { await export.remove() }
        if Task.isCancelled { await bus.close() }
        throw await bus.closed
    }

    private func enter(_ session: Session) {
        self.session = session
        serving = Task { await self.serve(session) }
    }

    /// Forgets everything that bluetoothd has told: it is gone, or somebody else by now.
    private func leave() async {
        serving?.cancel()
        serving = nil
        if Task.isCancelled {
            await endPowerCycles()
            await endLinks()
        }
        session = nil
        for (path, device) in objects.devices where device.isConnected { linkEnded(path, device) }
        for address in stations.keys {
            supervise(address, .vanished)
            stations[address]?.leave()
        }
        pairing?.cancel()
        objects = BlueZObjects()
        heardAt = [:]
        tappedAt = [:]
        links = [:]
        stale = []
        tidying = [:]
        checkWaiters()
    }

    /// Serves one life of bluetoothd: listens first, then asks what there is.
    private func serve(_ session: Session) async {
        while isCurrent(session), !Task.isCancelled {
            do throws(BusError) {
                let signals = try await session.bus.signals(BusMatch(sender: BlueZName.service))
                let managed = try await session.bus.call(.managedObjects(configuration.requestTimeout))
                guard isCurrent(session) else { return }
                trouble = .noAdapter
                await registerAgent(session)
                let changes = objects.load(managed.first)
                sortOut()
                for change in changes { notice(change) }
                adoptLinks()
                if adapters.isEmpty { complain(chosenTrouble) }
                var dropped = 0
                for await signal in signals {
                    guard isCurrent(session) else { return }
                    receive(signal)
                    if signals.dropped != dropped {
                        logger.warning("\(signals.dropped - dropped) signals of bluetoothd's were lost, reading again")
                        dropped = signals.dropped
                        try await readAgain(session)
                    }
                }
                return
            } catch {
                logger.warning("bluetoothd does not tell its objects: \(error)")
                if let general = RadioError(general: error) { trouble = general }
                await pause(Self.retryPause)
            }
        }
    }

    private func readAgain(_ session: Session) async throws(BusError) {
        let managed = try await session.bus.call(.managedObjects(configuration.requestTimeout))
        guard isCurrent(session) else { return }
        for change in objects.prune(managed.first) + objects.load(managed.first) { notice(change) }
    }

    func isCurrent(_ session: Session) -> Bool { self.session?.generation == session.generation }

    private func receive(_ signal: BusSignal) {
        for change in objects.apply(signal) { notice(change) }
        checkWaiters()
    }

    /// Tells once why there is no Bluetooth.
    private func complain(_ error: RadioError) {
        if trouble != error || !hasComplained { logger.warning("\(error)") }
        trouble = error
        hasComplained = true
    }

    /// Why there is no adapter to be used.
    var chosenTrouble: RadioError {
        let wanted = configuration.adapters.sorted()
        return wanted.isEmpty ? .noAdapter : .notChosen(wanted)
    }

    /// Waits; less long when the task is cancelled.
    func pause(_ duration: Duration) async {
        try? await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
    }
}
