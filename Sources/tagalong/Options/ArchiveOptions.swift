import ArgumentParser

/// Where months that are over go, and come from.
struct ArchiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Object storage of old months: s3://bucket/prefix?endpoint=https://host&region=name, or off (default: off).",
            valueName: "url"
        )
    )
    var archive: String?

    @Option(
        name: .customLong("archive-key-file"),
        help: ArgumentHelp(
            "File with the keys of the object storage, as ~/.aws/credentials (default: AWS_ACCESS_KEY_ID and "
                + "AWS_SECRET_ACCESS_KEY of the environment).",
            valueName: "file"
        ),
        completion: .file()
    )
    var keyFile: String?

    @Option(
        name: .customLong("archive-cache"),
        help: ArgumentHelp("MiB of fetched months that are kept on this machine (default: 1024).", valueName: "n")
    )
    var cache: String?
}

/// When months go.
struct KeepHotOptions: ParsableArguments {
    @Option(
        name: .customLong("keep-hot"),
        help: ArgumentHelp(
            "Time after its end that a month stays in the database, such as 90d or 0d (default: 90d).",
            valueName: "days"
        )
    )
    var keepHot: String?
}
