import Ranging
import Tracking

/// How a recording is parted into what methods are fitted to and what they are measured on.
public enum CrossValidation: String, Hashable, Sendable, CaseIterable {
    /// Each receiver with what the others tell: one that nobody has calibrated, in a place that is known.
    case receiver
    /// Each half of the time with what the other half tells.
    case half
}

/// All methods on recordings of which they hear one receiver at a time.
public struct LoneTrial: Sendable {
    private struct Fold {
        let fit: Recording
        let test: Recording
        /// Whether the receiver that is measured has been fitted to what it heard itself; otherwise to the other ones.
        var isCalibrated = true
    }

    private let folds: [Fold]

    /// A trial of methods fitted to one recording on another, of the same receivers.
    public init(fit: Recording, test: Recording) { folds = [Fold(fit: fit, test: test)] }

    /// A trial on all of a recording, each part of it with methods fitted to other parts.
    public init(_ recording: Recording, crossValidatedBy parts: CrossValidation) {
        let (first, second) = recording.halves
        folds =
            switch parts {
            case .receiver: [Fold(fit: recording, test: recording, isCalibrated: false)]
            case .half: [Fold(fit: first, test: second), Fold(fit: second, test: first)]
            }
    }

    /// The scores of ours, of the peers, and of guessing always the same, over all receivers together.
    public func scores() -> [RangingScore] {
        var scores = [RangingScore(method: "tagalong", estimates: ours())]
        for peer in Peer.allCases {
            let told = estimates { FittedPeer(peer, fitting: $0).distances(of: $1) }
            scores.append(RangingScore(method: peer.rawValue, estimates: told))
        }
        let constant = estimates { fit, test in
            let guess = Statistics.quantile(0.5, of: fit.distances)
            return test.distances.map { _ in guess }
        }
        scores.append(RangingScore(method: "constant", estimates: constant))
        return scores
    }

    /// What a filter of the receiver's own strengths, with a law and a prior for its place, tells of each report.
    public func ours() -> [RangeEstimate] {
        everywhere { fold, receiver in
            let model = RoomModel(fold.fit, receiver: receiver, isCalibrated: fold.isCalibrated)
            var filter = RoomFilter(model: model)
            return fold.test.series(of: receiver).samples.map { sample in
                filter.observe(Reception(time: sample.time, strength: sample.strength, samples: 1))
                return RangeEstimate(filter.distribution, truth: sample.distance)
            }
        }
    }

    /// What a method tells that is fitted to one series, and tells distances in metres of another.
    private func estimates(_ distances: (StrengthSeries, StrengthSeries) -> [Double]) -> [RangeEstimate] {
        everywhere { fold, receiver in
            let others = fold.test.receivers.indices.filter { $0 != receiver }
            let fit = fold.fit.series(of: fold.isCalibrated ? [receiver] : others)
            let test = fold.test.series(of: receiver)
            return zip(test.distances, distances(fit, test)).map { RangeEstimate(truth: $0, distance: $1) }
        }
    }

    private func everywhere(_ estimates: (Fold, Int) -> [RangeEstimate]) -> [RangeEstimate] {
        folds.flatMap { fold in fold.test.hearing.flatMap { estimates(fold, $0) } }
    }
}

extension RoomModel {
    /// The model of one receiver of a recording.
    ///
    /// Without `isCalibrated`, what it heard itself is not known, and what the others heard has to do.
    init(_ recording: Recording, receiver: Int, isCalibrated: Bool) {
        let others = recording.receivers.indices.filter { $0 != receiver }
        self.init(
            own: isCalibrated ? recording.series(of: receiver).samples : [],
            others: others.map { recording.series(of: $0).samples },
            prior: DistanceDistribution(
                from: recording.receivers[receiver],
                among: recording.receivers + recording.rows.map(recording.place),
                tagHeight: recording.tagHeight
            )
        )
    }
}

extension StrengthSeries {
    /// The same, as a calibration has it.
    fileprivate var samples: [CalibrationSample] {
        (0..<count).map { index in
            let time = Timestamp(milliseconds: Int64((times[index] * 1000).rounded()))
            return CalibrationSample(time: time, distance: distances[index], strength: strengths[index])
        }
    }
}

extension RangeEstimate {
    fileprivate init(_ distribution: DistanceDistribution, truth: Double) {
        self.init(
            truth: truth,
            distance: distribution.median,
            farness: distribution.probability(beyond: RangingScore.threshold),
            interval: distribution.interval
        )
    }
}
