public import Settings
public import Tracking

/// What the gateway knows of a model of tag: how to recognise it, and what to do with it once connected.
///
/// A file `devices/NAME.yaml`, which the simulator reads too; `docs/devices.md` describes it.
public struct TagProfile: Hashable, Sendable {
    /// The file's name without `.yaml`.
    public var name: Name
    /// What people call the model.
    public var model: String
    /// The signal at a metre and how it falls, where the tag itself says nothing.
    public var pathLoss: PathLoss
    /// From one advertisement to the next, where the profile tells it; nil for not known.
    public var advertiseEvery: Duration?
    /// Any of these recognises the tag; none for a profile that only the simulator uses.
    public var patterns: [TagPattern]
    public var controls: TagControls

    public init(
        name: Name,
        model: String,
        pathLoss: PathLoss = PathLoss(),
        advertiseEvery: Duration? = nil,
        patterns: [TagPattern] = [],
        controls: TagControls = TagControls()
    ) {
        (self.name, self.model, self.pathLoss) = (name, model, pathLoss)
        self.advertiseEvery = advertiseEvery
        (self.patterns, self.controls) = (patterns, controls)
    }
}

extension TagProfile {
    /// Reads a profile; what only the simulator needs is skipped, or checked where it lies in a section shared.
    ///
    /// - Throws: ``SettingsError`` for the first thing that is wrong; the profile is refused as a whole.
    public init(_ file: SettingsFile) throws(SettingsError) {
        let section = try file.root(DeviceFileKey.self)
        self.init(name: try Self.name(of: file), model: try section.required(.model).string())
        if let value = section[.bluetooth] {
            try pathLoss.read(value)
            let radio = try value.section(DeviceBluetoothKey.self)
            advertiseEvery = try radio[.advertiseEvery]?.duration(in: .milliseconds(20)...Duration.seconds(60))
        }
        if let value = section[.recognise] { patterns = try TagPattern.alternatives(value) }
        if let value = section[.gatt] { controls = try TagControls(value) }
    }

    private static func name(of file: SettingsFile) throws(SettingsError) -> Name {
        let last = file.name.split(separator: "/").last ?? ""
        let stem = last.hasSuffix(".yaml") ? last.dropLast(5) : last
        do {
            return try Name(stem)
        } catch {
            throw SettingsError(file: file.name, message: "the file's name without '.yaml' names the profile: \(error)")
        }
    }
}

extension PathLoss {
    /// Takes the signal's strength from the section that describes the tag's radio.
    fileprivate mutating func read(_ value: SettingsValue) throws(SettingsError) {
        let section = try value.section(DeviceBluetoothKey.self)
        if let value = section[.referenceRSSI] {
            powerAtOneMetre = try value.number(in: DeviceBluetoothKey.referenceRange, unit: "dBm")
        }
        if let value = section[.pathLossExponent] {
            exponent = try value.number(in: DeviceBluetoothKey.exponentRange)
        }
    }
}
