import ArgumentParser

/// What `tagalong evaluate` may be told of situations.
struct SituationOptions: ParsableArguments {
    @Flag(help: "Play everyday situations with each of the seeds, instead of days.")
    var situations = false

    @Option(
        help: ArgumentHelp(
            "Play only situations whose description contains this text, as in "
                + "kept/bus/phone-20s/pocket; may be repeated.",
            valueName: "text"
        )
    )
    var only: [String] = []

    @Option(
        help: ArgumentHelp(
            "Also play a recorded path (GPX, NMEA, GeoJSON, CSV), its first 20 minutes; may be repeated.",
            valueName: "file"
        ),
        completion: .file(extensions: ["gpx", "nmea", "geojson", "csv"])
    )
    var path: [String] = []

    @Option(
        help: ArgumentHelp("Write the scenario of each run that went wrong, for 'simulate'.", valueName: "directory"),
        completion: .directory
    )
    var keep: String?

    func validate() throws {
        if situations {
            guard only.allSatisfy({ !$0.isEmpty }) else { throw ValidationError("--only: a text is expected") }
            return
        }
        if !only.isEmpty { throw ValidationError("--only requires --situations") }
        if !path.isEmpty { throw ValidationError("--path requires --situations") }
        if keep != nil { throw ValidationError("--keep requires --situations") }
    }
}
