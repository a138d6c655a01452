import ArgumentParser

@main
struct Tagalong: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tagalong",
        abstract: "Tells you when you leave your bag, keys or bicycle behind.",
        discussion: """
            Trackers attached to your belongings report over Bluetooth near their owner, and over their modem \
            farther away. Tagalong stores their positions and publishes alerts on MQTT when one is left \
            behind; and it simulates trackers, to test all of this without hardware.

            Flags override environment variables (TAGALONG_BROKER, TAGALONG_STORE, TAGALONG_DATA_DIR, \
            TAGALONG_LOG_LEVEL and so on), and those override the configuration file, whose keys have the \
            names of the flags.

            Exit status: 0 done, 1 not done, 2 bad input, 3 a service could not be reached.

            Start with 'tagalong doctor', then 'tagalong up'.
            """,
        version: "0.1.0",
        groupedSubcommands: [
            CommandGroup(
                name: "Run:", subcommands: [Up.self, HistoryCommand.self, GatewayCommand.self, GuardCommand.self]
            ),
            CommandGroup(
                name: "Tags:", subcommands: [Scan.self, Pair.self, Calibrate.self, Unpair.self, TagsCommand.self]
            ),
            CommandGroup(name: "Control:", subcommands: [On.self, Off.self, SetCommand.self, Ring.self, Locate.self]),
            CommandGroup(
                name: "Status:",
                subcommands: [Watch.self, Items.self, Explain.self, Fixes.self, Trips.self, Quarantine.self]
            ),
            CommandGroup(name: "Import and export:", subcommands: [Export.self, ImportCommand.self]),
            CommandGroup(
                name: "Rules:",
                subcommands: [
                    RulesCommand.self, PlaceCommand.self, Snooze.self, Acknowledge.self, RemindCommand.self,
                ]
            ),
            CommandGroup(
                name: "People:",
                subcommands: [
                    AccountCommand.self, PeopleCommand.self, GroupsCommand.self, NotifyCommand.self, BrokerCommand.self,
                ]
            ),
            CommandGroup(
                name: "Maintenance:",
                subcommands: [
                    Delete.self, Keep.self, Backup.self, Restore.self, Compact.self, StoreCommand.self,
                    ArchiveCommand.self,
                    Completion.self, ManualCommand.self,
                ]
            ),
            CommandGroup(name: "Try out:", subcommands: [Simulate.self, Evaluate.self, Doctor.self]),
        ]
    )
}
