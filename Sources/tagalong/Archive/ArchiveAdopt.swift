import Archive
import ArgumentParser
import Store

/// `tagalong archive adopt`.
struct ArchiveAdopt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Take over months in object storage that the database does not know.",
        discussion: """
            For after 'tagalong restore' of an older copy, or with a new database when the former one is lost: \
            reads the indices in object storage, and takes over the months that are missing, once each object \
            was read and compared. What the database has itself stays. Also for after all objects were copied \
            to another bucket, prefix or server, or that has another name now: once the objects of all months are \
            there, the database takes that place. End the service first.

            With --without-missing the database forgets the months of which no object is there, and names each: \
            for when a copy of the storage is all that is left. 'tagalong archive adopt' takes them over again \
            from wherever they are with their index.

            Examples:
              tagalong archive adopt
              tagalong archive adopt --without-missing

            Exit status: 0 done, 1 not done, 2 bad input, 3 the object storage could not be reached.
            """
    )

    @Flag(help: "Give up the months whose objects are not there, and name them.")
    var withoutMissing = false

    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let (choice, place) = (try StoreChoice(store, settings), try ArchiveChoice.require(archive, settings))
        let history = try choice.isThere() ? choice.openForChange() : choice.openForWriting(under: choice.lock())
        let mover = MonthMover(
            history, place.storage, place.cache, keepHot: try ArchiveChoice.keepHot(nil, settings),
            clock: SystemUTCClock())
        let meter = ProgressMeter("Reading")
        defer { meter.end() }
        let former = try history.archivePlace()
        var (done, failures, lost) = (0, [ArchiveError](), [MonthOut]())
        let months = try await mover.adopt(
            progress: { _ in
                meter.show(done, "months")
                done += 1
            }, failed: { failures.append($0) }, withoutMissing: withoutMissing, givenUp: { lost.append($0) })
        meter.end()
        let fixes = months.reduce(0) { $0 + $1.fixes }
        var text = "Took over \(months.count) months with \(fixes) positions.\n"
        let now = place.storage.address.place
        if let former, former != now {
            text = "All months that are out are in \(now) now, and no longer in \(former).\n" + text
        }
        for month in lost {
            text += "Given up: \(month.fixes) positions of \(month.device) of \(month.month), \(month.object).\n"
        }
        try Output.standard.write(text)
        guard let first = failures.first else { return }
        for failure in failures.dropFirst() { try Output.error.write("tagalong: \(failure)\n") }
        throw CommandFailure(.failure, "\(first)")
    }
}
