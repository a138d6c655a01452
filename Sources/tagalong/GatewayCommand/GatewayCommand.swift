import ArgumentParser
import Logging

/// `tagalong gateway`.
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Run the gateway between Bluetooth tags and the broker.",
        discussion: """
            Receives the tags paired with this machine, publishes their distances and reports, and forwards \
            desired state and commands to them. Tags paired or unpaired meanwhile are picked up at once. Stops \
            on SIGTERM or Ctrl-C; a second Ctrl-C stops it immediately.

            Examples:
              tagalong gateway
              tagalong gateway --broker mqtt://localhost --adapter hci1 --id kitchen
              tagalong gateway --carried-by sam           # a laptop or a Pi in a rucksack
              tagalong gateway --position 52.52001,13.40495
              tagalong gateway --also espresense --room Hall   # publishes what it hears as an ESPresense node, too
              tagalong gateway --receivers espresense,theengs  # nodes of other makes are receivers beside this one
              tagalong up --gateway                       # with the history service, in one process

            Exit status: 0 stopped on request, 1 failed, 2 bad input, 3 Bluetooth is not available.
            """
    )

    /// Where tags are heard.
    enum Radio: String, CaseIterable, ExpressibleByArgument {
        case bluez
    }

    @Option(help: "Source of advertisements: bluez, the Bluetooth adapters of this machine.")
    var radio: Radio = .bluez

    @Flag(name: .customLong("monitor"), help: "Read the RSSI of every report from the kernel; needs CAP_NET_RAW.")
    var usesMonitorTap = false

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var foreign: ForeignOptions
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
            foreign,
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
