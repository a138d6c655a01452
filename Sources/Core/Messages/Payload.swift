import JSON

/// Something that travels as the bytes of one message.
public protocol Payload: Sendable {
    /// Reads the bytes of a message.
    init(decoding payload: [UInt8]) throws(MessageError)

    /// The bytes of a message.
    func encoded() -> [UInt8]

    /// What is read from the bytes of a value that a message carries; nil where they have to be read for that.
    static func read(from value: any Payload) -> Self?
}

extension Payload {
    public static func read(from value: any Payload) -> Self? { value as? Self }
}

/// A payload that is a JSON object, which may have keys we do not know.
public protocol ObjectPayload: Payload {
    /// Reads the object and hands out the keys that are not part of it, in their order.
    init(decoding payload: [UInt8], extra: inout [ExtraKey]) throws(MessageError)

    /// The object with more keys behind its own; one that has the name of a key already written is left out.
    func encoded(extra: [ExtraKey]) -> [UInt8]
}

extension ObjectPayload {
    public static func read(from value: any Payload) -> Self? { value as? Self ?? (value as? Kept<Self>)?.value }

    public init(decoding payload: [UInt8]) throws(MessageError) {
        var extra: [ExtraKey] = []
        try self.init(decoding: payload, extra: &extra)
    }

    public func encoded() -> [UInt8] { encoded(extra: []) }
}

/// A key of a JSON object that we do not know, kept as it came.
public struct ExtraKey: Hashable, Sendable {
    public let name: String
    /// The value in JSON, byte for byte.
    public let json: [UInt8]

    /// A key with a value in JSON.
    ///
    /// - Throws: ``MessageError`` when the value is not one JSON value in UTF-8.
    public init(name: String, json: [UInt8]) throws(MessageError) {
        try JSONScanner.check(json)
        self.init(name: name, unchecked: json)
    }

    /// The value, when it is a text; nil for any other.
    public var unescaped: String? {
        guard let first = json.first, first == UInt8(ascii: "\""), json.count > 1 else { return nil }
        return JSONScanner.unescaped(json, 1..<json.count - 1)
    }

    init(name: String, unchecked json: [UInt8]) {
        self.name = name
        self.json = json
    }

    /// The keys of a JSON object.
    ///
    /// - Throws: ``MessageError`` when it is none.
    public static func keys(of object: [UInt8]) throws(MessageError) -> [ExtraKey] {
        try JSONObject<UnknownKey>(object).extra
    }

    /// Some keys as a JSON object of their own.
    public static func object(_ keys: [ExtraKey]) -> [UInt8] {
        var bytes = [UInt8(ascii: "{")]
        for (index, key) in keys.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.appendJSON(key.name)
            bytes.append(UInt8(ascii: ":"))
            bytes += key.json
        }
        return bytes + [UInt8(ascii: "}")]
    }
}

/// A payload together with the keys it does not know, so that who rewrites it loses nothing.
public struct Kept<Value: ObjectPayload> {
    public var value: Value
    public var extra: [ExtraKey]

    public init(_ value: Value, extra: [ExtraKey] = []) {
        self.value = value
        self.extra = extra
    }
}

extension Kept: Payload {
    public init(decoding payload: [UInt8]) throws(MessageError) {
        var extra: [ExtraKey] = []
        value = try Value(decoding: payload, extra: &extra)
        self.extra = extra
    }

    public func encoded() -> [UInt8] { value.encoded(extra: extra) }

    public static func read(from value: any Payload) -> Self? { value as? Self ?? (value as? Value).map { Self($0) } }
}

extension Kept: Equatable where Value: Equatable {}
extension Kept: Hashable where Value: Hashable {}

/// A key that no object has: all of them are extra.
private enum UnknownKey: String, PayloadKey {
    case none = ""

    static let table = KeyTable<Self>()
}
