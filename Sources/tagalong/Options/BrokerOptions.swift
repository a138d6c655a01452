import ArgumentParser

/// Which broker.
struct BrokerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Broker: mqtt://[USER@]HOST[:PORT] or mqtts://….",
            valueName: "url"
        )
    )
    var broker: String?

    @Option(
        name: .customLong("password-file"),
        help: ArgumentHelp("File whose first line is the password of the broker's user.", valueName: "file"),
        completion: .file()
    )
    var passwordFile: String?
}
