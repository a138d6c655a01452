import ArgumentParser

/// `tagalong account`.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Manage accounts: who may log in, and what each may see and do.",
        discussion: """
            Until the first passcode is set, authentication is off and the service listens on this machine \
            only. Changes apply at once, even while the service runs. Rights are none, last (the last \
            position), history and command (switch, ring, change, delete), for one item or for all items of an \
            owner. last:area and history:area show positions only to the square kilometre, without distances, \
            places and trips.

            Without a subcommand it lists the accounts; --json prints them as JSON, as 'list --json' does.

            Examples:
              tagalong account add sam --admin
              tagalong account passcode sam
              tagalong account add kim --allow sam/bicycle=history --allow sam/keys=last:area
              tagalong account token add sam --label phone --scope command
              tagalong account link add sam/bicycle --for 8h --area
              tagalong account found-page set sam/bicycle --message "Please call +41 44 668 18 00"
              tagalong account --json
              tagalong account mail kim kim@example.org
              tagalong account link recover kim
              tagalong account deactivate kim
              tagalong account audit --json
              tagalong account access-log sam/keys
              tagalong account export sam
              tagalong account erase sam
              tagalong account migrate access.sqlite postgres://tagalong@db.example/tagalong

            Exit status: 0 done, 1 not done, 2 bad input.
            """,
        subcommands: [
            AccountList.self, AccountAdd.self, AccountAllow.self, AccountRemove.self, AccountPasscode.self,
            AccountLogout.self, AccountMail.self, AccountDeactivate.self, AccountActivate.self, TokenCommand.self,
            LinkCommand.self, FoundPageCommand.self, AccountAudit.self,
            AccountAccessLog.self, AccountExport.self, AccountErase.self, AccountMigrate.self,
        ],
        defaultSubcommand: AccountList.self
    )
}
