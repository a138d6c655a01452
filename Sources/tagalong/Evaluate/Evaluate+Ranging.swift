public import ArgumentParser
public import Evaluation
import Settings

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
