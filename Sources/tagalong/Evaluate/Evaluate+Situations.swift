import Evaluation
import Foundation

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
            for run in wrong { try folder.keep(run) }
            let count = wrong.count == 1 ? "1 run" : "\(wrong.count) runs"
            try Output.error.write("\(life.keep ?? ""): scenarios of \(count) that went wrong\n")
        }
        return SituationTable.all(of: runs)
    }

    private func recorded() throws -> SituationBattery {
        do {
            return try SituationBattery.recorded(life.path)
        } catch {
            throw CommandFailure(.badInput, "\(error)")
        }
    }
}
