import ArgumentParser
import Logging
import Settings

/// Which tracker is asked, over which broker, and for how long to wait.
struct TrackerOptions: ParsableArguments {
    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var tracker: String

    @Option(help: ArgumentHelp("How long to wait for the tracker, such as 30s or 5m.", valueName: "duration"))
    var timeout = "30s"

    @Flag(name: .customLong("no-wait"), help: "Do not wait: exit as soon as the broker has it.")
    var isHasty = false

    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try Duration.check("--timeout", timeout, suchAs: "30s or 5m") }

    /// The client of this call.
    ///
    /// - Throws: ``CommandFailure``, ``MQTTError`` or ``SettingsError`` for bad input.
    func client() throws -> TrackerClient {
        let settings = try global.settings()
        return TrackerClient(
            choice: try BrokerChoice.choose(broker, settings),
            topics: try topics.topics(settings),
            patience: isHasty ? nil : Duration(compact: timeout),
            logger: Logger(part: "mqtt", level: settings.logLevel)
        )
    }
}
