import ArgumentParser

/// `tagalong account`.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Say who may log in to the console, and what each may see and do.",
        discussion: """
            Before the first passcode nobody has to log in, and only this machine is listened to. Changes count at \
            once, also while the service runs. Rights are none, last (the last position), history and command (switch, \
            ring, change, delete), for an item or for all of an owner's. last:area and history:area tell positions by \
            squares of a kilometre only, without distances, places and trips.

            Examples:
              tagalong account add sam --admin
              tagalong account passcode sam
              tagalong account add kim --allow sam/bicycle=history --allow sam/keys=last:area
              tagalong account token add sam --label phone --scope command
              tagalong account audit
              tagalong account looks sam/keys
              tagalong account export sam
              tagalong account erase sam

            Exit status: 0 done, 1 not done, 2 bad input.
            """,
        subcommands: [
            AccountList.self, AccountAdd.self, AccountAllow.self, AccountRemove.self, AccountPasscode.self,
            AccountLogout.self, TokenCommand.self, AccountAudit.self, AccountLooks.self,
            AccountExport.self, AccountErase.self,
        ],
        defaultSubcommand: AccountList.self
    )
}
