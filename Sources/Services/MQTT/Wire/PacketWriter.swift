internal import Messages

/// Writes a client's packets one behind the other, and holds them until they have been sent (MQTT 5, section 3).
///
/// In MQTT 3.1.1 (the same sections) nothing has properties, and a subscription no options.
///
/// Texts must fit into 65,535 bytes: ``TopicCheck`` and the validation of settings see to it.
struct PacketWriter {
    private var bytes: [UInt8] = []
    /// How many of the bytes have been sent.
    private var sent = 0
    private let version: ProtocolVersion

    init(_ version: ProtocolVersion = .current) { self.version = version }

    /// What is kept for the next packets when all have been sent.
    private static let usual = 64 * 1024

    /// Bytes that are not sent yet.
    var count: Int { bytes.count - sent }
    var isEmpty: Bool { sent == bytes.count }

    /// Calls the body with all that is not sent yet, and takes note of how much the body says has been.
    mutating func send(_ body: (UnsafeRawBufferPointer) -> Int) {
        let begin = sent
        sent += unsafe bytes.withUnsafeBytes { unsafe body(UnsafeRawBufferPointer(rebasing: $0[begin...])) }
        guard sent == bytes.count else { return }
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.usual)
        sent = 0
    }

    /// Forgets everything.
    mutating func clear() { self = PacketWriter(version) }

    /// The length of the properties of a packet that has none.
    private mutating func noProperties() {
        if version == .current { bytes.append(0) }
    }

    /// Takes over what another has written.
    mutating func append(_ other: inout PacketWriter) {
        bytes += other.bytes
        other.bytes.removeAll(keepingCapacity: true)
    }

    /// CONNECT for a session, section 3.1.
    mutating func connect(_ session: BusSession, _ configuration: MQTTConfiguration) {
        let isKept = session.persistent
        var body = PacketWriter(version)
        body.text("MQTT")
        body.bytes.append(version.rawValue)
        // A session that is not kept begins anew, too.
        var flags: UInt8 = isKept ? 0 : 0b10
        if let will = session.will {
            flags |= 0b100 | will.quality.rawValue << 3 | (will.retained ? 0b10_0000 : 0)
        }
        if configuration.username != nil { flags |= 0b1000_0000 }
        if configuration.password != nil { flags |= 0b100_0000 }
        body.bytes.append(flags)
        body.short(UInt16(clamping: configuration.keepAlive.components.seconds))
        if version == .current {
            let expiry = isKept ? configuration.sessionExpiry.components.seconds : 0
            body.bytes.append(8)
            body.bytes.append(Property.sessionExpiry.rawValue)
            body.long(UInt32(clamping: expiry))
            body.bytes.append(Property.receiveMaximum.rawValue)
            body.short(configuration.receiveMaximum)
        }
        body.text(session.clientID)
        if let will = session.will {
            body.noProperties()
            body.text(will.topic)
            body.binary(will.payload)
        }
        if let user = configuration.username { body.text(user) }
        if let password = configuration.password { body.binary(Array(password.value.utf8)) }
        packet(0x10, body)
    }

    /// SUBSCRIBE to some filters, at least one, section 3.8.
    mutating func subscribe(_ subscriptions: some Sequence<BusSession.Subscription>, as identifier: UInt16) {
        var body = PacketWriter(version)
        body.short(identifier)
        body.noProperties()
        for subscription in subscriptions {
            body.text(subscription.filter)
            var options = subscription.quality.rawValue
            if version == .current {
                if subscription.options.contains(.othersOnly) { options |= 0b100 }
                if subscription.options.contains(.keepsRetained) { options |= 0b1000 }
            }
            body.bytes.append(options)
        }
        packet(0x82, body)
    }

    /// UNSUBSCRIBE from some filters, at least one, section 3.10.
    mutating func unsubscribe(_ filters: some Sequence<String>, as identifier: UInt16) {
        var body = PacketWriter(version)
        body.short(identifier)
        body.noProperties()
        for filter in filters { body.text(filter) }
        packet(0xA2, body)
    }

    /// PUBLISH, section 3.3; the identifier counts for quality 1.
    mutating func publish(_ message: Message, as identifier: UInt16, isRepeated: Bool, isRetained: Bool) {
        var head = 0x30 | message.quality.rawValue << 1
        if isRepeated { head |= 0b1000 }
        if isRetained { head |= 1 }
        bytes.append(head)
        length(Self.length(of: message) - (version == .current ? 0 : 1))
        text(message.topic)
        if message.quality > .atMostOnce { short(identifier) }
        noProperties()
        bytes += message.payload
    }

    /// Bytes of the packet for a message, in MQTT 3.1.1 one less.
    static func size(of message: Message) -> Int {
        let length = length(of: message)
        let digits = length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : length < 1 << 21 ? 3 : 4
        return 1 + digits + length
    }

    private static func length(of message: Message) -> Int {
        let identifier = message.quality > .atMostOnce ? 2 : 0
        return 2 + message.topic.utf8.count + identifier + 1 + message.payload.count
    }

    /// PUBACK, section 3.4.
    mutating func acknowledge(_ identifier: UInt16) {
        bytes.append(0x40)
        bytes.append(2)
        short(identifier)
    }

    /// PINGREQ, section 3.12.
    mutating func ping() {
        bytes.append(0xC0)
        bytes.append(0)
    }

    /// DISCONNECT after which no will is published, section 3.14.
    mutating func disconnect() {
        bytes.append(0xE0)
        bytes.append(0)
    }

    private mutating func packet(_ head: UInt8, _ body: PacketWriter) {
        bytes.append(head)
        length(body.bytes.count)
        bytes += body.bytes
    }

    private mutating func length(_ value: Int) {
        var rest = value
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func short(_ value: UInt16) {
        bytes.append(UInt8(value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    private mutating func long(_ value: UInt32) {
        short(UInt16(value >> 16))
        short(UInt16(truncatingIfNeeded: value))
    }

    private mutating func text(_ text: String) {
        let units = text.utf8
        short(UInt16(clamping: units.count))
        bytes.append(contentsOf: units.prefix(Int(UInt16.max)))
    }

    private mutating func binary(_ data: [UInt8]) {
        short(UInt16(clamping: data.count))
        bytes += data.prefix(Int(UInt16.max))
    }
}
