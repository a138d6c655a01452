import ArgumentParser

/// Who is asked for what reminders need to know from elsewhere.
struct FactOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File with the sources of weather, calendars and places for reminders, or off (default: facts.yaml beside the "
                + "configuration file or in the data directory; nobody is asked without one).",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var facts: String?
}
