import ArgumentParser
import Exchange
import Foundation
import Store
import Tracking

/// `tagalong export`.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write where an item was for other programs.",
        discussion: """
            Oldest first; all there is, or with --from or --to that time. Moments are written as RFC 3339 \
            (2026-05-01T09:00:00Z) or as a time before now (90m, 2h, 1d). The format is gpx, geojson, linestring, kml, \
            csv or rec (as the OwnTracks Recorder keeps it); without --format the file's name tells it.

            Examples:
              tagalong export keys --out keys.gpx
              tagalong export sam/keys --from 1d --thin 500 --format geojson > keys.geojson

            Exit status: 0 done, 1 there is no such item or no position of that time, 2 bad input.
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item where only one is called so.")
    var item: String

    @Option(
        help: ArgumentHelp("gpx, geojson, linestring, kml, csv or rec (default: gpx).", valueName: "format"),
        completion: .list(TrackFormat.allCases.map(\.rawValue)),
        transform: Self.format
    )
    var format: TrackFormat?

    @Option(help: ArgumentHelp("Write this file, whole or not at all (default: standard output).", valueName: "file"))
    var out: String?

    @Option(help: ArgumentHelp("From this moment on.", valueName: "moment"))
    var from: Moment?

    @Option(help: ArgumentHelp("Up to this moment.", valueName: "moment"))
    var to: Moment?

    @Option(help: ArgumentHelp("At most so many positions, those that show the way's shape best.", valueName: "n"))
    var thin: Int?

    @OptionGroup var store: StoreOptions
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
        let choice = try StoreChoice(store, try global.settings())
        let history = try choice.openForReading()
        let devices = try history.devices()
        let device = try ItemSearch(devices: devices, in: choice.path).find(item)
        let fixes = try fixes(of: device, in: history)
        guard !fixes.isEmpty else { throw CommandFailure(.failure, "\(device) sent no position of that time") }
        let title = devices.first { $0.id == device }?.item?.text ?? device.device.text
        let text = (format ?? out.flatMap { TrackFormat(fileName: $0) } ?? .gpx).text(of: fixes, title: title)
        guard let out else { return try Output.standard.write(text) }
        do { try Data(text.utf8).write(to: URL(fileURLWithPath: out), options: .atomic) } catch {
            throw CommandFailure(.failure, "\(out) cannot be written: \(error.localizedDescription)")
        }
    }

    private func fixes(of device: DeviceID, in history: Store) throws -> [StoredFix] {
        let all = try history.fixes(of: device, since: from, until: to)
        guard let thin else { return all }
        return Thinning.indices(of: all.map(\.fix.coordinate), to: thin).map { all[$0] }
    }
}
