import ArgumentParser
import Evaluation
import Foundation
import Settings
import Simulation

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

            With --alone each receiver is taken for itself, as one in a pocket or the only one of a house: no other \
            receiver's strengths help, neither Tagalong nor anybody else. With --cross-validate a recording is all that \
            is needed: each receiver is measured with what the others tell (receiver), or each half of the time with \
            what the other half tells (half).

              tagalong evaluate --csv walk.csv --receivers anchors.csv --cross-validate receiver

            On simulated days, in the open and between high houses: false alerts about an item that is carried for 24 \
            hours, how soon one that is left behind is told of, and how often a tracker changes its mode when its \
            owner walks away and comes back. Days without --seeds are few; 1-200 is what the targets are for, and \
            takes some minutes.

              tagalong evaluate --seeds 1-200

            In situations of everyday life: on foot and by bicycle, bus, train, boat or plane, with phones that tell \
            their place each second or seldom, items are kept, left, taken and fetched. How often an alert is false, \
            with its 95 % interval, how soon a loss is told of, and the same for the others. It takes minutes; --only \
            narrows them, --path adds ways of yours, and --keep writes the scenario of each run that went wrong.

              tagalong evaluate --situations --only kept/bus --only left/ --keep wrong

            A target that is missed is marked with ✗, and is no failure of the command.
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

    @Flag(help: "Take each receiver of the recording alone.")
    var alone = false

    @Option(
        help: ArgumentHelp(
            "Fit to parts of --csv, and measure each receiver alone on the other parts: by receiver, or by half.",
            valueName: "parts"
        )
    )
    var crossValidate: CrossValidation?

    @Option(help: ArgumentHelp("How high the tag was carried, above the floor.", valueName: "m"))
    var tagHeight = 1.3

    @Option(
        help: ArgumentHelp(
            "Seeds of the simulated days, or of the situations, one run each (none: no days).",
            valueName: "first-last"
        )
    )
    var seeds = SeedRange.few

    @OptionGroup(title: "Situations of everyday life") var life: SituationOptions

    @Option(
        help: ArgumentHelp("Draw how an alert is decided, as SVG.", valueName: "file"),
        completion: .file(extensions: ["svg"])
    )
    var plot: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if csv != nil, receivers == nil { throw ValidationError("--csv: --receivers is needed with it") }
        if csv == nil, receivers != nil { throw ValidationError("--receivers: --csv is needed with it") }
        if csv == nil, fit != nil { throw ValidationError("--fit: --csv is needed with it") }
        if csv == nil, alone { throw ValidationError("--alone: --csv is needed with it") }
        if csv == nil, crossValidate != nil { throw ValidationError("--cross-validate: --csv is needed with it") }
        if crossValidate != nil, fit != nil {
            throw ValidationError("--cross-validate: parts of --csv are fitted to, so --fit cannot be given with it")
        }
        if life.situations, seeds.range == nil {
            throw ValidationError("--seeds: --situations takes one seed at least")
        }
        guard (0...100).contains(tagHeight) else {
            throw ValidationError("--tag-height: 0 to 100 metres is expected")
        }
    }

    func run() async throws {
        _ = try global.settings()
        let ranging = try csv.map(scores) ?? []
        if let plot { try write(try DecisionPlot().svg, to: plot) }
        var report = EvaluationReport(ranging: ranging, isAlone: alone, crossValidation: crossValidate)
        if let range = seeds.range {
            if life.situations {
                report.situations = try await playSituations(range)
            } else {
                try await playDays(range, &report)
            }
        }
        try Output.standard.write(json ? report.json.line + "\n" : report.text)
    }

    private func playDays(_ range: ClosedRange<UInt64>, _ report: inout EvaluationReport) async throws {
        let workers = ProcessInfo.processInfo.activeProcessorCount
        for plan in DayPlan.all {
            let title = "\(plan.kind.rawValue), \(plan.surroundings.rawValue)"
            let progress = EvaluationProgress(title, of: range.count)
            report.days.append(
                try await DayTrial(plan, seeds: range).scores(workers: workers) { progress.advance() }
            )
        }
        let progress = EvaluationProgress("changes of mode", of: range.count)
        report.crossing = try await CrossingTrial(seeds: range).score(workers: workers) { progress.advance() }
    }

    private func write(_ text: String, to file: String) throws {
        try PrivateFile.write(text, to: file)
    }
}
