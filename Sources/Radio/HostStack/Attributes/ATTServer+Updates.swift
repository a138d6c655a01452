import Bluetooth
import Tracking

/// What the server says unasked: Core Specification 5.4, volume 3, part F, section 3.4.7.
extension ATTServer {
    /// How long a confirmation is waited for: section 3.3.3.
    static let patience = Duration.seconds(30)
    /// How many indications wait for the one that is under way; of more the oldest go.
    static let indicationLimit = 64

    /// Notifies or indicates a value if the client has subscribed to it.
    mutating func update(_ update: AttributeUpdate, at now: Timestamp, to output: inout LinkOutput) {
        guard !bearer.isDead, awareness == .aware || !client.usesRobustCaching,
            let characteristic = database.characteristic(update.attribute),
            !characteristic.needsEncryption || security.isEncrypted
        else { return }
        let bits = client.configuration(of: update.attribute)
        if bits & 1 != 0 { return send(ATTOpcode.notification, update, to: &output) }
        if bits & 2 != 0 { indicate(update, at: now, to: &output) }
    }

    /// Tells a client that has subscribed to Service Changed that all its handles are void.
    ///
    /// Part G, section 7.1.
    mutating func announceChange(at now: Timestamp, to output: inout LinkOutput) {
        awareness = .unaware
        guard client.configuration(of: AttributeDatabase.serviceChanged) & 2 != 0 else { return }
        let everything: [UInt8] = [0x01, 0x00, 0xFF, 0xFF]
        indicate(AttributeUpdate(AttributeDatabase.serviceChanged, value: everything), at: now, to: &output)
    }

    mutating func confirmed(_ pdu: [UInt8], at now: Timestamp, to output: inout LinkOutput) {
        guard pdu.count == 1, let confirmed = bearer.unconfirmed else { return }
        if confirmed.attribute == AttributeDatabase.serviceChanged { becomeAware() }
        bearer.unconfirmed = nil
        bearer.confirmationDeadline = nil
        indicateNext(at: now, to: &output)
    }

    mutating func tick(at now: Timestamp, to output: inout LinkOutput) {
        guard let deadline = bearer.confirmationDeadline, now >= deadline else { return }
        bearer = Bearer()
        bearer.isDead = true
        // Remote user terminated connection: the code that a host gives when it ends a link.
        output.emit(.disconnect(reason: 0x13))
    }

    private mutating func indicate(_ update: AttributeUpdate, at now: Timestamp, to output: inout LinkOutput) {
        if bearer.indications.count >= Self.indicationLimit { bearer.indications.removeFirst() }
        bearer.indications.append(update)
        indicateNext(at: now, to: &output)
    }

    private mutating func indicateNext(at now: Timestamp, to output: inout LinkOutput) {
        guard bearer.unconfirmed == nil, !bearer.indications.isEmpty else { return }
        let next = bearer.indications.removeFirst()
        bearer.unconfirmed = next
        bearer.confirmationDeadline = now.advanced(by: Self.patience)
        send(ATTOpcode.indication, next, to: &output)
    }

    private func send(_ opcode: UInt8, _ update: AttributeUpdate, to output: inout LinkOutput) {
        guard let handle = database.valueHandle(of: update.attribute) else { return }
        output.send([opcode] + handle.littleEndianBytes + update.value.prefix(bearer.mtu - 3), on: .attributes)
    }
}
