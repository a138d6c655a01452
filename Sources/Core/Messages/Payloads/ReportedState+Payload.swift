public import Tracking

extension ReportedState: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", version, power, reportEvery = "report_every_s", mode, firmware, model, boot
        case battery, activeMode = "active_mode", registered, button

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "reported") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            version: try object.required(.version, object.version(.version)),
            power: try object.required(.power, object.word(.power)),
            reportEvery: try object.required(.reportEvery, object.reportEvery(.reportEvery)),
            mode: try object.required(.mode, object.word(.mode)),
            firmware: try object.required(.firmware, object.text(.firmware)),
            model: try object.required(.model, object.text(.model)),
            boot: try object.required(.boot, object.count(.boot)),
            battery: try object.percentage(.battery),
            activeMode: try object.required(.activeMode, object.word(.activeMode)),
            isRegistered: try object.flag(.registered) ?? true,
            hasButton: try object.flag(.button) ?? false
        )
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.version, version)
        writer.put(.power, power.rawValue)
        writer.put(.reportEvery, reportEvery)
        writer.put(.mode, mode.rawValue)
        writer.put(.firmware, firmware)
        writer.put(.model, model)
        writer.put(.boot, boot)
        writer.put(.battery, battery)
        writer.put(.activeMode, activeMode.rawValue)
        if !isRegistered { writer.put(.registered, false) }
        if hasButton { writer.put(.button, true) }
    }
}
