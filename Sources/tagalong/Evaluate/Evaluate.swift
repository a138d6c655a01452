public import ArgumentParser
public import Evaluation
import Foundation
import Settings
import Simulation

/// `tagalong evaluate`.
struct Evaluate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measure the accuracy of distances and alerts, compared with other methods on the same data.",
        discussion: """
            On a recording of real signal strengths: the error of the distances, and how often the true \
            distance is within the 90 % interval. Compared with Bermuda, ESPresense, habluetooth, \
            room-assistant and Theengs, implemented from their published formulas, each with the parameters \
            that fit it best on the recording that all are fitted to, and with a constant guess.

              tagalong evaluate --csv walk.csv --receivers anchors.csv --fit calibration.csv

            With --alone each receiver is evaluated by itself, like one in a pocket or the only one in a \
            house: no method may use other receivers' signals. With --cross-validate one recording is enough: \
            each receiver is evaluated with a fit to the others (receiver), or each half of the time with a \
            fit to the other half (half).

              tagalong evaluate --csv walk.csv --receivers anchors.csv --cross-validate receiver

            On simulated days, in the open and between high buildings: false alerts about an item carried for \
            24 hours, how soon an item left behind is reported, and how often a tracker changes its mode when \
            its owner walks away and comes back. The default is a few days; the targets are meant for --seeds \
            1-200, which takes some minutes.

              tagalong evaluate --seeds 1-200

            In everyday situations: on foot and by bicycle, bus, train, boat or plane, with phones that report \
            each second or rarely, items are kept, left, taken and fetched. Shows how often an alert is false, \
            with its 95 % interval, and how soon a loss is reported, for Tagalong and the other methods. It \
            takes minutes; --only selects situations, --path adds recordings of your own, and --keep writes \
            the scenario of each run that went wrong.

              tagalong evaluate --situations --only kept/bus --only left/ --keep wrong

            With --guard: how often an unknown tag is said to follow that does not, in a week of five persons \
            (by car, by train, in a large house, with a family, in a shared office) among the separated tags of \
            others, and how long after the second leg a hidden tag is told of, compared with AirGuard's three \
            levels; docs/guard.md has the table. A seed takes some seconds.

              tagalong evaluate --guard --seeds 1-40

            With --habits: how many of the reminders that are suggested from eight weeks of a simulated person are \
            right in the half year after, and how many of the habits are found; docs/reminders.md has the table. \
            A seed is a person.

              tagalong evaluate --habits --seeds 1001-1300

            A missed target is marked with ✗; the exit status stays 0.
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
        help: ArgumentHelp("Positions of the recording's receivers: id, x, y, z (m).", valueName: "file"),
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

    @Flag(help: "Evaluate each receiver of the recording alone.")
    var alone = false

    @Option(
        help: ArgumentHelp(
            "Fit to one part of --csv and evaluate each receiver alone on the other: by receiver, or by half.",
            valueName: "parts"
        )
    )
    var crossValidate: CrossValidation?

    @Option(help: ArgumentHelp("Height of the tag above the floor.", valueName: "m"))
    var tagHeight = 1.3

    @Option(
        help: ArgumentHelp(
            "Seeds of the simulated days, or of the situations, one run each (none: no days).", valueName: "first-last"
        )
    )
    var seeds = SeedRange.few

    @OptionGroup(title: "Situations of everyday life") var life: SituationOptions

    @Flag(
        name: .customLong("guard"),
        help: "Evaluate how well unknown tags that follow are found, 35 person-days a seed."
    )
    var evaluatesGuard = false

    @Flag(
        name: .customLong("habits"),
        help: "Evaluate which reminders are suggested, from 8 weeks of a person a seed."
    )
    var evaluatesHabits = false

    @Option(
        help: ArgumentHelp("Write a drawing of how an alert is decided, as SVG.", valueName: "file"),
        completion: .file(extensions: ["svg"])
    )
    var plot: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if csv != nil, receivers == nil { throw ValidationError("--csv requires --receivers") }
        if csv == nil, receivers != nil { throw ValidationError("--receivers requires --csv") }
        if csv == nil, fit != nil { throw ValidationError("--fit requires --csv") }
        if csv == nil, alone { throw ValidationError("--alone requires --csv") }
        if csv == nil, crossValidate != nil { throw ValidationError("--cross-validate requires --csv") }
        if crossValidate != nil, fit != nil {
            throw ValidationError("--cross-validate: parts of --csv are fitted to, so --fit cannot be given with it")
        }
        let chosen = [("--guard", evaluatesGuard), ("--situations", life.situations), ("--habits", evaluatesHabits)]
            .filter(\.1).map(\.0)
        if let flag = chosen.first, seeds.range == nil {
            throw ValidationError("--seeds: \(flag) takes one seed at least")
        }
        if chosen.count > 1 { throw ValidationError("\(chosen[0]) and \(chosen[1]) exclude each other") }
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
            if evaluatesHabits {
                report.habits = try await playHabits(range)
            } else if evaluatesGuard {
                report.guarding = try await playGuard(range)
            } else if life.situations {
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

    private func playGuard(_ range: ClosedRange<UInt64>) async throws -> [GuardScore] {
        let workers = ProcessInfo.processInfo.activeProcessorCount
        let progress = EvaluationProgress("guard", of: range.count)
        return try await GuardTrial(seeds: range).scores(workers: workers) { progress.advance() }
    }

    private func playHabits(_ range: ClosedRange<UInt64>) async throws -> HabitScore {
        let workers = ProcessInfo.processInfo.activeProcessorCount
        let progress = EvaluationProgress("habits", of: range.count)
        return try await HabitTrial(seeds: range).score(workers: workers) { progress.advance() }
    }

    private func write(_ text: String, to file: String) throws { try PrivateFile.write(text, to: file) }
}

extension Evaluate {
    /// Plays the situations that the flags name, and keeps the scenarios of the runs that went wrong.
    func playSituations(_ range: ClosedRange<UInt64>) async throws -> [SituationTable] {
        let battery = (SituationBattery.standard + (try recorded())).narrowed(to: life.only)
        guard !battery.situations.isEmpty else {
            let example = SituationBattery.standard.situations.first.map { "; one that has is '\($0)'" } ?? ""
            throw CommandFailure(.badInput, "--only: no situation's description has the text\(example)")
        }
        // Before minutes have passed.
        let folder = try life.keep.map { try SituationFolder($0) }
        let progress = EvaluationProgress("situations", of: battery.situations.count * range.count)
        let workers = ProcessInfo.processInfo.activeProcessorCount
        let runs = try await battery.play(seeds: range, workers: workers) { progress.advance() }
        if let folder {
            let wrong = runs.filter { !$0.faults.isEmpty }
            for run in wrong { try folder.write(run) }
            let count = wrong.count == 1 ? "1 run" : "\(wrong.count) runs"
            try Output.error.write("\(life.keep ?? ""): scenarios of \(count) that went wrong\n")
        }
        return SituationTable.all(of: runs)
    }

    private func recorded() throws -> SituationBattery {
        do {
            return try SituationBattery.recorded(life.path)
        } catch { throw CommandFailure(.badInput, "\(error)") }
    }
}

extension CrossValidation: ExpressibleByArgument {}

extension Evaluate {
    /// The scores of all methods on a recording of signal strengths, in the way that the flags say.
    func scores(of csv: String) throws -> [RangingScore] {
        let places = try Recording.receivers(file: receivers ?? "")
        let recording = try Recording(file: csv, receivers: places, tagHeight: tagHeight)
        if crossValidate == .receiver {
            guard places.count > 1 else {
                let message = "there is one receiver; --cross-validate receiver takes two or more"
                throw SettingsError(file: receivers ?? "", message: message)
            }
            return LoneTrial(recording, crossValidatedBy: .receiver).scores()
        }
        if let fit {
            return scores(try Recording(file: fit, receivers: places, tagHeight: tagHeight), recording)
        }
        let (first, second) = try halves(of: recording, csv)
        if crossValidate == .half { return LoneTrial(recording, crossValidatedBy: .half).scores() }
        try Output.error.write("\(csv): without --fit, all are fitted to the first half and measured on the second\n")
        return scores(first, second)
    }

    private func scores(_ fit: Recording, _ test: Recording) -> [RangingScore] {
        alone ? LoneTrial(fit: fit, test: test).scores() : RangingTrial(fit: fit, test: test).scores()
    }

    private func halves(of recording: Recording, _ csv: String) throws -> (Recording, Recording) {
        let (first, second) = recording.halves
        guard first.hasReceptions, second.hasReceptions else {
            let message = "too little was heard to fit to one half and measure on the other; give --fit"
            throw SettingsError(file: csv, message: message)
        }
        return (first, second)
    }
}
