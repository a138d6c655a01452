import ArgumentParser
import Evaluation
import Settings

/// `tagalong evaluate`.
struct Evaluate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure how right distances and alerts are, beside other methods on the same data.",
        discussion: """
            On a recording of real signal strengths: how far off the distances are, and how often the truth is within \
            the 90 % interval. Beside Tagalong's stand Bermuda, ESPresense, habluetooth, room-assistant and Theengs, \
            written from their published formulas, each with the parameters that suit it best on the recording that \
            all are fitted to, and a constant guess.

              tagalong evaluate --csv walk.csv --receivers anchors.csv --fit calibration.csv
            """
    )

    @Option(
        help: ArgumentHelp(
            "Recording of signal strengths to measure on: ts (ns), x, y (m), rssi_1, rssi_2, … (dBm).",
            valueName: "file"
        ),
        completion: .file(extensions: ["csv"])
    )
    var csv: String?

    @Option(
        help: ArgumentHelp("Where the recording's receivers hang: id, x, y, z (m).", valueName: "file"),
        completion: .file(extensions: ["csv"])
    )
    var receivers: String?

    @Option(
        help: ArgumentHelp(
            "Recording to fit all methods to (default: the first half of --csv, and the other half is measured).",
            valueName: "file"
        ),
        completion: .file(extensions: ["csv"])
    )
    var fit: String?

    @Option(help: ArgumentHelp("How high the tag was carried, above the floor.", valueName: "m"))
    var tagHeight = 1.3

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if csv != nil, receivers == nil { throw ValidationError("--csv: --receivers is needed with it") }
        if csv == nil, receivers != nil { throw ValidationError("--receivers: --csv is needed with it") }
        if csv == nil, fit != nil { throw ValidationError("--fit: --csv is needed with it") }
        guard (0...100).contains(tagHeight) else {
            throw ValidationError("--tag-height: 0 to 100 metres is expected")
        }
    }

    func run() async throws {
        _ = try global.settings()
        let ranging = try csv.map { try trial(of: $0).scores() } ?? []
        let report = EvaluationReport(ranging: ranging)
        try Output.standard.write(json ? report.json.line + "\n" : report.text)
    }

    private func trial(of csv: String) throws -> RangingTrial {
        let places = try Recording.receivers(file: receivers ?? "")
        let recording = try Recording(file: csv, receivers: places, tagHeight: tagHeight)
        if let fit {
            return RangingTrial(
                fit: try Recording(file: fit, receivers: places, tagHeight: tagHeight),
                test: recording
            )
        }
        let (first, second) = recording.halves
        try Output.error.write("\(csv): without --fit, all are fitted to the first half and measured on the second\n")
        return RangingTrial(fit: first, test: second)
    }
}
