import ArgumentParser
import Bluetooth
import Logging

/// Which Bluetooth.
struct RadioOptions: ParsableArguments {
    @Option(
        name: .customLong("adapter"),
        help: ArgumentHelp(
            "Bluetooth adapter, by address or as hciN; may be repeated (default: all).", valueName: "adapter"
        )
    )
    var adapters: [String] = []

    @Flag(name: .customLong("power-on"), help: "Switch on an adapter that is off (default: leave it off).")
    var switchesOn = false

    @Option(
        name: .customLong("devices"),
        parsing: .singleValue,
        help: ArgumentHelp(
            "Directory with device profiles; may be repeated (default: 'devices' beside the "
                + "configuration file, if it exists). The built-in profiles are always available.",
            valueName: "dir"
        ),
        completion: .directory
    )
    var devices: [String] = []

    /// What the radio is opened with; the monitor tap listens for the strength of every report.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func setup(_ settings: CommandSettings, logLevel: Logger.Level, usesMonitorTap: Bool = false) throws -> RadioSetup {
        let chosen = try settings.values(.adapters, flags: adapters, named: "--adapter").map { given in
            try given.read(expecting: "an address such as C0:FF:EE:00:12:34 or a name such as hci0", Self.adapter)
        }
        return RadioSetup(
            adapters: Set(chosen),
            usesMonitorTap: usesMonitorTap,
            switchesOn: try settings.value(.powerOn, flag: switchesOn ? "on" : nil)?
                .read(expecting: "on or off") { ["on": true, "off": false][$0] } ?? false,
            logger: Logger(part: "bluetooth", level: logLevel)
        )
    }

    /// The profiles of tags: a person's own, those that ship, and our own tracker.
    ///
    /// - Throws: ``SettingsError`` for a profile that is wrong.
    func library(_ settings: CommandSettings) throws -> ProfileLibrary {
        let given = try settings.values(.devices, flags: devices, named: "--devices").map(\.path)
        let customary = given.isEmpty ? settings.configurationDirectories.map { "\($0)/devices" } : []
        return try ProfileLibrary(directories: given, installed: customary + InstalledFiles.devices)
    }

    private static func adapter(_ text: String) -> String? {
        if let address = BluetoothAddress(text) { return "\(address)" }
        let number = text.dropFirst(3)
        return text.hasPrefix("hci") && UInt16(number) != nil && number.first != "+" ? text : nil
    }
}
