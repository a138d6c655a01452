public import Tracking

/// Says that somebody has pressed the button of a tag.
public struct ButtonMessage: Hashable, Sendable {
    /// When the gateway heard of it.
    public var time: Timestamp
    /// The gateway that is linked to the tag.
    public var gateway: Name

    public init(time: Timestamp, gateway: Name) { (self.time, self.gateway) = (time, gateway) }
}

extension ButtonMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", time, gateway

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "button") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        gateway = try object.required(.gateway, object.name(.gateway))
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.gateway, gateway.text)
    }
}
