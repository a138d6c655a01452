import Messages

/// MQTT 3.1.1 packets that are ready to be sent.
struct Packets {
    private(set) var bytes: [UInt8] = []
    /// Where each packet ends.
    private(set) var ends: [Int] = []

    /// PUBLISH packets of quality 1; their identifiers count up from 1 and begin again.
    init(_ messages: [Message]) {
        bytes.reserveCapacity(messages.count * 320)
        ends.reserveCapacity(messages.count)
        for (index, message) in messages.enumerated() { append(message, identifier: UInt16(index % 65_535) + 1) }
    }

    private mutating func append(_ message: Message, identifier: UInt16) {
        let topic = Array(message.topic.utf8)
        bytes.append(0x32 | (message.retained ? 1 : 0))
        Self.append(length: 2 + topic.count + 2 + message.payload.count, to: &bytes)
        Self.append(UInt16(topic.count), to: &bytes)
        bytes += topic
        Self.append(identifier, to: &bytes)
        bytes += message.payload
        ends.append(bytes.count)
    }

    /// CONNECT with a clean session and without keep-alive.
    static func connect(_ clientID: String) -> [UInt8] {
        var body: [UInt8] = [0, 4] + Array("MQTT".utf8) + [4, 2, 0, 0]
        append(UInt16(clientID.utf8.count), to: &body)
        body += Array(clientID.utf8)
        var packet: [UInt8] = [0x10]
        append(length: body.count, to: &packet)
        return packet + body
    }

    private static func append(_ number: UInt16, to bytes: inout [UInt8]) {
        bytes += [UInt8(number >> 8), UInt8(number & 0xFF)]
    }

    private static func append(length: Int, to bytes: inout [UInt8]) {
        var rest = length
        repeat {
            let digit = UInt8(rest & 0x7F)
            rest >>= 7
            bytes.append(rest > 0 ? digit | 0x80 : digit)
        } while rest > 0
    }
}
