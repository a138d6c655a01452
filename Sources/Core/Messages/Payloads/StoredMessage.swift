public import Tracking

/// Says that every fix of a tracker up to a mark is in the store.
public struct StoredMessage: Hashable, Sendable {
    public var mark: FixMark

    public init(mark: FixMark) { self.mark = mark }
}

extension StoredMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", boot, sequence = "seq"

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "stored") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        mark = FixMark(
            boot: try object.required(.boot, object.count(.boot)),
            sequence: try object.required(.sequence, object.count(.sequence))
        )
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.boot, mark.boot)
        writer.put(.sequence, mark.sequence)
    }
}
