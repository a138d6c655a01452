import Foundation
import JSON
import Tracking

/// Names and values as apps write them into a query or a form: `id=sam/phone&lat=46.05`.
///
/// More lenient than a form has to be, as nobody repairs what an app sends: names are compared in small letters, of a
/// name that comes twice the last value counts, and what is empty, too long or wrongly encoded is none. Only where it
/// should name somebody it is refused, as what is sent must not become somebody else's, and in the place of a time or a
/// place it is told, see ``unreadable(_:)``.
public struct FieldList: Hashable, Sendable {
    /// What stands behind a name.
    fileprivate enum Content: Hashable {
        case text(String)
        case nothing
        /// A number whose last digits are lost, so that it names nobody.
        case rounded(String)
        /// The beginning of something that is too long, or no UTF-8 in percent encoding.
        case unreadable(String)
        /// The beginning of a list or an object.
        case container(String)
    }

    private var values: [String: Content] = [:]

    /// Bytes of a name, at most.
    static let longestName = 64
    /// Bytes of a value, at most.
    static let longestValue = 1024

    public init() {}

    /// Fields that are percent-encoded, with `&` between them.
    public init(_ text: String) {
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = Self.decoded(parts[0]) else { continue }
            put(name, Self.decoded(parts[1]).map(Content.init) ?? .unreadable(Content.beginning(of: String(parts[1]))))
        }
    }

    /// The texts, numbers and flags of an object.
    init(_ members: JSONMembers) {
        for member in members.all {
            switch member.value {
            case .text(let text): put(member.name, Content(text))
            case .number(let number):
                let text = String(decoding: member.value.encoded(), as: UTF8.self)
                put(member.name, number.hasAllDigits ? .text(text) : .rounded(text))
            case .whole, .flag: put(member.name, .text(String(decoding: member.value.encoded(), as: UTF8.self)))
            case .null: put(member.name, .nothing)
            case .list, .object, .raw:
                let text = String(decoding: member.value.encoded(), as: UTF8.self)
                put(member.name, .container(Content.beginning(of: text)))
            }
        }
    }

    /// Whether there is no field, not even one without a value.
    public var isEmpty: Bool { values.isEmpty }

    /// Whether there is a field of one of these names, were it without a value.
    func has(_ names: String...) -> Bool { names.contains { values[$0] != nil } }

    /// The value of the first of these names that has one.
    public subscript(names: String...) -> String? {
        for name in names {
            switch values[name] {
            case .text(let text), .rounded(let text): return text
            case .nothing, .unreadable, .container, nil: continue
            }
        }
        return nil
    }

    /// The beginning of what stands behind the first of these names whose value cannot be read.
    func unreadable(_ names: String...) -> String? {
        for name in names {
            switch values[name] {
            case .unreadable(let text), .container(let text): return text
            case .text, .rounded, .nothing, nil: continue
            }
        }
        return nil
    }

    /// The value of the first of these names that has one, which names somebody.
    ///
    /// - Throws: ``FeedError`` where it cannot be read.
    public func name(_ names: String...) throws(FeedError) -> String? {
        for name in names {
            switch values[name] {
            case .text(let text): return text
            case .rounded: throw .digits(name)
            case .unreadable: throw .encoding(name)
            case .nothing, .container, nil: continue
            }
        }
        return nil
    }

    /// These fields with others over them.
    public func overridden(by others: FieldList) -> FieldList {
        var all = self
        for (name, content) in others.values { all.put(name, content) }
        return all
    }

    private mutating func put(_ name: String, _ content: Content) {
        // What is called otherwise is something else that has a '=' in it.
        guard (1...Self.longestName).contains(name.utf8.count), name.utf8.allSatisfy(Self.isOfName) else { return }
        let name = name.lowercased()
        switch content {
        case .nothing where values[name] != nil: return
        case .container where values[name] ?? .nothing != .nothing: return
        default: values[name] = content
        }
    }

    /// Whether a byte may stand in a name: a letter, a digit, `_`, `-` or `.`.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}

extension FieldList.Content {
    fileprivate init(_ value: String) {
        switch value.utf8.count {
        case 0: self = .nothing
        case ...FieldList.longestValue: self = .text(value)
        default: self = .unreadable(Self.beginning(of: value))
        }
    }

    /// Enough of a value that cannot be read to see what it was.
    static func beginning(of value: String) -> String {
        let beginning = value.excerpt(40)
        return beginning == value ? value : beginning + "…"
    }
}
