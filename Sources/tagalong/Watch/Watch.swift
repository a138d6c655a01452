import ArgumentParser
import Logging
import MQTT
import Messages
import Settings

/// `tagalong watch`.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show alerts and states live.",
        discussion: """
            Prints the current states first, then one line for each alert and each significant change of an \
            item's state. With --json, prints every message as one JSON object per line: topic, retained, \
            payload. Runs until Ctrl-C, or as long as the options say.

            Examples:
              tagalong watch
              tagalong watch --json --for 1h > day.jsonl
              tagalong watch --until-alerts 1 && aplay bell.wav

            Exit status: 0 stopped on request, 2 bad input, 3 the broker could not be reached.
            """
    )

    @Flag(help: "Also show positions, reported states, availability, presses of buttons and sensors.")
    var all = false

    @Option(name: .customLong("until-alerts"), help: ArgumentHelp("Stop after this number of alerts.", valueName: "n"))
    var alertLimit: Int?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Stop after a time such as 90s, 5m or 1h30m.", valueName: "duration")
    )
    var time: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let alertLimit, alertLimit < 1 { throw ValidationError("--until-alerts is at least 1.") }
        if let time { try Duration.check("--for", time, suchAs: "90s, 5m or 1h30m") }
    }

    func run() async throws {
        let settings = try global.settings()
        let choice = try BrokerChoice.choose(broker, settings)
        let topics = try topics.topics(settings)
        let session = BusSession(
            clientID: "tagalong-watch-\(UInt32.random(in: 0 ... .max))",
            subscriptions: filters(topics).map { .init($0) },
            persistent: false
        )
        let client = try MQTTClient(
            configuration: choice.connection, session: session, logger: Logger(part: "mqtt", level: settings.logLevel)
        )
        let service = WatchService(
            bus: client,
            choice: choice,
            view: output.json ? .json : .lines(WatchLines(topics: topics)),
            topics: topics,
            limits: .init(alerts: alertLimit, time: time.flatMap { Duration(compact: $0) }),
            logger: Logger(part: "watch", level: settings.logLevel)
        )
        try await ServiceRun.run([service], mayFinish: true, logger: Logger(part: "watch", level: .warning))
    }

    private func filters(_ topics: Topics) -> [String] {
        let own = topics.own
        let usual = ["\(own)/alerts/#", "\(own)/+/+/state"]
        guard all else { return usual }
        let kinds: [TrackerTopic] = [.reported, .availability, .button, .sensors]
        return usual + ["\(topics.positions)/+/+"] + kinds.map { "\(own)/+/+/\($0.rawValue)" }
    }
}
