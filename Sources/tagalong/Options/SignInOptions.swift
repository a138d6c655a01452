import ArgumentParser

/// How people sign in.
struct SignInOptions: ParsableArguments {
    @Option(
        name: .customLong("sign-in"),
        help: ArgumentHelp(
            "File that says who may register, and how mails about accounts are sent, or off (default: sign-in.yaml beside "
                + "the configuration file or in the data directory).",
            valueName: "file"
        ),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var signIn: String?
}
