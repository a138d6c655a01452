import ArgumentParser
import Store
import Tracking

/// Which part of a history.
struct SpanOptions: ParsableArguments {
    @Option(help: ArgumentHelp("From this time on.", valueName: "moment"), transform: Moment.read)
    var from: Moment?

    @Option(help: ArgumentHelp("Up to this time.", valueName: "moment"), transform: Moment.read)
    var to: Moment?

    @Option(
        // A southern latitude begins like a flag.
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only within LAT,LON,METRES, or SOUTH,WEST,NORTH,EAST, or a polygon LAT,LON;LAT,LON;LAT,LON.",
            valueName: "area"
        ),
        transform: Self.region
    )
    var within: Region?

    var isGiven: Bool { from != nil || to != nil || within != nil }

    @Sendable private static func region(_ text: String) throws -> Region {
        do { return try Region(text) } catch { throw ValidationError("\(error).") }
    }

    func validate() throws {
        let now = SystemUTCClock().now
        guard let from, let to, from.start(at: now) > to.end(at: now) else { return }
        throw ValidationError("--from is later than --to.")
    }

    /// What the store is asked for, so many of the newest or all.
    func search(newest: Int? = nil) -> FixSearch {
        let now = SystemUTCClock().now
        return FixSearch(from: from?.start(at: now), to: to?.end(at: now), region: within, newest: newest)
    }
}
