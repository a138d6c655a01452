import ArgumentParser

/// Which broker.
struct BrokerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Broker: mqtt://[USER@]HOST[:PORT][,HOST…], mqtts://…, or 'private' for the one started by 'up'.",
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

    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp(
            "Trusted certificate authorities for mqtts (PEM; default: the system's).", valueName: "file"
        ),
        completion: .file()
    )
    var authorities: String?

    @Option(
        name: .customLong("cert-file"),
        help: ArgumentHelp("Client certificate for mqtts (PEM).", valueName: "file"),
        completion: .file()
    )
    var certificate: String?

    @Option(
        name: .customLong("key-file"),
        help: ArgumentHelp("Private key of the client certificate (PEM).", valueName: "file"),
        completion: .file()
    )
    var key: String?
}
