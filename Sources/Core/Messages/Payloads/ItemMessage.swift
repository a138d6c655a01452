public import Tracking

/// Says that somebody has made an item of a device that speaks no more than OwnTracks.
public struct ItemMessage: Hashable, Sendable {
    /// What it is called.
    public var item: ItemName

    public init(item: ItemName) { self.item = item }
}

extension ItemMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", item

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "item") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        item = try object.required(.item, object.itemName(.item))
    }

    func write(into writer: inout JSONWriter<Key>) { writer.put(.item, item.text) }
}
