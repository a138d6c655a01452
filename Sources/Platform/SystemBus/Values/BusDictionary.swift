/// A dictionary on D-Bus, which keeps the order of its entries.
public struct BusDictionary: Hashable, Sendable {
    /// A key with its value.
    public struct Entry: Hashable, Sendable {
        public let key: BusValue, value: BusValue

        public init(_ key: BusValue, _ value: BusValue) { (self.key, self.value) = (key, value) }
    }

    /// The signature of the keys, a basic type.
    public let keyType: String
    /// The signature of the values.
    public let valueType: String
    /// The entries as sent.
    public private(set) var entries: [Entry]

    /// Makes a dictionary of any type, by the signatures of its keys and values; an entry of another type makes sending
    /// fail.
    public init(keyType: String, valueType: String, _ entries: [Entry] = []) {
        (self.keyType, self.valueType, self.entries) = (keyType, valueType, entries)
    }

    /// Makes a dictionary of named values, `a{sv}`, ordered by name; those that are not variants are wrapped in one.
    public init(_ values: [String: BusValue]) {
        self.init(keyType: "s", valueType: "v", values.sorted { $0.key < $1.key }.map { .named($0.key, $0.value) })
    }

    /// The type in D-Bus's notation, such as `a{sv}`.
    public var signature: String { "a{\(keyType)\(valueType)}" }

    /// The value of a key that is a text, without the variants around it.
    public subscript(_ key: String) -> BusValue? { entries.first { $0.key.text == key }?.value.unwrapped }
}

extension BusDictionary: ExpressibleByDictionaryLiteral {
    /// Makes a dictionary of named values, `a{sv}`, in the order written; what is no variant is wrapped in one.
    public init(dictionaryLiteral elements: (String, BusValue)...) {
        self.init(keyType: "s", valueType: "v", elements.map { .named($0.0, $0.1) })
    }
}

extension BusDictionary.Entry {
    fileprivate static func named(_ name: String, _ value: BusValue) -> Self {
        if case .variant = value { return Self(.string(name), value) }
        return Self(.string(name), .variant(value))
    }
}
