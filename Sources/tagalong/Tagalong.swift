import ArgumentParser

@main
struct Tagalong: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tagalong",
        abstract: "Keeps track of things that must not get lost.",
        discussion: """
            Trackers tied to things report over Bluetooth near their owner and over their modem far away. Tagalong \
            replays their lives, stores where they were, and tells on MQTT when one is left behind.

            Flags are stronger than environment variables (TAGALONG_BROKER, TAGALONG_STORE, TAGALONG_DATA_DIR, \
            TAGALONG_LOG_LEVEL and so on), and those than the configuration file, whose keys are called as the flags.

            Exit status: 0 done, 1 not done, 2 bad input, 3 a service could not be reached.

            Begin with 'tagalong doctor', then 'tagalong up'.
            """,
        version: "0.1.0",
        groupedSubcommands: [
            CommandGroup(name: "Run:", subcommands: [Up.self, HistoryCommand.self, GatewayCommand.self]),
            CommandGroup(
                name: "Tags:",
                subcommands: [Scan.self, Pair.self, Calibrate.self, Forget.self, TagsCommand.self]
            ),
            CommandGroup(name: "Act:", subcommands: [On.self, Off.self, SetCommand.self, Ring.self, Locate.self]),
            CommandGroup(
                name: "Look:",
                subcommands: [Watch.self, Items.self, Explain.self, Fixes.self, Trips.self, Quarantine.self]
            ),
            CommandGroup(name: "Carry over:", subcommands: [Export.self, ImportCommand.self]),
            CommandGroup(
                name: "Rules:",
                subcommands: [RulesCommand.self, PlaceCommand.self, Snooze.self, Acknowledge.self]
            ),
            CommandGroup(
                name: "People:",
                subcommands: [AccountCommand.self, NotifyCommand.self, BrokerCommand.self]
            ),
            CommandGroup(
                name: "Keep:",
                subcommands: [Delete.self, Keep.self, Backup.self, Restore.self, Compact.self]
            ),
            CommandGroup(
                name: "Try out:",
                subcommands: [Simulate.self, Evaluate.self, Doctor.self, Completion.self, ManualCommand.self]
            ),
        ]
    )
}
