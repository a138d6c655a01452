internal import Messages

/// What a broker says to a client, packet by packet (MQTT 5, section 3).
enum Packet: Hashable {
    /// The broker's answer to a connection.
    case connected(BrokerTerms)
    /// A message; the identifier is 0 for one of quality 0.
    case message(Message, identifier: UInt16)
    /// The answer to a message of quality 1.
    case published(UInt16, ReasonCode)
    /// The answer to a subscription, for each filter in its order.
    case subscribed(UInt16, [ReasonCode])
    /// The answer to letting go of filters, whatever the broker makes of it.
    case unsubscribed(UInt16)
    case pong
    /// The broker ends the connection.
    case disconnected(ReasonCode)
}

/// The broker's answer to a connection, and what it asks of the client.
struct BrokerTerms: Hashable {
    var code = ReasonCode.success
    /// The broker had kept the session.
    var isResumed = false
    /// Most messages of quality 1 on their way to it at once.
    var receiveMaximum: UInt16 = .max
    var takesQuality1 = true
    /// Without it, a message is sent as one that is not to be kept.
    var keepsRetained = true
    /// Most bytes of a packet to it.
    var packetSize: UInt32 = .max
    /// The keep-alive in seconds in place of the one that the client has asked for; 0 for none.
    var keepAlive: UInt16?
}

/// Bytes that MQTT does not allow.
struct MalformedPacket: Error, Hashable {
    /// The end of a sentence.
    let reason: String
}
