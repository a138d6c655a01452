import Settings

extension TagPattern {
    private enum Key: String, SettingsKey {
        case name
        case ignoreCase = "ignore-case"
        case service
        case serviceData = "service-data"
        case manufacturer, format
        // What goes with a format.
        case uuid, major, minor, frame, namespace, network, kind
    }

    /// The section `recognise`: one set of conditions, or a list of alternatives.
    static func alternatives(_ value: SettingsValue) throws(SettingsError) -> [TagPattern] {
        if value.isSection { return [try TagPattern(value)] }
        var patterns: [TagPattern] = []
        for entry in try value.list() { patterns.append(try TagPattern(entry)) }
        guard !patterns.isEmpty else { throw value.unexpected("one alternative or more") }
        return patterns
    }

    private init(_ value: SettingsValue) throws(SettingsError) {
        let section = try value.section(Key.self)
        self.init(
            name: try Self.name(section),
            services: try Self.services(section[.service]),
            serviceData: try section[.serviceData].map(DataCondition.init(serviceData:)),
            manufacturer: try section[.manufacturer].map(DataCondition.init(manufacturer:)),
            frame: try Self.frame(section)
        )
        guard self != TagPattern() else {
            let message =
                "an alternative of 'recognise' has no condition: "
                + "name, service, service-data, manufacturer or format is expected"
            throw SettingsError(section.place, message)
        }
    }

    private static func name(_ section: SettingsSection<Key>) throws(SettingsError) -> NameCondition? {
        guard let value = section[.name] else {
            if let stray = section[.ignoreCase] { throw SettingsError(stray.place, "'ignore-case' goes with 'name'") }
            return nil
        }
        let text = try value.string()
        let isPrefix = text.hasSuffix("*")
        let letters = isPrefix ? String(text.dropLast()) : text
        guard !letters.isEmpty, !letters.contains("*") else {
            throw value.unexpected("a name, or its beginning such as iTAG*,")
        }
        return NameCondition(letters, isPrefix: isPrefix, ignoresCase: try section[.ignoreCase]?.flag() ?? false)
    }

    private static func services(_ value: SettingsValue?) throws(SettingsError) -> Set<BluetoothUUID> {
        guard let value else { return [] }
        if value.text != nil { return [try value.uuid()] }
        var services: Set<BluetoothUUID> = []
        for entry in try value.list() { services.insert(try entry.uuid()) }
        return services
    }

    // MARK: - Formats

    private enum Format: String, CaseIterable {
        case iBeacon = "ibeacon"
        case eddystone, dult
        case altBeacon = "altbeacon"
        case findMy = "find-my"
        case fmdn
        case smartTag = "smarttag"
        case chipolo, tagalong
    }

    private static let everywhere: Set<Key> = [.name, .ignoreCase, .service, .serviceData, .manufacturer, .format]

    private static func frame(_ section: SettingsSection<Key>) throws(SettingsError) -> FrameCondition? {
        guard let value = section[.format] else {
            try section.allow(everywhere, with: "an alternative without 'format'")
            return nil
        }
        let format = try value.word(Format.self)
        func allow(_ keys: Set<Key>) throws(SettingsError) {
            try section.allow(everywhere.union(keys), with: "'format: \(format.rawValue)'")
        }
        func plain(_ frame: FrameCondition) throws(SettingsError) -> FrameCondition {
            try allow([])
            return frame
        }
        switch format {
        case .iBeacon:
            try allow([.uuid, .major, .minor])
            return .iBeacon(
                uuid: try section[.uuid]?.uuid(),
                major: try section[.major]?.integer(in: 0...UInt16.max),
                minor: try section[.minor]?.integer(in: 0...UInt16.max)
            )
        case .eddystone:
            try allow([.frame, .namespace])
            return try eddystone(section)
        case .dult:
            try allow([.network])
            return .dult(network: try section[.network]?.bytes(1...1).first)
        case .findMy:
            try allow([.kind])
            return .findMy(try section[.kind]?.word(FindMyFrame.Kind.self))
        case .altBeacon: return try plain(.altBeacon)
        case .fmdn: return try plain(.fmdn)
        case .smartTag: return try plain(.smartTag)
        case .chipolo: return try plain(.chipolo)
        case .tagalong: return try plain(.tagalong)
        }
    }

    private static func eddystone(_ section: SettingsSection<Key>) throws(SettingsError) -> FrameCondition {
        let kind = try section[.frame]?.word(EddystoneFrame.Kind.self)
        guard let value = section[.namespace] else { return .eddystone(kind) }
        guard kind == nil || kind == .uid else {
            throw SettingsError(value.place, "'namespace' goes with 'frame: uid': other frames have none")
        }
        return .eddystone(.uid, namespace: try value.bytes(10...10))
    }
}
