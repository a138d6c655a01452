import Exchange
import Messages
import Store

/// Writes `<owntracks><point><lat>…`, an element for each key.
struct RecorderXMLWriter: RecorderWriter {
    let fields: [String]?
    private var hasStarted = false
    private var entry = RecorderEntry()

    init(fields: [String]?) { self.fields = fields }

    private mutating func start() -> String {
        defer { hasStarted = true }
        return hasStarted ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<owntracks>\n"
    }

    mutating func add(_ fixes: [StoredFix]) -> [UInt8] {
        var text = start()
        for fix in fixes {
            entry.append(fix, .received)
            let keys = (try? ExtraKey.keys(of: entry.takeBytes())) ?? []
            text += "<point>"
            for key in keys where Self.isElement(key.name) && fields?.contains(key.name) ?? true {
                text += "<\(key.name)>\(key.text.xmlEscaped)</\(key.name)>"
            }
            text += "</point>\n"
        }
        return Array(text.utf8)
    }

    mutating func end() -> [UInt8] { Array((start() + "</owntracks>\n").utf8) }

    /// Whether a key can be the name of an element: ASCII letters, digits, `_`, `-` and `.`, a letter or `_` first.
    private static func isElement(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first) else { return false }
        return name.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 45 || $0 == 46 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
    }
}
