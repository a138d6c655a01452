import ArgumentParser

/// `tagalong broker`.
struct BrokerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "broker",
        abstract: "Manage the clients of the private broker and their rights.",
        discussion: """
            Every client has its own credential: a tracker may use its own topics only, a gateway those of its \
            trackers, a phone its owner's positions, a subscriber alerts. Changes apply at once, even while \
            'tagalong up' runs. Passwords are shown once.

            Without a subcommand it lists the clients; --json prints them as JSON, as 'list --json' does.

            Examples:
              tagalong broker init --listen 0.0.0.0 --name home.example.org
              tagalong broker add phone sam/phone
              tagalong broker add gateway den --tracker sam/keys
              tagalong broker add subscriber kim --owner sam
              tagalong broker rotate sam.phone
              tagalong broker revoke sam.phone
              tagalong broker acl > acl            # the same for a broker of yours

            Exit status: 0 done, 1 not done, 2 bad input, 3 the broker could not be reached.
            """,
        subcommands: [
            BrokerList.self, BrokerInit.self, BrokerAdd.self, BrokerRotate.self, BrokerRevoke.self, BrokerACL.self,
        ],
        defaultSubcommand: BrokerList.self
    )
}
