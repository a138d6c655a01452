import ArgumentParser
import Exchange
import Store
import Tracking

/// `tagalong export`.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the positions of an item for other programs.",
        discussion: """
            Oldest first; all positions, or those selected by --from, --to and --within. \(Moment.forms) \
            Formats are gpx, geojson, linestring, kml, csv and rec (the OwnTracks Recorder's); without \
            --format the file extension decides. 'tagalong import' reads gpx, geojson, csv and rec.

            Examples:
              tagalong export keys --out keys.gpx
              tagalong export sam/keys --from 1d --thin 500 --format geojson > keys.geojson
              tagalong export keys --within 46.0,14.4,46.1,14.6 --out town.csv

            Exit status: 0 done, 1 there is no such item or no position of that time, 2 bad input.
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique.")
    var item: String

    @Option(
        help: ArgumentHelp("gpx, geojson, linestring, kml, csv or rec (default: gpx).", valueName: "format"),
        completion: .list(TrackFormat.allCases.map(\.rawValue)),
        transform: Self.format
    )
    var format: TrackFormat?

    @Option(help: ArgumentHelp("File to write, complete or not at all (default: standard output).", valueName: "file"))
    var out: String?

    @OptionGroup var span: SpanOptions

    @Option(
        help: ArgumentHelp(
            "Maximum number of positions; those that keep the path's shape best are chosen.", valueName: "n"
        )
    )
    var thin: Int?

    @OptionGroup var store: StoreOptions
    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var global: GlobalOptions

    @Sendable private static func format(_ text: String) throws -> TrackFormat {
        if let format = TrackFormat(rawValue: text) { return format }
        let words = TrackFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("'\(text)' is given, one of \(words) is expected.")
    }

    func validate() throws {
        if let thin, thin < 2 { throw ValidationError("--thin is at least 2.") }
    }

    func run() async throws {
        let settings = try global.settings()
        let choice = try StoreChoice(store, settings)
        let history = try choice.openForReading(with: archive, settings)
        let devices = try history.devices()
        let device = try ItemSearch(devices: devices, in: choice.path).find(item)
        let any = try await history.fetching { try history.fixes(of: device, matching: span.search(newest: 1)) }
        guard !any.isEmpty else {
            throw CommandFailure(.failure, "\(device) sent no position \(span.phrase)")
        }
        let title = devices.first { $0.id == device }?.item?.text ?? device.device.text
        let format = format ?? out.flatMap { TrackFormat(fileName: $0) } ?? .gpx
        let writer = format.writer(for: title)
        var chosen: [StoredFix]?
        if let thin {
            let all = try await history.fetching { try history.fixes(of: device, matching: span.search()) }
            chosen = try await all.thinned(to: thin)
        }
        guard let out else {
            return try await history.fetching {
                try write(chosen, device, of: history, writer) { try Output.standard.write($0) }
            }
        }
        // Whole again where something had to be fetched.
        try await history.fetching {
            try WholeFile.write(out) { file in try write(chosen, device, of: history, writer, to: file) }
        }
    }

    /// Writes those that were chosen, or all, in pieces, so that a long history does not have to fit into memory as a
    /// text.
    private func write(
        _ chosen: [StoredFix]?,
        _ device: DeviceID,
        of history: Store,
        _ writer: any TrackWriter,
        to sink: (String) throws -> Void
    ) throws {
        var writer = writer
        var text = writer.start()
        var count = 0
        // On a terminal the positions themselves go by.
        let meter = out == nil && Terminal.isOutput ? nil : ProgressMeter("Exporting")
        defer { meter?.end() }
        func add(_ fix: StoredFix) throws {
            text += writer.add(fix)
            count += 1
            if count.isMultiple(of: 10_000) { meter?.show(count, "positions") }
            guard text.utf8.count > 1 << 18 else { return }
            try sink(text)
            text = ""
        }
        if let chosen {
            try chosen.forEach(add)
        } else {
            try history.scan(device, matching: span.search(), add)
        }
        try sink(text + writer.end())
    }
}
