import Settings

extension TagControls {
    private enum Key: String, SettingsKey {
        case presence, tagalong, ring, battery, button, silence
    }

    /// The section `gatt`.
    init(_ value: SettingsValue) throws(SettingsError) {
        let section = try value.section(Key.self)
        self.init()
        if let presence = section[.presence] {
            guard try presence.flag() else { throw presence.unexpected("true, or other keys instead of it,") }
            try section.allow([.presence], with: "'presence: true'")
        }
        isTagalong = try section[.tagalong]?.flag() ?? false
        if let value = section[.ring] { rings = try Ring.all(value) }
        battery = try section[.battery].map(TagCharacteristic.battery)
        button = try section[.button].map(Button.init)
        silence = try section[.silence].map(TagWrite.silence)
    }
}

extension SettingsValue {
    /// Whether the service of the Bluetooth specification is meant: `standard`.
    fileprivate var isStandard: Bool { text == "standard" }

    fileprivate func refuseOtherWords() throws(SettingsError) {
        if text != nil { throw unexpected("'standard', or a mapping with 'characteristic',") }
    }
}

extension TagControls.Ring {
    private enum Key: String, SettingsKey {
        case service, characteristic, value, stop
        case withResponse = "with-response"
        case subscribe, lasts, when
    }

    /// When a tag obeys.
    private enum When: String, CaseIterable { case always, separated }

    /// One way to make a tag sound, or a list of them.
    fileprivate static func all(_ value: SettingsValue) throws(SettingsError) -> [Self] {
        guard value.text == nil, !value.isSection else { return [try Self(value)] }
        var rings: [Self] = []
        for entry in try value.list() { rings.append(try Self(entry)) }
        guard !rings.isEmpty else { throw value.unexpected("one way to ring or more") }
        return rings
    }

    private init(_ value: SettingsValue) throws(SettingsError) {
        if value.isStandard {
            self = .standard
            return
        }
        try value.refuseOtherWords()
        let section = try value.section(Key.self)
        let characteristic = TagCharacteristic(
            service: try section[.service]?.uuid(), uuid: try section.required(.characteristic).uuid()
        )
        let answered = try section[.withResponse]?.flag() ?? false
        let stop = try section[.stop]?.bytes()
        self.init(
            start: TagWrite(
                characteristic: characteristic, value: try section.required(.value).bytes(), withResponse: answered
            ),
            stop: stop.map { TagWrite(characteristic: characteristic, value: $0, withResponse: answered) },
            lasts: try section[.lasts]?.duration(in: .seconds(1) ... .seconds(3600)),
            onlyWhenSeparated: try section[.when]?.word(When.self) == .separated,
            subscribes: try section[.subscribe]?.flag() ?? false
        )
    }
}

extension TagCharacteristic {
    private enum Key: String, SettingsKey { case service, characteristic }

    fileprivate static func battery(_ value: SettingsValue) throws(SettingsError) -> Self {
        if value.isStandard { return .standardBattery }
        try value.refuseOtherWords()
        let section = try value.section(Key.self)
        return Self(service: try section[.service]?.uuid(), uuid: try section.required(.characteristic).uuid())
    }
}

extension TagControls.Button {
    private enum Key: String, SettingsKey { case service, characteristic, value, release, double, long }

    fileprivate init(_ value: SettingsValue) throws(SettingsError) {
        let section = try value.section(Key.self)
        self.init(
            characteristic: TagCharacteristic(
                service: try section[.service]?.uuid(), uuid: try section.required(.characteristic).uuid()
            ),
            value: try section[.value]?.bytes(),
            release: try section[.release]?.bytes(),
            double: try section[.double]?.bytes(),
            long: try section[.long]?.bytes()
        )
    }
}

extension TagWrite {
    private enum Key: String, SettingsKey {
        case service, characteristic, value
        case withResponse = "with-response"
    }

    fileprivate static func silence(_ value: SettingsValue) throws(SettingsError) -> Self {
        if value.isStandard { return .standardSilence }
        try value.refuseOtherWords()
        let section = try value.section(Key.self)
        return Self(
            characteristic: TagCharacteristic(
                service: try section[.service]?.uuid(), uuid: try section.required(.characteristic).uuid()
            ),
            value: try section.required(.value).bytes(),
            withResponse: try section[.withResponse]?.flag() ?? false
        )
    }
}
