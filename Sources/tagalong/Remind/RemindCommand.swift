import ArgumentParser

/// `tagalong remind`.
struct RemindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Be reminded of the right thing at the right moment.",
        discussion: """
            A reminder has up to five conditions, one of each kind: a time of day, the weather, a calendar, a place and a \
            thing. It is told once when the last of them comes true, through the same channels as alerts. The weather, \
            calendars and shops come from sources that are off by default (docs/facts.md).

            Commands that change a reminder do so over the broker; those that show one read the database, also while \
            the history service runs.

            Examples:
              tagalong remind add "Take the umbrella" --owner sam --weather rain --within 8h --leaves Home \\
                --thing umbrella --is away
              tagalong remind add "Lock the shed" --between sunset-30m..23:00 --days mon-fri
              tagalong remind list
              tagalong remind edit lock-the-shed --between 21:00-23:00
              tagalong remind why take-the-umbrella
              tagalong remind snooze take-the-umbrella 10m
              tagalong remind delete sam/lock-the-shed

            Exit status: 0 done, 1 there is no such reminder or it cannot be done, 2 bad input, 3 the broker could not \
            be reached.
            """,
        subcommands: [
            RemindAdd.self, RemindList.self, RemindShow.self, RemindEdit.self, RemindEnable.self, RemindDisable.self,
            RemindDelete.self, RemindHistory.self, RemindWhy.self, RemindDismiss.self, RemindSnooze.self,
            RemindSuggest.self, RemindCalendar.self,
        ],
        defaultSubcommand: RemindList.self
    )
}
