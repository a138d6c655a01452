internal import Messages

/// Each kind of packet, from its first field to its last.
extension PacketReader {
    /// PUBLISH, section 3.3.
    mutating func message(flags: UInt8) throws(MalformedPacket) -> Packet {
        let name = try field()
        guard !name.isEmpty else { throw MalformedPacket(reason: "a message has no topic") }
        guard let topic = topics.topic(in: buffer, name) else {
            throw MalformedPacket(reason: "a message has a topic that is none")
        }
        let quality: QualityOfService
        switch flags >> 1 & 0b11 {
        case 0: quality = .atMostOnce
        case 1: quality = .atLeastOnce
        default: throw MalformedPacket(reason: "a message is of a quality that was not asked for")
        }
        let identifier = quality == .atMostOnce ? 0 : try identifier()
        try properties { (property, _) throws(MalformedPacket) in
            // None was offered.
            guard property != .topicAlias else { throw MalformedPacket(reason: "a message has an alias for its topic") }
        }
        let message = Message(
            topic: topic,
            payload: Array(buffer[position..<limit]),
            quality: quality,
            retained: flags & 1 == 1
        )
        return .message(message, identifier: identifier)
    }

    /// CONNACK, section 3.2; or what a broker answers with that knows no MQTT 5 but a former version.
    mutating func connected() throws(MalformedPacket) -> Packet {
        var terms = BrokerTerms()
        let flags = try byte()
        guard flags <= 1 else { throw MalformedPacket(reason: "the broker's answer has flags that it cannot have") }
        let code = try byte()
        guard position < limit else {
            guard code != 0 || version == .former else { throw Self.cutOff }
            terms.isResumed = flags == 1 && code == 0
            terms.code = code < 0x80 ? ReasonCode(former: code) : ReasonCode(rawValue: code)
            return .connected(terms)
        }
        terms.code = ReasonCode(rawValue: code)
        terms.isResumed = flags == 1 && code == 0
        try properties { (property, value) throws(MalformedPacket) in try terms.note(property, value) }
        try expectEnd()
        return .connected(terms)
    }

    /// PUBACK, section 3.4.
    mutating func published() throws(MalformedPacket) -> Packet {
        .published(try identifier(), try reasonAndProperties())
    }

    /// SUBACK, section 3.9.
    mutating func subscribed() throws(MalformedPacket) -> Packet {
        let identifier = try identifier()
        try properties()
        var codes = [ReasonCode(rawValue: try byte())]
        while position < limit { codes.append(ReasonCode(rawValue: try byte())) }
        return .subscribed(identifier, codes)
    }

    /// UNSUBACK, section 3.11.
    mutating func unsubscribed() throws(MalformedPacket) -> Packet {
        let identifier = try identifier()
        try properties()
        if version == .current {
            _ = try byte()
            position = limit
        }
        try expectEnd()
        return .unsubscribed(identifier)
    }

    /// PINGRESP, section 3.13.
    mutating func pong() throws(MalformedPacket) -> Packet {
        try expectEnd()
        return .pong
    }

    /// DISCONNECT, section 3.14.
    mutating func disconnected() throws(MalformedPacket) -> Packet { .disconnected(try reasonAndProperties()) }

    /// A reason and properties, each of which may be left out with what is behind it.
    private mutating func reasonAndProperties() throws(MalformedPacket) -> ReasonCode {
        guard position < limit else { return .success }
        let code = ReasonCode(rawValue: try byte())
        if position < limit { try properties() }
        try expectEnd()
        return code
    }
}

extension BrokerTerms {
    /// Takes note of a property of the broker's answer.
    fileprivate mutating func note(_ property: Property, _ value: UInt32) throws(MalformedPacket) {
        switch property {
        case .receiveMaximum where value > 0: receiveMaximum = UInt16(truncatingIfNeeded: value)
        case .maximumPacketSize where value > 0: packetSize = value
        case .maximumQuality where value <= 1: takesQuality1 = value == 1
        case .retainAvailable where value <= 1: keepsRetained = value == 1
        case .serverKeepAlive: keepAlive = UInt16(truncatingIfNeeded: value)
        case .receiveMaximum, .maximumPacketSize, .maximumQuality, .retainAvailable:
            throw MalformedPacket(reason: "the broker's answer has a value that it cannot have")
        default: break
        }
    }
}
