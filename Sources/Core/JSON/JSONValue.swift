/// Any JSON value, as a whole in memory.
public enum JSONValue: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    /// A whole number beyond what a double holds; read are doubles only.
    case whole(Int64)
    case text(String)
    case list([JSONValue])
    case object(JSONMembers)
    /// JSON that is written already.
    case raw([UInt8])

    /// A member of an object; nil when this is none, or has no such member.
    public subscript(_ key: String) -> JSONValue? {
        get { if case .object(let members) = self { members[key] } else { nil } }
        set {
            guard case .object(var members) = self else { return }
            members[key] = newValue
            self = .object(members)
        }
    }

    public var text: String? { if case .text(let text) = self { text } else { nil } }
    public var number: Double? { if case .number(let number) = self { number } else { nil } }
    /// The elements of a list; none when this is no list.
    public var list: [JSONValue] { if case .list(let elements) = self { elements } else { [] } }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByBooleanLiteral
{
    public init(stringLiteral text: String) { self = .text(text) }
    public init(booleanLiteral flag: Bool) { self = .flag(flag) }
    public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    public init(dictionaryLiteral members: (String, JSONValue?)...) { self = .object(JSONMembers(members)) }
}
