/// MQTT 3.1.1 packets, byte by byte, as a stranger may write them.
enum MQTTBytes {
    /// CONNECT with a clean session.
    static func connect(as clientID: String, user: String, password: String) -> [UInt8] {
        let body = text("MQTT") + [4, 0b1100_0010, 0, 60] + text(clientID) + text(user) + text(password)
        return packet(0x10, body)
    }

    /// PUBLISH of quality 1.
    static func publish(_ topic: String, _ payload: [UInt8], retained: Bool, identifier: UInt16) -> [UInt8] {
        packet(0x32 | (retained ? 1 : 0), text(topic) + number(identifier) + payload)
    }

    /// SUBSCRIBE with quality 1.
    static func subscribe(_ filter: String) -> [UInt8] { packet(0x82, number(1) + text(filter) + [1]) }

    /// The return code of a CONNACK; nil for anything else.
    static func returnCode(_ bytes: [UInt8]) -> UInt8? {
        guard bytes.count >= 4, bytes[0] == 0x20 else { return nil }
        return bytes[3]
    }

    private static func packet(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        var (bytes, rest) = ([type], body.count)
        repeat {
            let digit = UInt8(rest & 0x7F)
            rest >>= 7
            bytes.append(rest > 0 ? digit | 0x80 : digit)
        } while rest > 0
        return bytes + body
    }

    private static func number(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

    private static func text(_ text: String) -> [UInt8] { number(UInt16(text.utf8.count)) + Array(text.utf8) }
}
