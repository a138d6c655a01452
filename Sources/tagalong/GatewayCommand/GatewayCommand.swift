import ArgumentParser
import Logging

/// `tagalong gateway`.
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Run the gateway: Bluetooth tags on one side, the broker on the other.",
        discussion: """
            Hears the tags that are paired with this machine, publishes how near they are and what they report, and \
            hands on what is wanted of them. Tags paired or forgotten meanwhile are taken in at once. Ends on SIGTERM \
            or Ctrl-C; a second Ctrl-C ends it at once.

            Examples:
              tagalong gateway
              tagalong gateway --broker mqtt://localhost --adapter hci1 --id kitchen
              tagalong gateway --carried-by sam           # a laptop or a Pi in a rucksack
              tagalong gateway --position 52.52001,13.40495
              tagalong up --gateway                       # with the history service, in one process

            Exit status: 0 ended as told, 1 it failed, 2 bad input, 3 there is no Bluetooth to be had.
            """
    )

    /// Where tags are heard.
    enum Radio: String, CaseIterable, ExpressibleByArgument {
        case bluez
    }

    @Option(help: "Where tags are heard: bluez, the Bluetooth adapters of this machine.")
    var radio: Radio = .bluez

    @Flag(name: .customLong("monitor"), help: "Read every report's strength from the kernel; needs CAP_NET_RAW.")
    var usesMonitorTap = false

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var phones: PhoneOptions
    @OptionGroup var radios: RadioOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let choice = try BrokerChoice.choose(broker, settings)
        let setup = try GatewaySetup(
            gateway,
            radios,
            phones: phones.choice(settings),
            topics: topics.topics(settings),
            usesMonitorTap: usesMonitorTap,
            settings
        )
        let services = try await setup.services(on: choice)
        try await ServiceRun.run(
            services,
            greeting: "Broker    \(choice.connection)\n\(setup.greeting)\nCtrl-C ends it.\n",
            logger: Logger(part: "gateway", level: settings.logLevel)
        )
    }
}
