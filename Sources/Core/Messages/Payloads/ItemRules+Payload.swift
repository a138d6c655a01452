public import Tracking

extension ItemRules: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", warning = "warning_m", critical = "critical_m", places
        case snoozedUntil = "snooze_until", acknowledged, quiet
        case single = "on_single", double = "on_double", long = "on_long"
        case lost = "marked_lost"

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "rules") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            thresholds: try object.thresholds(.warning, .critical),
            places: try object.places(),
            snoozedUntil: try object.anyTime(.snoozedUntil),
            acknowledged: try object.text(.acknowledged, characters: 1...200),
            quiet: try object.quietHours(),
            presses: try object.presses(),
            lost: try object.part(.lost)
        )
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.warning, thresholds?.warning)
        writer.put(.critical, thresholds?.critical)
        if !places.isEmpty { writer.put(.places, places) }
        writer.put(.snoozedUntil, snoozedUntil)
        writer.put(.acknowledged, acknowledged)
        writer.put(.quiet, quiet?.description)
        for press in ButtonPress.allCases { writer.put(Self.key(of: press), presses[press]?.rawValue) }
        writer.put(.lost, lost)
    }

    fileprivate static func key(of press: ButtonPress) -> Key {
        switch press {
        case .single: .single
        case .double: .double
        case .long: .long
        }
    }
}

extension JSONObject {
    /// The two distances of an item, which come together or not at all.
    func thresholds(_ warningKey: Key, _ criticalKey: Key) throws(MessageError) -> Thresholds? {
        let warning = try number(warningKey, in: .positiveOrZero)
        let critical = try number(criticalKey, in: .positiveOrZero)
        if warning == nil, critical == nil { return nil }
        do {
            return try Thresholds(
                warning: required(warningKey, warning), critical: required(criticalKey, critical)
            )
        } catch let error as MessageError {
            throw error
        } catch { throw refusal(.range, criticalKey, "more metres than warning_m, which is above 0,") }
    }
}

extension JSONObject<ItemRules.Key> {
    fileprivate func places() throws(MessageError) -> [TrustedPlace] {
        let places: [TrustedPlace] = try parts(.places) ?? []
        guard places.count <= TrustedPlace.limit else {
            throw refusal(.range, .places, "at most \(TrustedPlace.limit) places")
        }
        return places
    }

    fileprivate func presses() throws(MessageError) -> [ButtonPress: PressAction] {
        var presses: [ButtonPress: PressAction] = [:]
        for press in ButtonPress.allCases { presses[press] = try word(ItemRules.key(of: press)) }
        return presses
    }

    fileprivate func quietHours() throws(MessageError) -> QuietHours? {
        guard let text = try text(.quiet) else { return nil }
        guard let hours = try? QuietHours(text) else { throw refusal(.range, .quiet, "hours such as \"22:00-07:00\"") }
        return hours
    }
}

/// Within a payload: `name`, and `lat`, `lon`, `radius_m` or `points` of `lat`, `lon`.
extension TrustedPlace: JSONPart {
    enum Key: String, AreaKey {
        case name, latitude = "lat", longitude = "lon", radius = "radius_m", points

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(name: try object.required(.name, object.itemName(.name)), area: try object.area())
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.name, name.text)
        writer.put(area)
    }
}
