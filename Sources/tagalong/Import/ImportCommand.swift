import ArgumentParser
import Exchange
import Files
import JSON
import Store
import Tracking

/// `tagalong import`.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import files with positions into the history of an item or a phone.",
        discussion: """
            Reads GPX 1.0 and 1.1, the OwnTracks Recorder's .rec (or a directory of them), Google Takeout \
            (Records.json, and the Timeline.json of phones), and GeoJSON and CSV as 'tagalong export' writes \
            them. The format is detected from the content.

            All or nothing: an invalid position refuses the whole import, with its file and line, unless \
            --skip-bad. Duplicates are counted and ignored. Imported positions raise no alerts. A running \
            history service does the work, for files of up to 1 GiB and pipes of up to 256 MiB.

            Examples:
              tagalong import keys walk.gpx
              tagalong import sam/phone Records.json --new --skip-bad
              tagalong import sam/phone /var/spool/owntracks/recorder/store/rec/sam/phone --dry-run

            Exit status: 0 done, 1 there is no such item, 2 a bad file, 3 the service does not answer.
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var item: String

    @Argument(help: "The files, or directories with .rec files.", completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("gpx, rec, takeout, geojson or csv (default: by the content).", valueName: "format"),
        completion: .list(ImportFormat.allCases.map(\.rawValue)),
        transform: Self.format
    )
    var format: ImportFormat?

    @Flag(name: .customLong("dry-run"), help: "Show the result without importing anything.")
    var isDryRun = false

    @Flag(name: .customLong("skip-bad"), help: "Skip invalid positions, and count them.")
    var skipsBad = false

    @Flag(name: .customLong("new"), help: "Create OWNER/TRACKER if it does not exist.")
    var isNew = false

    @Flag(
        name: .customLong("keep-numbers"),
        help: "Keep boot and sequence numbers: only for the same tracker's history, as after the loss of its database."
    )
    var keepsNumbers = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    @Sendable private static func format(_ text: String) throws -> ImportFormat {
        if let format = ImportFormat(rawValue: text) { return format }
        let words = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("'\(text)' is given, one of \(words) is expected.")
    }

    func run() async throws {
        let settings = try global.settings()
        let choice = try StoreChoice(store, settings)
        let paths = try ImportFiles.list(files)
        let reports: [ImportReport]
        if let console = try RunningConsole.find(choice) {
            let device = try device(in: choice)
            let meter = ProgressMeter(
                "The history service reads \(paths.count == 1 ? "the file" : "\(paths.count) files")")
            meter.begin()
            defer { meter.end() }
            reports = try await ImportUpload(console: console, device: device, command: self).run(paths)
        } else {
            reports = try write(paths, choice, settings)
        }
        let outcome = ImportOutcome(files: paths, reports: reports)
        try output.write(outcome.json, or: outcome.sentences(item: item, isDryRun: isDryRun))
    }

    private func device(in choice: StoreChoice) throws -> DeviceID {
        let names = item.split(separator: "/", omittingEmptySubsequences: false).map { try? Name($0) }
        var device: DeviceID?
        if names.count == 2, let owner = names[0], let tracker = names[1] {
            device = DeviceID(owner: owner, device: tracker)
        }
        if isNew, let device, try !choice.isThere() { return device }
        do {
            let search = ItemSearch(devices: try choice.openForReading().devices(), in: choice.path)
            if isNew, let device, search.isUnknown(item) { return device }
            return try search.find(item)
        } catch let failure as CommandFailure {
            guard let device else { throw failure }
            throw CommandFailure(failure.status, "\(failure); --new creates \(device)")
        }
    }

    /// The bytes of all files; nil where one of them has no length before it is read, as a pipe.
    static func size(of paths: [String]) -> Int? {
        var all = 0
        for path in paths {
            guard case .bytes(let size) = FileReader.extent(of: path) else { return nil }
            all += size
        }
        return all
    }

    /// Ends a transaction that was only to see what would come of it.
    private struct DryRun: Error { let reports: [ImportReport] }

    /// Where it is stored; what is only tried leaves no database behind where there was none.
    private func history(_ choice: StoreChoice) throws -> Store {
        guard isNew else { return try choice.openForChange() }
        if isDryRun, try !choice.isThere() { return try Store.inMemory() }
        return try choice.openForWriting(under: choice.lock())
    }

    private func write(_ paths: [String], _ choice: StoreChoice, _ settings: CommandSettings) throws -> [ImportReport] {
        // Before anything is made: without --new an unknown item leaves no database behind.
        let device = try device(in: choice)
        let history = try history(choice)
        let now = SystemUTCClock().now
        let retention = try history.retentions()[device] ?? RetentionOptions.retention(settings)
        let options = ImportOptions(
            now: now,
            format: format,
            skipsBad: skipsBad,
            keepsNumbers: keepsNumbers,
            keptSince: retention.age.map { Timestamp(milliseconds: now.milliseconds - $0) }
        )
        let meter = ProgressMeter("Importing")
        defer { meter.end() }
        let all = Self.size(of: paths)
        var importer = Importer(options: options)
        importer.progress = { meter.show(bytes: $0, of: all) }
        do {
            return try history.write { transaction in
                let sources = paths.map { ImportSource(file: $0) }
                let reports = try importer.each(sources, of: device, into: &transaction)
                if isDryRun { throw DryRun(reports: reports) }
                return reports
            }
        } catch let dryRun as DryRun {
            return dryRun.reports
        }
    }
}
