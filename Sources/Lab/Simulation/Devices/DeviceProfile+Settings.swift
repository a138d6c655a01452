public import Settings

extension DeviceProfile {
    /// Reads a profile; what it does not say is as in the Tagalong T1.
    ///
    /// - Throws: ``SettingsError`` for an unknown key or a value that cannot be.
    public init(_ file: SettingsFile) throws(SettingsError) {
        let section = try file.root(DeviceFileKey.self)
        self.init()
        model = try section.required(.model).string()
        if let value = section[.firmware] { firmware = try value.string() }
        if let value = section[.keepsFixes] { keptFixes = try value.integer(in: 10_000...10_000_000, unit: "fixes") }
        if let value = section[.savesPower] { saves = try value.flag() }
        if let value = section[.gatt] { isOurs = try value.entry("tagalong")?.flag() ?? false }
        if let value = section[.bluetooth] { bluetooth = try Bluetooth(value) }
        if let value = section[.gnss] { gnss = try GNSS(value) }
        if let value = section[.modem] { modem = try Modem(value) }
        if let value = section[.processor] { processor = try Processor(value) }
        if let value = section[.battery] { battery = try Battery(value) }
    }
}

extension DeviceProfile.Bluetooth {
    init(_ value: SettingsValue) throws(SettingsError) {
        let section = try value.section(DeviceBluetoothKey.self)
        try section.read(.advertiseEvery, into: &advertiseEvery, in: .milliseconds(20)...Duration.seconds(60))
        try section.read(.rotateEvery, into: &rotateEvery, in: .seconds(1)...Duration.seconds(86_400))
        try section.read(.separatedAfter, into: &separatedAfter, in: .seconds(1)...Duration.seconds(86_400))
        try section.read(.reportEvery, into: &reportEvery, in: .seconds(1)...Duration.seconds(86_400))
        try section.read(.range, into: &range, in: 1...1000, unit: "m")
        try section.read(.referenceRSSI, into: &referenceRSSI, in: DeviceBluetoothKey.referenceRange, unit: "dBm")
        try section.read(.pathLossExponent, into: &pathLossExponent, in: DeviceBluetoothKey.exponentRange)
        if let value = section[.loss] { loss = try value.percentage() }
        try section.read(.event, into: &advertisingEvent, in: 0...100, unit: "ms")
        try section.read(.transmit, into: &transmitCurrent, in: 0...1000, unit: "mA")
    }
}

extension DeviceProfile.GNSS {
    private enum Key: String, SettingsKey {
        case giveUp = "give-up"
        case search = "search-ma"
        case track = "track-ma"
    }

    init(_ value: SettingsValue) throws(SettingsError) {
        let section = try value.section(Key.self)
        try section.read(.giveUp, into: &giveUp, in: .zero...Duration.seconds(3600))
        try section.read(.search, into: &searchCurrent, in: 0...1000, unit: "mA")
        try section.read(.track, into: &trackCurrent, in: 0...1000, unit: "mA")
    }
}

extension DeviceProfile.Modem {
    private enum Key: String, SettingsKey {
        case reportEvery = "report-every"
        case attach, exchange, tail, active
        case updateEvery = "update-every"
        case updateEnergy = "update-mj"
        case transmit = "transmit-ma"
        case connected = "connected-ma"
        case sleep = "sleep-ma"
    }

    init(_ value: SettingsValue) throws(SettingsError) {
        let section = try value.section(Key.self)
        let day = Duration.zero...Duration.seconds(86_400)
        try section.read(.reportEvery, into: &reportEvery, in: .seconds(1)...Duration.seconds(86_400))
        try section.read(.attach, into: &attach, in: day)
        try section.read(.exchange, into: &exchange, in: day)
        try section.read(.tail, into: &tail, in: day)
        try section.read(.active, into: &active, in: day)
        try section.read(.updateEvery, into: &updateEvery, in: .seconds(1)...Duration.seconds(40 * 86_400))
        try section.read(.updateEnergy, into: &updateEnergy, in: 0...100_000, unit: "mJ")
        try section.read(.transmit, into: &transmitCurrent, in: 0...1000, unit: "mA")
        try section.read(.connected, into: &connectedCurrent, in: 0...1000, unit: "mA")
        try section.read(.sleep, into: &sleepCurrent, in: 0...1000, unit: "mA")
    }
}

extension DeviceProfile.Processor {
    private enum Key: String, SettingsKey { case idle = "idle-ma" }

    init(_ value: SettingsValue) throws(SettingsError) {
        let section = try value.section(Key.self)
        try section.read(.idle, into: &idleCurrent, in: 0...1000, unit: "mA")
    }
}

extension DeviceProfile.Battery {
    private enum Key: String, SettingsKey {
        case capacity = "capacity-mah"
        case volts
    }

    init(_ value: SettingsValue) throws(SettingsError) {
        let section = try value.section(Key.self)
        try section.read(.capacity, into: &capacity, in: 1...1_000_000, unit: "mAh")
        try section.read(.volts, into: &volts, in: 0.5...100, unit: "V")
    }
}

extension SettingsSection {
    fileprivate func read(
        _ key: Key, into duration: inout Duration, in range: ClosedRange<Duration>
    ) throws(SettingsError) {
        if let value = self[key] { duration = try value.duration(in: range) }
    }
}
