import ArgumentParser

/// `tagalong people`.
struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people",
        abstract: "Manage your contacts and your profile: whom you know, and what each may see of you.",
        discussion: """
            Every account has a profile. Its public section (name, picture, town, school, employer) is seen by \
            your contacts and the members of your groups; phone numbers, addresses and mail addresses are in the \
            sections personal, work and school, which you grant to each contact or not. Strangers see and find \
            nothing unless you show it with 'people profile --shown'. Nobody is told that there is a section they \
            may not see.

            Without a subcommand it lists your contacts; --json prints them as JSON, as 'list --json' does. --as \
            names your account where there are several.

            Examples:
              tagalong people profile --as sam --name "Sam Muster" --town Bern --shown name,town
              tagalong people profile --as sam --add work:phone:"+41 31 000 00 00"
              tagalong people find muster bern --as kim
              tagalong people request sam --as kim --grant personal --want work
              tagalong people accept kim --as sam --grant work
              tagalong people show sam --as kim
              tagalong people level kim personal work --as sam
              tagalong people remove kim --as sam
              tagalong people inbox --as kim --read
              tagalong people import contacts.vcf --as kim
              tagalong people invite lee@example.org --as kim

            Exit status: 0 done, 1 not done, 2 bad input.
            """,
        subcommands: [
            PeopleList.self, PeopleShow.self, PeopleFind.self, PeopleProfile.self, PeopleRequest.self,
            PeopleAccept.self, PeopleReject.self, PeopleWithdraw.self, PeopleLevel.self, PeopleRemove.self,
            PeopleRequests.self, PeopleInbox.self, PeopleSilence.self, PeopleImport.self, PeopleExport.self,
            PeopleInvite.self, PeopleInvitations.self,
        ],
        defaultSubcommand: PeopleList.self
    )
}
