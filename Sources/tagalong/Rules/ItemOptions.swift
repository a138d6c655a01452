import ArgumentParser
import Logging

/// Which item is meant, and where its rules are kept.
struct ItemOptions: ParsableArguments {
    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var item: String

    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    /// The client of this call.
    ///
    /// - Throws: ``CommandFailure``, ``MQTTError`` or ``SettingsError`` for bad input.
    func client() throws -> TrackerClient {
        let settings = try global.settings()
        return TrackerClient(
            choice: try BrokerChoice.choose(broker, settings),
            topics: try topics.topics(settings),
            patience: nil,
            logger: Logger(part: "mqtt", level: settings.logLevel)
        )
    }
}
