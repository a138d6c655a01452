/// OwnTracks' `card`: who carries a phone.
public struct CardMessage: Hashable, Sendable {
    /// What to call the person; nil where nobody says, or says nothing.
    public let name: String?
    /// A picture in base64, as it was sent; nil for none.
    public let face: String?
    /// What a map shows for the person (`tid`); nil where it is no text.
    public let initials: String?
    /// The payload as it came.
    public let raw: [UInt8]

    /// How many characters a name has at most; a face is as long as a message may be.
    public static let longestName = 128
}

extension CardMessage: Payload {
    enum Key: String, PayloadKey {
        case type = "_type", name, face, initials = "tid"

        static let table = KeyTable<Key>()
    }

    public init(decoding payload: [UInt8]) throws(MessageError) {
        let object = try JSONObject<Key>(payload)
        try object.expectType(.type, "card", isRequired: true)
        name = try object.text(.name, characters: 0...Self.longestName).flatMap { $0.isEmpty ? nil : $0 }
        face = try object.text(.face, bytes: MessageError.largestPayload).flatMap { $0.isEmpty ? nil : $0 }
        initials = (try? object.text(.initials)).flatMap(\.self)
        raw = payload
    }

    public func encoded() -> [UInt8] { raw }

    /// The keys of the card but its type, as they came.
    public var keys: [ExtraKey] { ((try? ExtraKey.keys(of: raw)) ?? []).filter { $0.name != "_type" } }
}
