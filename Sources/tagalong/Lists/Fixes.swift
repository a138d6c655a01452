import ArgumentParser
import Settings
import Store
import Tracking

/// `tagalong fixes`.
struct Fixes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List where an item was, newest first.",
        discussion: """
            The latest 10 positions, or with --from or --to all of that time. Moments are written as RFC 3339 \
            (2026-05-01T09:00:00Z) or as a time before now (90m, 2h, 1d).

            Examples:
              tagalong fixes Keys
              tagalong fixes sam/keys --from 2h --to 90m
              tagalong fixes keys --from 2026-05-01T00:00:00Z --json
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item where only one is called so.")
    var item: String

    @Option(help: ArgumentHelp("From this moment on.", valueName: "moment"))
    var from: Moment?

    @Option(help: ArgumentHelp("Up to this moment.", valueName: "moment"))
    var to: Moment?

    @Option(help: ArgumentHelp("At most so many, the newest (default: 10, or all of a time given).", valueName: "n"))
    var limit: Int?

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is at least 1.") }
        let now = SystemUTCClock().now
        guard let from, let to, from.time(at: now) > to.time(at: now) else { return }
        throw ValidationError("--from is later than --to.")
    }

    func run() async throws {
        let settings = try global.settings()
        let choice = try StoreChoice(store, settings)
        let store = try choice.openForReading()
        let device = try ItemSearch(devices: store.devices(), in: choice.path).find(item)
        try Listing.print(
            try fixes(of: device, in: store).map(FixLine.init),
            asJSON: output.json,
            whenEmpty: from == nil && to == nil
                ? "\(device) has not sent a position yet." : "\(device) sent no position of that time."
        )
    }

    private func fixes(of device: DeviceID, in store: Store) throws -> [StoredFix] {
        if from == nil && to == nil { return try store.latest(of: device, limit: limit ?? 10) }
        return try store.fixes(of: device, since: from, until: to).suffix(limit ?? .max).reversed()
    }
}

extension Store {
    /// The fixes of a device from one moment to another, oldest first; nil for all there is on that side.
    func fixes(of device: DeviceID, since start: Moment?, until end: Moment?) throws -> [StoredFix] {
        let now = SystemUTCClock().now
        return try fixes(
            of: device,
            from: start?.time(at: now) ?? Timestamp(milliseconds: .min),
            to: end?.time(at: now) ?? Timestamp(milliseconds: .max)
        )
    }
}

/// A moment on the command line: absolute, or a time before now.
enum Moment: Hashable, Sendable, ExpressibleByArgument {
    case at(Timestamp)
    case before(Duration)

    init?(argument: String) {
        if let time = Timestamp(argument) {
            self = .at(time)
        } else if let duration = Duration(compact: argument), duration >= .zero {
            self = .before(duration)
        } else {
            return nil
        }
    }

    func time(at now: Timestamp) -> Timestamp {
        switch self {
        case .at(let time): time
        case .before(let duration): now.advanced(by: .zero - duration)
        }
    }
}
