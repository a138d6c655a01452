import Tracking

/// The keys that a phone repeats with each fix, kept once: its initials, how its battery is charged, and where it stands
/// among them when the fix was sent.
///
/// A fix whose other keys are just these needs no row of its own for them, which is several times as large as the fix.
struct KeptTemplate: Hashable, Sendable {
    /// The JSON object, with ``place`` for the second of the sending.
    let text: String

    /// Stands where the second of the sending does; no value begins with it.
    private static let place = UInt8(ascii: "@")

    /// Bytes of keys that are read: as many as any that are kept so have.
    private static let longest = 64

    /// OwnTracks has two characters; some programs send a few more.
    private static let longestInitials = 8

    /// Keys as they are kept of a fix; nil when they are others too, or tell another sending than the fix does.
    init?(_ object: [UInt8], sent: Timestamp?) {
        var reader = Reader(object)
        guard object.count <= Self.longest, reader.skip("{") else { return nil }
        var text: [UInt8] = [UInt8(ascii: "{")]
        repeat {
            let start = reader.position
            if reader.skip(#""tid":""#) {
                guard reader.skipInitials(atMost: Self.longestInitials) else { return nil }
                text += object[start..<reader.position]
            } else if reader.skip(#""bs":"#) {
                guard reader.skipDigit() else { return nil }
                text += object[start..<reader.position]
            } else if reader.skip(#""created_at":"#) {
                text += object[start..<reader.position]
                guard let sent, reader.skip(String(sent.wholeSeconds)) else { return nil }
                text.append(Self.place)
            } else {
                return nil
            }
            if reader.isAtComma { text.append(UInt8(ascii: ",")) }
        } while reader.skip(",")
        guard reader.skip("}"), reader.isAtEnd else { return nil }
        text.append(UInt8(ascii: "}"))
        self.text = String(decoding: text, as: UTF8.self)
    }

    /// Whether these keys are the ones that it stands for, and tell this sending; false for some that have to be read.
    func stands(for object: [UInt8], sent: Timestamp?) -> Bool {
        guard object.count <= Self.longest else { return false }
        let (template, object) = (text.utf8Span.span, object.span)
        var position = 0
        for index in template.indices {
            guard template[index] == Self.place else {
                guard position < object.count, object[position] == template[index] else { return false }
                position += 1
                continue
            }
            guard let sent, sent.wholeSeconds > 0 else { return false }
            var (digits, rest) = (0, sent.wholeSeconds)
            while rest > 0 { (digits, rest) = (digits + 1, rest / 10) }
            position += digits
            guard position <= object.count else { return false }
            rest = sent.wholeSeconds
            for back in 1...digits {
                guard object[position - back] == UInt8(ascii: "0") + UInt8(rest % 10) else { return false }
                rest /= 10
            }
        }
        return position == object.count
    }

    /// What was written to a store.
    init(stored text: String) { self.text = text }

    /// The keys of a fix that was sent then.
    func object(sent: Timestamp?) -> [UInt8] {
        var object: [UInt8] = []
        object.reserveCapacity(text.utf8.count + 12)
        for byte in text.utf8 {
            if byte == Self.place, let sent { object += String(sent.wholeSeconds).utf8 } else { object.append(byte) }
        }
        return object
    }

    /// A walk through an object.
    private struct Reader {
        private let bytes: [UInt8]
        private(set) var position = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { position == bytes.count }
        var isAtComma: Bool { position < bytes.count && bytes[position] == UInt8(ascii: ",") }

        mutating func skip(_ text: String) -> Bool {
            guard bytes[position...].starts(with: text.utf8) else { return false }
            position += text.utf8.count
            return true
        }

        mutating func skipDigit() -> Bool {
            guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else {
                return false
            }
            position += 1
            return true
        }

        /// Letters and digits of ASCII, and the end of the text.
        mutating func skipInitials(atMost most: Int) -> Bool {
            let end = bytes[position...].prefix(most + 1).firstIndex(of: UInt8(ascii: "\""))
            guard let end, bytes[position..<end].allSatisfy(Self.isPlain) else { return false }
            position = end + 1
            return true
        }

        private static func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"):
                true
            default: false
            }
        }
    }
}
