/// A payload that is an object of ours: which keys it has, and how they are read and written.
protocol JSONPayload: ObjectPayload {
    associatedtype Key: PayloadKey
    /// The key of the object's type, and the type.
    static var type: (key: Key, name: String) { get }

    init(reading object: JSONObject<Key>) throws(MessageError)
    func write(into writer: inout JSONWriter<Key>)
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
