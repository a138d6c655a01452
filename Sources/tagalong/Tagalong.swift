import ArgumentParser

@main
struct Tagalong: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tagalong",
        abstract: "Keeps track of things that must not get lost.",
        discussion: """
            Trackers tied to things report over Bluetooth near their owner and over their modem far away. Tagalong \
            replays their lives, stores where they were, and tells on MQTT when one is left behind.
            """,
        version: "0.1.0",
        subcommands: [Simulate.self]
    )
}
