import ArgumentParser

/// `tagalong guard`.
struct GuardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guard",
        abstract: "Find unknown tags that follow an owner.",
        discussion: """
            Off unless it is started: 'guard --owner NAME' watches, as 'up --guard NAME' does beside the other services; \
            'guard list' shows what it has found. docs/guard.md says how it decides, and how often it errs.

            Examples:
              tagalong gateway --carried-by anna     # the gateway that anna has with her
              tagalong guard --owner anna
              tagalong guard list --owner anna
            """,
        subcommands: [GuardRunCommand.self, GuardList.self],
        defaultSubcommand: GuardRunCommand.self
    )
}

/// Whom a guard is for.
struct GuardOwnerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Whom to guard.", valueName: "name"))
    var owner: String

    func validate() throws { _ = try name }
}
