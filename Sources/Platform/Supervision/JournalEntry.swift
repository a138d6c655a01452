/// An entry of systemd's journal, in the format of its own socket.
///
/// See <https://systemd.io/JOURNAL_NATIVE_PROTOCOL/>: a field is `NAME=value` and a line feed. A value that has line
/// feeds itself has its length in front, 64 bits with the least significant byte first.
public struct JournalEntry: Hashable, Sendable {
    private var fields: [(name: String, value: String)] = []

    /// An entry of one sentence; its priority is 0 for the worst to 7 for debugging, as in `syslog(3)`.
    public init(_ message: String, priority: Int) {
        self["MESSAGE"] = message
        self["PRIORITY"] = "\(priority)"
    }

    /// A field; a name that journald would not take becomes one.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name == Self.fieldName(name) }?.value }
        set {
            let name = Self.fieldName(name)
            fields.removeAll { $0.name == name }
            if let newValue { fields.append((name, newValue)) }
        }
    }

    /// As it goes over the socket.
    public var bytes: [UInt8] {
        fields.flatMap { name, value in
            let value = Array(value.utf8)
            guard value.contains(UInt8(ascii: "\n")) else { return Array("\(name)=".utf8) + value + [0x0A] }
            let length = (0..<8).map { UInt8(truncatingIfNeeded: value.count >> (8 * $0)) }
            return Array("\(name)\n".utf8) + length + value + [0x0A]
        }
    }

    public static func == (one: JournalEntry, other: JournalEntry) -> Bool { one.bytes == other.bytes }
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// Capital letters, digits and underscores; neither a digit nor an underscore first, 64 at most.
    private static func fieldName(_ text: String) -> String {
        let letters = text.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "_")
            }
        }
        let name = letters.drop { $0 == UInt8(ascii: "_") || $0 < UInt8(ascii: "A") }.prefix(64)
        return name.isEmpty ? "FIELD" : String(decoding: name, as: UTF8.self)
    }
}
