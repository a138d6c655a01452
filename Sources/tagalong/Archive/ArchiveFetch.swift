import Archive
import ArgumentParser
import Store

/// `tagalong archive fetch`.
struct ArchiveFetch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Bring months of an item back from object storage into the database.",
        discussion: """
            Their objects are removed once the months are stored. A history service with an archive moves them \
            out again when they are older than its --keep-hot. While a service runs this command does nothing: \
            positions of months in object storage are shown without it.

            Examples:
              tagalong archive fetch keys 2025-03 2025-04
              tagalong archive fetch sam/keys --all

            Exit status: 0 done, 1 not done, 2 bad input, 3 the object storage could not be reached.
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var item: String

    @Argument(help: ArgumentHelp("Months such as 2025-03.", valueName: "month"), transform: Self.month)
    var months: [CalendarMonth] = []

    @Flag(help: "All months of the item.")
    var all = false

    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    @Sendable private static func month(_ text: String) throws -> CalendarMonth {
        if let month = CalendarMonth(text) { return month }
        throw ValidationError("'\(text)' is given, a month such as 2025-03 is expected.")
    }

    func validate() throws {
        if months.isEmpty != all { throw ValidationError("Give months, or --all.") }
    }

    func run() async throws {
        let settings = try global.settings()
        let (choice, place) = (try StoreChoice(store, settings), try ArchiveChoice.require(archive, settings))
        let history = try choice.openForChange()
        let device = try ItemSearch(devices: history.devices(), in: choice.path).find(item)
        let out = try history.monthsOut(of: device)
        if let strange = months.first(where: { month in !out.contains { $0.month == month } }) {
            throw CommandFailure(.failure, "\(device): \(strange) is not in object storage")
        }
        let wanted = out.filter { all || months.contains($0.month) }
        let mover = MonthMover(
            history, place.storage, place.cache, keepHot: try ArchiveChoice.keepHot(nil, settings),
            clock: SystemUTCClock())
        let meter = ProgressMeter("Fetching")
        defer { meter.end() }
        for (number, month) in wanted.enumerated() {
            meter.show(number, "months")
            guard try await mover.takeBack(month) else {
                throw CommandFailure(.failure, "\(device): \(month.month) has another object by now; try again")
            }
        }
        meter.end()
        let fixes = wanted.reduce(0) { $0 + $1.fixes }
        try Output.standard.write("Stored \(wanted.count) months with \(fixes) positions of \(device).\n")
        // What is not removed now is removed by the next move.
        _ = try await mover.clear()
    }
}
