import ArgumentParser

/// Which clouds trackers are behind.
struct CloudOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File with the clouds of cellular trackers, or off (default: clouds.yaml beside the configuration file or in "
                + "the data directory).",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var clouds: String?
}
