import ArgumentParser

/// Which broker.
struct BrokerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Broker: mqtt://[USER@]HOST[:PORT], mqtts://…, or 'private' for the one that 'up' starts.",
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
        help: ArgumentHelp("Authorities to trust with mqtts (PEM; default: the system's).", valueName: "file"),
        completion: .file()
    )
    var authorities: String?

    @Option(
        name: .customLong("cert-file"),
        help: ArgumentHelp("Certificate of ours for mqtts (PEM).", valueName: "file"),
        completion: .file()
    )
    var certificate: String?

    @Option(
        name: .customLong("key-file"),
        help: ArgumentHelp("Key of that certificate (PEM).", valueName: "file"),
        completion: .file()
    )
    var key: String?
}
