import Bluetooth
import Logging
import SystemBus

/// Telling centrals what they have subscribed to.
extension BlueZPeripheral {
    /// Tells values one after another, each indication when the one before it is confirmed.
    func sendUpdates() async {
        for await update in server.updates {
            guard links.isSubscribed(update.attribute), let characteristic = layout[update.attribute] else { continue }
            await send(update.value, characteristic)
            if Task.isCancelled { return }
        }
    }

    private func send(_ value: [UInt8], _ characteristic: PeripheralLayout.Characteristic) async {
        confirmation = characteristic.local.properties.contains(.indicate) ? characteristic.path : nil
        do throws(BusError) {
            try await bus.emitPropertiesChanged(
                path: characteristic.path, interface: BlueZName.characteristic, changed: ["Value": .bytes(value)]
            )
        } catch { return logger.debug("\(characteristic.name.characteristic) is not told: \(error)") }
        guard characteristic.local.properties.contains(.indicate) else {
            try? await Task.sleep(for: configuration.pace)
            return
        }
        await awaitConfirmation(of: characteristic.path)
    }

    /// Waits until a central has confirmed, the link is down, or the time is up.
    private func awaitConfirmation(of path: ObjectPath) async {
        guard confirmation == path else { return }
        let limit = configuration.confirmTimeout
        let timer = Task {
            try await Task.sleep(for: limit)
            self.confirmed(path)
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting = $0 }
        } onCancel: {
            Task { await self.confirmed(path) }
        }
        timer.cancel()
    }

    /// A central has confirmed, or will not any more.
    func confirmed(_ path: ObjectPath?) {
        guard path == nil || path == confirmation else { return }
        confirmation = nil
        waiting?.resume()
        waiting = nil
    }
}
