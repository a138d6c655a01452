package import NIOCore

/// Frames as a server writes them: whole, and not masked (RFC 6455, 5.2).
package enum WebSocketFrames {
    private enum Kind: UInt8 {
        case text = 1
        case close = 8
        case ping = 9
        case pong = 10
    }

    package static func append(text: [UInt8], to buffer: inout ByteBuffer) { append(.text, text, to: &buffer) }
    package static func appendPing(to buffer: inout ByteBuffer) { append(.ping, [], to: &buffer) }
    package static func append(pong payload: [UInt8], to buffer: inout ByteBuffer) {
        append(.pong, payload, to: &buffer)
    }

    package static func append(close ending: WebSocketEnding, to buffer: inout ByteBuffer) {
        append(.close, [UInt8(ending.rawValue >> 8), UInt8(ending.rawValue & 0xFF)], to: &buffer)
    }

    private static func append(_ kind: Kind, _ payload: [UInt8], to buffer: inout ByteBuffer) {
        buffer.writeInteger(0x80 | kind.rawValue)
        switch payload.count {
        case ...125: buffer.writeInteger(UInt8(payload.count))
        case ...0xFFFF:
            buffer.writeInteger(UInt8(126))
            buffer.writeInteger(UInt16(payload.count))
        default:
            buffer.writeInteger(UInt8(127))
            buffer.writeInteger(UInt64(payload.count))
        }
        buffer.writeBytes(payload)
    }
}
