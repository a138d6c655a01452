public import Tracking

extension DesiredState: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", version, power, reportEvery = "report_every_s", mode, reference, item, registered

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "desired") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            version: try object.required(.version, object.version(.version)),
            power: try object.word(.power) ?? .on,
            reportEvery: try object.reportEvery(.reportEvery),
            mode: try object.word(.mode) ?? .auto,
            reference: try object.part(.reference),
            item: try object.itemName(.item),
            isRegistered: try object.flag(.registered) ?? true
        )
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.version, version)
        writer.put(.power, power.rawValue)
        writer.put(.reportEvery, reportEvery)
        writer.put(.mode, mode.rawValue)
        writer.put(.reference, reference)
        writer.put(.item, item?.text)
        if !isRegistered { writer.put(.registered, false) }
    }
}

extension JSONObject {
    /// What a thing is called; an earlier version let a name through that was as long as the payload.
    func itemName(_ key: Key) throws(MessageError) -> ItemName? {
        guard let text = try text(key, bytes: MessageError.largestPayload) else { return nil }
        guard let name = try? ItemName(kept: text) else { throw refusal(.range, key, "a name of 1 to 60 characters") }
        return name
    }

    /// The number of a desired state, from 0.
    func version(_ key: Key) throws(MessageError) -> Int? {
        try integer(key, in: 0...Int64(Int32.max)).map { Int($0) }
    }

    /// Seconds between reports.
    func reportEvery(_ key: Key) throws(MessageError) -> Int? { try integer(key, in: 1...86_400).map { Int($0) } }

    /// A count from 1, as boots and sequence numbers are.
    func count(_ key: Key) throws(MessageError) -> UInt32? {
        try integer(key, in: 1...Int64(UInt32.max)).map { UInt32(clamping: $0) }
    }
}
