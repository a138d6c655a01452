import ArgumentParser
import Bluetooth
import Gateway
import JSON
import Logging
import Messages
import Ranging
import Settings
import Tracking

/// `tagalong calibrate`.
struct Calibrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Measure the signal strength of a paired tag, for more accurate distances and alerts.",
        discussion: """
            Tags of one model differ by several dB, a factor of 1.5 or more in distance. Stand in line of \
            sight of this machine's adapter, with the tag mounted as it will be; the command measures for 30 \
            seconds at 5 m and at 10 m. The result is stored with the tag, and a running gateway uses it at \
            once.

            A connected tag does not advertise: if nothing is received, stop the gateway while you measure.

            With --floor it walks you through the rooms of your home instead, with the tag in your hand, and notes \
            how strongly each gateway hears it in each room; the history service tells rooms apart by that, those \
            without a gateway too. A new walk replaces the former one.

            Examples:
              tagalong calibrate keys
              tagalong calibrate sam/keys --floor --broker mqtt://localhost
              tagalong calibrate keys --floor --room Kitchen --room Hall --room Bathroom
              tagalong calibrate sam/keys --for 1m --adapter hci1
              tagalong calibrate keys --at 5 --yes --json       # one distance, without asking

            Exit status: 0 calibrated, 1 not calibrated, 2 bad input, 3 Bluetooth is not available.
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var tracker: String

    @Option(
        name: .customLong("for"), help: ArgumentHelp("How long to measure at each distance.", valueName: "duration")
    )
    var time = "30s"

    @Option(help: ArgumentHelp("Distance to measure at; may be repeated (default: 5 and 10).", valueName: "metres"))
    var at: [Double] = []

    @Flag(name: .customLong("yes"), help: "Do not ask; start at once at each distance.")
    var trusts = false

    @Flag(help: "Walk through the rooms of a home, so that gateways can tell them apart.")
    var floor = false

    @Option(
        help: ArgumentHelp(
            "With --floor: a room of the walk; may be repeated (default: each is asked for).", valueName: "name"
        )
    )
    var room: [String] = []

    @Flag(name: .customLong("forget-floor"), help: "Forget the last walk through the rooms.")
    var forgetsFloor = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var radios: RadioOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try Duration.check("--for", time, suchAs: "30s or 1m")
        if let wrong = at.first(where: { !(0.5...50).contains($0) }) {
            throw ValidationError("--at: a number of metres from 0.5 to 50 is expected, found \(wrong).")
        }
        if floor || forgetsFloor, !at.isEmpty { throw ValidationError("--at is for distances; --floor has rooms.") }
        if !floor, !room.isEmpty { throw ValidationError("--room is for --floor.") }
        for name in room {
            do { _ = try ItemName(name) } catch {
                throw ValidationError("--room: \(error); found '\(name.printable)'.")
            }
        }
        if floor, !room.isEmpty, Set(room).count < 2 { throw ValidationError("--room: two rooms are needed at least.") }
        if floor, room.isEmpty, trusts { throw ValidationError("--yes: without a question, --room names the rooms.") }
        guard Set(at).count == at.count else { throw ValidationError("--at: the same distance is given twice.") }
    }

    func run() async throws {
        let settings = try global.settings()
        if floor || forgetsFloor { return try await surveyFloor(settings) }
        let file = GatewayOptions.registry(settings)
        let entry = try RegistrySearch(file: file).find(tracker)
        let library = try radios.library(settings)
        let logger = Logger(part: "calibrate", level: max(settings.logLevel, .warning))
        let radio = try await radios.setup(settings, logLevel: logger.logLevel).open()
        let levels = AsyncStream.makeStream(of: [Calibration.Level].self)
        let service = CalibrationService(
            radio: radio,
            ear: TagEar(entry: entry, library: library),
            distances: at.isEmpty ? [5, 10] : at.sorted(),
            time: Duration(compact: time) ?? .seconds(30),
            guide: CalibrationGuide(
                title: entry.item.text.printable, answers: StandardInput(), trusts: trusts, isLive: Terminal.isOutput
            ) { try? Output.error.write($0) },
            found: levels.continuation
        )
        try await ServiceRun.run([radio, service], mayFinish: true, logger: logger)
        levels.continuation.finish()
        for await found in levels.stream { return try save(found, entry, file, library) }
        throw CommandFailure(.failure, "interrupted; nothing has changed")
    }

    private func surveyFloor(_ settings: CommandSettings) async throws {
        let choice = try BrokerChoice.choose(broker, settings)
        let topics = try topics.topics(settings)
        let logger = Logger(part: "calibrate", level: max(settings.logLevel, .warning))
        if forgetsFloor {
            return try await Errand.run(on: choice, topics: topics, subscribing: [], logger: logger) { errand in
                try await errand.deliver(Message(topic: topics.roomSurvey, payload: [], retained: true))
            }
        }
        let written = try DeviceID(written: tracker)
        let walk = FloorWalk(
            tracker: try written ?? RegistrySearch(file: GatewayOptions.registry(settings)).find(tracker).device,
            rooms: try room.map { try ItemName($0) },
            seconds: max(1, Int((Duration(compact: time) ?? .seconds(30)).components.seconds)),
            trusts: trusts,
            isLive: Terminal.isOutput,
            answers: StandardInput(),
            topics: topics,
            say: { try? Output.error.write($0) },
            now: { SystemUTCClock().now }
        )
        let survey = try await walk.run(on: choice, logger: logger)
        let count = survey.rooms.count
        let text = "\(count) rooms are told apart from now on\n"
        try output.write(.raw(survey.encoded()), or: text)
    }

    private func save(
        _ levels: [Calibration.Level], _ entry: TagEntry, _ file: RegistryFile, _ library: ProfileLibrary
    ) throws {
        let usual = library[entry.profile]?.pathLoss ?? PathLoss()
        let measured: MeasuredPathLoss
        do throws(Calibration.Failure) {
            measured = try MeasuredPathLoss(levels: levels, usual: usual)
        } catch { throw CommandFailure(.failure, "\(error)") }
        try file.calibrate(entry.device, measured.pathLoss)
        let pathLoss = measured.pathLoss
        let report = CalibrationReport(entry: entry, levels: levels, pathLoss: pathLoss, usual: usual)
        try output.write(report.json, or: report.text)
    }
}
