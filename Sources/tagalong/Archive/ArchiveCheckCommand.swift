import Archive
import ArgumentParser
import JSON
import Store

/// `tagalong archive check`.
struct ArchiveCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compare the objects in object storage with the database.",
        discussion: """
            Tells of months whose object is missing or not what was written, of indices that tell of other \
            months, and of objects that the database knows nothing of. Changes nothing. With --full it reads \
            every object, which some storages charge for.

            Examples:
              tagalong archive check
              tagalong archive check --full --json | jq '.[] | select(.kind == "missing")'

            Exit status: 0 all months are there, 1 some are not, 2 bad input, 3 the object storage could not be \
            reached.
            """
    )

    @Flag(help: "Read every object, and compare its checksum and its number of positions.")
    var full = false

    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let (choice, place) = (try StoreChoice(store, settings), try ArchiveChoice.require(archive, settings))
        let history = try choice.openForReading()
        // All would be missing, or strange.
        do { try place.storage.expectPlace(of: history) } catch let error as ArchiveError {
            try Output.error.write("tagalong: \(error)\n")
        }
        let meter = ProgressMeter("Checking")
        defer { meter.end() }
        let findings = try await ArchiveCheck(history, place.storage).findings(isFull: full) { done, _ in
            meter.show(done, "months")
        }
        meter.end()
        let count = try history.monthsOut().count
        try Listing.print(
            findings.map(ArchiveFindingLine.init),
            asJSON: output.json,
            whenEmpty: "All \(count) months are there, and nothing else is."
        )
        let bad = findings.count(where: \.isBad)
        if bad > 0 { throw CommandFailure(.failure, "\(bad) of \(count) months are missing or not what was written") }
    }
}

/// What a check has found, as it is listed.
struct ArchiveFindingLine: ListRow {
    private let finding: ArchiveCheck.Finding

    init(_ finding: ArchiveCheck.Finding) { self.finding = finding }

    static let columns = ["FOUND", "OBJECT", "DETAIL"]

    var cells: [String] { [finding.kind.rawValue, finding.object, finding.sentence] }

    var json: JSONValue {
        .object([
            "kind": .text(finding.kind.rawValue), "object": .text(finding.object), "detail": .text(finding.sentence),
        ])
    }
}
