public import Tracking

/// Says that somebody has pressed the button of a tag.
public struct ButtonMessage: Hashable, Sendable {
    /// When it began, by the clock of the gateway.
    public var time: Timestamp
    /// The gateway that is linked to the tag.
    public var gateway: Name
    /// How it was pressed; a gateway that does not tell it apart says of each press that it is a single one.
    public var press: ButtonPress

    public init(time: Timestamp, gateway: Name, press: ButtonPress = .single) {
        (self.time, self.gateway, self.press) = (time, gateway, press)
    }
}

extension ButtonMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", time, gateway, press

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "button") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        gateway = try object.required(.gateway, object.name(.gateway))
        press = try object.word(.press) ?? .single
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.gateway, gateway.text)
        writer.put(.press, press.rawValue)
    }
}
