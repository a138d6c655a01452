/// The members of a JSON object, in their order.
public struct JSONMembers: Hashable, Sendable {
    public struct Member: Hashable, Sendable {
        public let name: String
        public var value: JSONValue
    }

    public private(set) var all: [Member]

    /// Members, without those that have no value.
    public init(_ members: [(String, JSONValue?)] = []) {
        all = members.compactMap { name, value in value.map { Member(name: name, value: $0) } }
    }

    /// The value of a member; a new one comes behind the others.
    public subscript(_ name: String) -> JSONValue? {
        get { all.first { $0.name == name }?.value }
        set {
            guard let place = all.firstIndex(where: { $0.name == name }) else {
                if let newValue { append(name, newValue) }
                return
            }
            if let newValue { all[place].value = newValue } else { all.remove(at: place) }
        }
    }

    /// Puts a member behind the others; there must be none of its name.
    mutating func append(_ name: String, _ value: JSONValue) { all.append(Member(name: name, value: value)) }

    /// The members of both.
    public static func + (members: Self, others: Self) -> Self {
        var sum = members
        sum.all += others.all
        return sum
    }
}

extension JSONMembers: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral members: (String, JSONValue?)...) { self.init(members) }
}
