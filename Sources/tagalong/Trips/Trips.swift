import ArgumentParser
import Exchange
import Messages
import Settings
import Store
import Tracking

/// `tagalong trips`.
struct Trips: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trips",
        abstract: "List where an item stopped, and the trips between stops.",
        discussion: """
            The last 7 days before the latest position, or the time that --from and --to select. \
            \(Moment.forms) A stop is at least 5 minutes (--rest) within 60 m (--reach); trusted places \
            ('tagalong place') are shown by name.

            Examples:
              tagalong trips bicycle
              tagalong trips sam/keys --from 2026-05-01 --to 2026-05-31 --json
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var item: String

    @Option(help: ArgumentHelp("From this time on.", valueName: "moment"), transform: Moment.read)
    var from: Moment?

    @Option(help: ArgumentHelp("Up to this time.", valueName: "moment"), transform: Moment.read)
    var to: Moment?

    @Option(help: ArgumentHelp("Shortest stop (default: 5m).", valueName: "time"), transform: Self.duration)
    var rest: Duration = .seconds(300)

    @Option(help: ArgumentHelp("Radius of a stop in metres (default: 60).", valueName: "m"))
    var reach: Double = 60

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var global: GlobalOptions

    @Sendable private static func duration(_ text: String) throws -> Duration {
        if let duration = Duration(compact: text), duration > .zero { return duration }
        throw ValidationError("'\(text)' is given, a time such as 5m or 1h is expected.")
    }

    func validate() throws {
        guard (1...100_000).contains(reach) else { throw ValidationError("--reach is 1 to 100000 m.") }
        let now = SystemUTCClock().now
        guard let from, let to, from.start(at: now) > to.end(at: now) else { return }
        throw ValidationError("--from is later than --to.")
    }

    func run() async throws {
        let settings = try global.settings()
        let choice = try StoreChoice(store, settings)
        let history = try choice.openForReading(with: archive, settings)
        let device = try ItemSearch(devices: history.devices(), in: choice.path).find(item)
        var fixes: [Fix] = []
        let meter = ProgressMeter("Reading")
        defer { meter.end() }
        let search = try search(device, history)
        try await history.fetching {
            fixes = []
            try history.scan(device, matching: search) { stored in
                if !stored.isImplausible { fixes.append(stored.fix) }
                if fixes.count.isMultiple(of: 100_000), !fixes.isEmpty { meter.show(fixes.count, "positions") }
            }
        }
        let journeys = try await JourneyFinder(reach: reach, leastStay: rest).journeys(in: fixes)
        meter.end()
        let rules = try history.document(.rules, of: device).flatMap { try? ItemRules(decoding: $0.payload) }
        try Listing.print(
            TripLine.lines(journeys, places: rules?.places ?? []),
            asJSON: output.json,
            whenEmpty: "\(device) has no stops or trips in that time."
        )
    }

    private func search(_ device: DeviceID, _ history: Store) throws -> FixSearch {
        let now = SystemUTCClock().now
        var search = FixSearch(from: from?.start(at: now), to: to?.end(at: now))
        guard from == nil, to == nil, let last = try history.latest(of: device, limit: 1).first else { return search }
        search.from = last.fix.time.advanced(by: .seconds(-7 * 86_400))
        return search
    }
}
