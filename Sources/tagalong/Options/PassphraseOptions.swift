import ArgumentParser
import History

/// What OwnTracks' apps encrypt with.
struct PassphraseOptions: ParsableArguments {
    @Option(
        name: .customLong("owntracks-keys"),
        help: ArgumentHelp(
            "File with the passphrases that phones encrypt with, or off (default: owntracks-keys.yaml beside the "
                + "configuration file or in the data directory).",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var ownTracksKeys: String?

    /// The keys of this call.
    ///
    /// - Throws: ``SettingsError`` with the place in the file.
    func keys(_ settings: CommandSettings) throws -> PassphraseKeys {
        try PassphraseFile.read(flag: ownTracksKeys, settings)
    }
}
