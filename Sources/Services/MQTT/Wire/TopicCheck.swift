/// What may be a topic, and what a filter of topics (MQTT 5, section 4.7).
enum TopicCheck {
    /// Most bytes of a text in a packet.
    static let mostBytes = Int(UInt16.max)

    /// Whether a message can be published on it.
    static func isTopic(_ text: String) -> Bool {
        isText(text) && !text.isEmpty && !text.utf8.contains(UInt8(ascii: "+"))
            && !text.utf8.contains(UInt8(ascii: "#"))
    }

    /// Whether it can be subscribed: each wildcard is a level of its own, and `#` the last one.
    static func isFilter(_ text: String) -> Bool {
        guard isText(text), !text.isEmpty else { return false }
        let levels = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() {
            if level.contains(UInt8(ascii: "+")), level.count > 1 { return false }
            if level.contains(UInt8(ascii: "#")), level.count > 1 || index < levels.count - 1 { return false }
        }
        return true
    }

    /// Whether brokers take it for a text: short enough, without control characters and what is no character.
    ///
    /// Many of them end the connection of who sends them one (section 1.5.4).
    static func isText(_ text: String) -> Bool {
        guard text.utf8.count <= mostBytes else { return false }
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return true }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: false
            default: scalar.value & 0xFFFE != 0xFFFE
            }
        }
    }
}
