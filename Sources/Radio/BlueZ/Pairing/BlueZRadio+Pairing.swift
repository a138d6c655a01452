public import Bluetooth
import Logging
import SystemBus

/// Bonding with tags.
extension BlueZRadio {
    public func pair(with tag: BluetoothAddress, asking person: any PairingPerson) async throws(RadioError) {
        guard await pairingTurn.enter() else { throw .pairingFailed(tag, .canceled) }
        defer { pairingTurn.leave() }
        let device: ObjectPath
        do throws(RadioError) {
            device = try await link(tag, over: nil)
        } catch { throw Task.isCancelled ? .pairingFailed(tag, .canceled) : error }
        guard objects.devices[device]?.hasBond != true else { return }
        // 5.66 never answers Pair when the bond is there before the services are known.
        _ = try? await resolve(device)
        let talk = PairingTalk(device: device, tag: tag, person: person, number: nextNumber())
        pairing = talk
        do throws(RadioError) {
            try await bond(tag, device)
        } catch {
            endTalk(talk)
            await removeAnyway(device)
            throw error
        }
        endTalk(talk)
    }

    private func bond(_ tag: BluetoothAddress, _ device: ObjectPath) async throws(RadioError) {
        do throws(BusError) {
            try await call(device, BlueZName.device, "Pair", timeout: configuration.pairTimeout)
        } catch {
            if error.kind != .alreadyExists {
                await giveUp(device, "CancelPairing", after: error)
                if let refusal = pairing?.refusal { throw .pairingFailed(tag, refusal) }
                if error.kind == .authenticationFailed, pairing?.hasNumber != true {
                    throw .pairingFailed(tag, .refusedUnasked)
                }
                throw RadioError(pairing: tag, error)
            }
        }
        _ = await wait(upTo: .seconds(5)) { $0.devices[device]?.hasBond ?? true }
        guard let state = objects.devices[device] else { throw .disconnected(tag) }
        guard state.hasBond else { throw .pairingFailed(tag, .refused("it keeps no bond")) }
        do throws(BusError) {
            try await set(device, BlueZName.device, "Trusted", .bool(true))
        } catch { throw RadioError(pairing: tag, error) }
        logger.notice("\(state.address) is bonded")
    }

    private func endTalk(_ talk: PairingTalk) {
        guard pairing?.number == talk.number else { return }
        pairing?.cancel()
        pairing = nil
    }

    /// Leaves nothing of a tag behind: no bond, no object; once it is heard it is there again.
    func removeAnyway(_ device: ObjectPath) async {
        guard let adapter = objects.devices[device]?.adapter else { return }
        await callAnyway(adapter, BlueZName.adapter, "RemoveDevice", [.path(device)])
    }

    public func unbond(_ tag: BluetoothAddress) async throws(RadioError) {
        guard session != nil else { throw trouble }
        for device in objects.device(tag, over: nil) {
            guard let adapter = objects.devices[device]?.adapter else { continue }
            do throws(BusError) {
                try await call(adapter, BlueZName.adapter, "RemoveDevice", [.path(device)])
            } catch {
                guard error.isUnknownObject else {
                    throw RadioError(error, tag, doing: "removing its bond")
                }
            }
        }
    }
}
