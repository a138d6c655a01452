import ArgumentParser

/// `tagalong groups`.
struct GroupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups",
        abstract: "Manage groups of people, and what their members share.",
        discussion: """
            Members of a group see each other's public profile, the sections that each gives the group, and the \
            things that each shares with it. All of it ends at once for who leaves. An admin invites contacts; an \
            open group is found by search, and joined by anybody with an account.

            Without a subcommand it lists the groups of the account; --json prints them as JSON, as 'list --json' does.

            Examples:
              tagalong groups add Family --as sam --description "We four"
              tagalong groups invite hXb1_9Zq0aLmNc2e kim --as sam
              tagalong groups join hXb1_9Zq0aLmNc2e --as kim --grant personal --thing kim/bicycle=history
              tagalong groups show hXb1_9Zq0aLmNc2e --as kim
              tagalong groups remove hXb1_9Zq0aLmNc2e kim --as sam

            Exit status: 0 done, 1 not done, 2 bad input.
            """,
        subcommands: [
            GroupList.self, GroupShow.self, GroupAdd.self, GroupChange.self, GroupDelete.self, GroupInvite.self,
            GroupReject.self, GroupJoin.self, GroupGive.self, GroupAdmin.self, GroupLeave.self, GroupRemove.self,
        ],
        defaultSubcommand: GroupList.self
    )
}

/// Which group a command is about.
struct GroupOptions: ParsableArguments {
    @Argument(help: "The group's id, as listed; one that begins with - stands behind --.")
    var group: String

    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions
}

/// What a member gives a group, as it is written.
struct MembershipOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Sections of your profile that the members will see.", valueName: "sections"))
    var grant = SectionList()

    @Option(
        name: .customLong("thing"),
        help: ArgumentHelp("A thing to share; may be repeated.", valueName: "owner[/tracker]=right")
    )
    var things: [String] = []
}
