/// An object of ours: which keys it has, and how they are read and written.
protocol JSONPart {
    associatedtype Key: PayloadKey

    init(reading object: JSONObject<Key>) throws(MessageError)
    func write(into writer: inout JSONWriter<Key>)
}

/// One that is a payload.
protocol JSONPayload: ObjectPayload, JSONPart {
    /// The key of the object's type, and the type.
    static var type: (key: Key, name: String) { get }
}

extension JSONPayload {
    public init(decoding payload: [UInt8], extra: inout [ExtraKey]) throws(MessageError) {
        let object = try JSONObject<Key>(payload)
        try object.expectType(Self.type.key, Self.type.name)
        try self.init(reading: object)
        extra = object.extra
    }

    public func encoded(extra: [ExtraKey]) -> [UInt8] {
        var writer = JSONWriter<Key>()
        writer.put(Self.type.key, Self.type.name)
        write(into: &writer)
        writer.put(extra)
        return writer.finished()
    }
}
