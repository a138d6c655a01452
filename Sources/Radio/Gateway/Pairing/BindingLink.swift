import Bluetooth
import Tracking

/// What is said over the link while a tracker is bound or let go.
struct BindingLink: Sendable {
    let peer: any Peer
    let clock: any UTCClock
    let answerWithin: Duration

    func identity() async throws(PairingError) -> TrackerIdentity {
        let value = try await radio { [peer] () throws(RadioError) in
            try await peer.read(try peer.tagalong(TagalongService.identity))
        }
        do throws(GATTValueError) { return try TrackerIdentity(gattValue: value) } catch { throw .malformed(error) }
    }

    func register(_ registration: Registration) async throws(PairingError) -> RegistrationAnswer {
        let value = try await answer(to: registration.gattValue, of: TagalongService.registration)
        do throws(GATTValueError) { return try RegistrationAnswer(gattValue: value) } catch { throw .malformed(error) }
    }

    /// The response to the write is the answer.
    func confirm() async throws(PairingError) { try await write(ControlRequest.confirmRegistration) }

    /// Tells what is wanted of the tracker; what does not arrive now arrives later.
    func send(_ desired: DesiredState) async { try? await write(.desired(desired)) }

    /// Lets the tracker go; what cannot be told is told by nobody.
    func unregister() async { _ = try? await unregisters() }

    /// Lets the tracker go, and answers with why it does not go; nil when it does.
    func unregisters() async throws(PairingError) -> String? {
        let request = ControlRequest.command(Command(id: "forget", verb: .unregister))
        // Who subscribes to fixes is a gateway to the tracker, and is answered.
        let fixes = try await radio { [peer] () throws(RadioError) in
            try await peer.values(of: try peer.tagalong(TagalongService.fix))
        }
        defer { withExtendedLifetime(fixes) {} }
        let value = try await answer(to: request.gattValue, of: TagalongService.control)
        do throws(GATTValueError) { return try ControlAnswer(gattValue: value).error } catch { throw .malformed(error) }
    }

    private func write(_ request: ControlRequest) async throws(PairingError) {
        try await radio { [peer] () throws(RadioError) in
            let control = try peer.tagalong(TagalongService.control)
            try await peer.write(request.gattValue, to: control, confirmed: true)
        }
    }

    /// Writes to a characteristic, and waits for what it indicates then.
    private func answer(to value: [UInt8], of uuid: BluetoothUUID) async throws(PairingError) -> [UInt8] {
        let answers = try await radio { [peer] () throws(RadioError) in
            let characteristic = try peer.tagalong(uuid)
            let answers = try await peer.values(of: characteristic)
            try await peer.write(value, to: characteristic, confirmed: true)
            return answers
        }
        let first = await answers.first(until: clock.now.advanced(by: answerWithin), by: clock) { $0 }
        guard let first else { throw .silent }
        return first
    }

    private func radio<Value>(_ body: () async throws(RadioError) -> Value) async throws(PairingError) -> Value {
        do throws(RadioError) { return try await body() } catch { throw .radio(error) }
    }
}

extension Peer {
    /// A characteristic of the Tagalong service.
    func tagalong(_ uuid: BluetoothUUID) throws(RadioError) -> PeerCharacteristic {
        guard let found = characteristic(uuid, of: TagalongService.uuid) else { throw .noCharacteristic(uuid, tag) }
        return found
    }
}
