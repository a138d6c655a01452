import Foundation
import JSON
import Tracking

/// A value of a document, be it JSON or a property list.
indirect enum KeyNode {
    case object([String: KeyNode])
    case list([KeyNode])
    case text(String)
    case number(Double)
    case bytes([UInt8])
    case time(Timestamp)
    case nothing

    init(_ value: JSONValue) {
        switch value {
        case .object(let members):
            self = .object(Dictionary(members.all.map { ($0.name, KeyNode($0.value)) }) { first, _ in first })
        case .list(let elements): self = .list(elements.map { KeyNode($0) })
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(number)
        case .whole(let number): self = .number(Double(number))
        case .null, .flag, .raw: self = .nothing
        }
    }

    init(propertyList value: Any) {
        switch value {
        case let members as [String: Any]: self = .object(members.mapValues { KeyNode(propertyList: $0) })
        case let elements as [Any]: self = .list(elements.map { KeyNode(propertyList: $0) })
        case let text as String: self = .text(text)
        case let date as Date: self = Self.moment(date.timeIntervalSince1970).map { .time($0) } ?? .nothing
        case let data as Data: self = .bytes(Array(data))
        case let number as NSNumber: self = .number(number.doubleValue)
        default: self = .nothing
        }
    }

    var isList: Bool { if case .list = self { true } else { false } }
    /// Those of a list, else itself.
    var elements: [KeyNode] { if case .list(let elements) = self { elements } else { [self] } }

    subscript(_ name: String) -> KeyNode? {
        guard case .object(let members) = self, let value = members[name] else { return nil }
        if case .nothing = value { return nil }
        return value
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// Bytes as such, or written in hexadecimal or base64, so many of them.
    func bytes(_ counts: Set<Int>) -> [UInt8]? {
        switch self {
        case .bytes(let bytes): counts.contains(bytes.count) ? bytes : nil
        case .text(let text): KeyText.bytes(text, counts)
        default: self["key"]?["data"]?.bytes(counts) ?? self["data"]?.bytes(counts)
        }
    }

    /// How many values a property list may have.
    static let most = 100_000

    /// A moment of 2015 to 2100: RFC 3339, in UTC where it names no offset, or seconds since 1970.
    ///
    /// No tag is older, and the keys since then are counted one by one.
    var time: Timestamp? {
        switch self {
        case .time(let time): Self.moment(time.seconds)
        case .text(let text): (Timestamp(text) ?? Timestamp(text + "Z")).flatMap { Self.moment($0.seconds) }
        case .number(let seconds): Self.moment(seconds)
        default: nil
        }
    }

    private static func moment(_ seconds: Double) -> Timestamp? {
        (1_420_070_400..<4_102_444_800).contains(seconds) ? Timestamp(seconds: seconds) : nil
    }

    /// A whole number from 0.
    var count: Int? {
        guard case .number(let number) = self, (0..<1e9).contains(number) else { return nil }
        return Int(exactly: number)
    }
}
