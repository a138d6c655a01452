import Foundation
import JSON

/// Names and values as apps write them into a query or a form: `id=sam/phone&lat=46.05`.
///
/// More lenient than a form has to be, as nobody repairs what an app sends: names are compared in small letters, of a
/// name that comes twice the last one counts, and what is empty, too long or wrongly encoded is not there.
public struct FieldList: Hashable, Sendable {
    private var values: [String: String] = [:]

    /// Bytes of a name, at most.
    static let longestName = 64
    /// Bytes of a value, at most.
    static let longestValue = 1024

    public init() {}

    /// Fields that are percent-encoded, with `&` between them.
    public init(_ text: String) {
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let name = Self.decoded(parts[0]), let value = Self.decoded(parts[1]) else {
                continue
            }
            put(name, value)
        }
    }

    /// The texts, numbers and flags of an object.
    init(_ members: JSONMembers) {
        for member in members.all {
            switch member.value {
            case .text(let text): put(member.name, text)
            case .number, .whole, .flag: put(member.name, String(decoding: member.value.encoded(), as: UTF8.self))
            case .null, .list, .object, .raw: break
            }
        }
    }

    public var isEmpty: Bool { values.isEmpty }

    /// The value of the first of these names that is there.
    public subscript(names: String...) -> String? {
        for name in names { if let value = values[name] { return value } }
        return nil
    }

    /// These fields with others over them.
    public func overridden(by others: FieldList) -> FieldList {
        var all = self
        all.values.merge(others.values) { $1 }
        return all
    }

    private mutating func put(_ name: String, _ value: String) {
        // A name is looked up, which takes the square of its length where all of it is marks on one letter.
        guard (1...Self.longestName).contains(name.utf8.count), (1...Self.longestValue).contains(value.utf8.count)
        else { return }
        values[name.lowercased()] = value
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}
