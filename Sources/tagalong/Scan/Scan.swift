import ArgumentParser
import Logging
import Settings

/// `tagalong scan`.
struct Scan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Show the Bluetooth tags in range and their estimated distances.",
        discussion: """
            On a terminal the table is updated until Ctrl-C; otherwise it is printed once, after 10 seconds. \
            With --json every sighting is one JSON object per line. The distance is estimated from the signal \
            strength, with its 90 % interval in brackets.

            Examples:
              tagalong scan
              tagalong scan --for 30s --adapter hci1
              tagalong scan --json | jq -r 'select(.rssi > -60) | .identity'
              tagalong scan --for 2m --record my-tag.jsonl

            Exit status: 0 stopped on request, 2 bad input, 3 Bluetooth is not available: the message says \
            why.
            """
    )

    @Option(name: .customLong("for"), help: ArgumentHelp("Stop after a time such as 10s or 2m.", valueName: "duration"))
    var time: String?

    @Option(
        help: ArgumentHelp(
            "Also write every sighting to a file, without addresses, to send in a new tag (docs/devices.md).",
            valueName: "file"
        ),
        completion: .file()
    )
    var record: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var radio: RadioOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { if let time { try Duration.check("--for", time, suchAs: "10s or 2m") } }

    func run() async throws {
        let settings = try global.settings()
        let isLive = Terminal.isOutput && !output.json
        // Lines of a log would tear the table.
        let setup = try radio.setup(settings, logLevel: isLive ? .critical : max(settings.logLevel, .warning))
        let library = try radio.library(settings)
        let clock = SystemUTCClock()
        let opened = try await setup.open()
        // What stands in the file stays there when nothing can be heard.
        let recording = try record.map { try RecordingFile(path: $0, library: library, from: clock.now) }
        let service = ScanService(
            radio: opened,
            library: library,
            view: output.json ? .json : isLive ? .live : .once,
            limit: time.flatMap { Duration(compact: $0) } ?? (isLive || output.json ? nil : .seconds(10)),
            recording: recording,
            clock: clock
        )
        try await ServiceRun.run([opened, service], mayFinish: true, logger: Logger(part: "scan", level: .warning))
    }
}
