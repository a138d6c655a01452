import NIOCore
import Reminders
import Tracking

/// An event in the form of server-sent events.
enum LiveFrame {
    /// Appends the event with its identifier; nil for none, when the client has to do with that of the event before.
    ///
    /// What is not told a viewer who may see it is so that pages follow, and tell nobody.
    static func write(_ event: LiveEvent, isTold: Bool = true, _ identifier: String?, into buffer: inout ByteBuffer) {
        write(identifier, into: &buffer)
        buffer.writeString("event: \(event.kind.rawValue)\ndata: {")
        switch event.subject {
        // Names need no escaping.
        case .device(let device): buffer.writeString("\"owner\":\"\(device.owner)\",\"tracker\":\"\(device.device)\"")
        case .owner(let name): buffer.writeString("\"owner\":\"\(name)\"")
        case .reminder(let id): buffer.writeString("\"owner\":\"\(id.owner)\",\"reminder\":\"\(id.id)\"")
        case .account(let name): buffer.writeString("\"account\":\"\(name)\"")
        case .gateway(let name): buffer.writeString("\"gateway\":\"\(name)\"")
        case .console: break
        }
        if !isTold { buffer.writeStaticString(",\"told\":false") }
        buffer.writeString(event.subject == .console ? "\"document\":" : ",\"document\":")
        switch event.content {
        case .document(let json): write(line: json, into: &buffer)
        case .fix(let fix): buffer.writeBytes(FixWriter.json(fix))
        case .gone: buffer.writeStaticString("null")
        }
        buffer.writeStaticString("}\n\n")
    }

    /// Appends that all was told that is kept, and that what follows is news.
    static func writeReady(_ identifier: String?, into buffer: inout ByteBuffer) {
        write(identifier, into: &buffer)
        buffer.writeStaticString("event: ready\ndata: {}\n\n")
    }

    /// Appends that the service is there, what time it has, and whether it hears its broker.
    static func writeBeat(_ hearing: BrokerHearing, at now: Timestamp, into buffer: inout ByteBuffer) {
        buffer.writeString(
            "event: beat\ndata: {\"time\":\"\(now)\",\"broker\":\(hearing.isHeard),\"since\":\"\(hearing.since)\"}\n\n"
        )
    }

    private static func write(_ identifier: String?, into buffer: inout ByteBuffer) {
        if let identifier { buffer.writeString("id: \(identifier)\n") }
    }

    /// JSON on one line: within its texts there is no break, and between its words a blank does as well.
    private static func write(line json: [UInt8], into buffer: inout ByteBuffer) {
        let isBroken = json.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard isBroken else { return _ = buffer.writeBytes(json) }
        buffer.writeBytes(json.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 })
    }
}
