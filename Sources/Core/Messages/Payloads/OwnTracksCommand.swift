/// OwnTracks' `cmd`: something a device is asked to do.
public struct OwnTracksCommand: Hashable, Sendable {
    /// The action to report a position now, the only one we honour.
    public static let reportLocation = "reportLocation"

    public var action: String
    /// The keys besides, in their order.
    public var extra: [ExtraKey]

    public init(action: String, extra: [ExtraKey] = []) {
        self.action = action
        self.extra = extra
    }
}

extension OwnTracksCommand: Payload {
    enum Key: String, PayloadKey {
        case type = "_type", action

        static let table = KeyTable<Key>()
    }

    public init(decoding payload: [UInt8]) throws(MessageError) {
        let object = try JSONObject<Key>(payload)
        try object.expectType(.type, "cmd")
        action = try object.required(.action, object.text(.action))
        extra = object.extra
    }

    public func encoded() -> [UInt8] {
        var writer = JSONWriter<Key>()
        writer.put(.type, "cmd")
        writer.put(.action, action)
        writer.put(extra)
        return writer.finished()
    }
}
