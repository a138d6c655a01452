public import Settings

extension Scenario {
    /// Reads a scenario with all the paths and device profiles that it names, and checks that everything fits.
    ///
    /// The file is `-` for standard input; paths are relative to it, and to the working directory for what comes
    /// without a place of its own.
    ///
    /// - Throws: ``SettingsError`` for the first thing that is wrong, with the file and the line.
    public static func load(file: String, devices: DeviceLibrary) throws(SettingsError) -> Scenario {
        guard file == "-" else { return try parse(SettingsFile(path: file), devices: devices) }
        return try parse(SettingsFile(standardInput: FilePlace.standardInput), devices: devices)
    }

    /// The same for a text that has been read already; paths are relative to its file.
    ///
    /// - Throws: ``SettingsError`` for the first thing that is wrong, with the file and the line.
    public static func parse(_ file: SettingsFile, devices: DeviceLibrary) throws(SettingsError) -> Scenario {
        var reader = ScenarioReader(file: file, devices: devices)
        return try reader.read()
    }
}
