/// What an OwnTracks message says of itself, whatever else it holds.
public struct OwnTracksEnvelope: Hashable, Sendable {
    /// `_type`.
    public let type: String
    /// `topic`: where the phone would have published it; phones tell it in HTTP mode.
    public let topic: String?
}

extension OwnTracksEnvelope {
    enum Key: String, PayloadKey {
        case type = "_type", topic

        static let table = KeyTable<Key>()
    }

    /// Reads the bytes of a message.
    ///
    /// - Throws: ``MessageError`` unless they are a JSON object with a `_type`.
    public init(decoding payload: [UInt8]) throws(MessageError) {
        let object = try JSONObject<Key>(payload)
        type = try object.required(.type, object.text(.type))
        topic = object.isText(.topic, "") ? nil : try? object.text(.topic)
    }
}
