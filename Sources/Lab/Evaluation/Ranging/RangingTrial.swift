import Ranging

/// All methods on one recording, each fitted to another one.
public struct RangingTrial: Sendable {
    private let fit: Recording
    private let test: Recording

    /// A trial of methods fitted to one recording on another, of the same receivers.
    public init(fit: Recording, test: Recording) { (self.fit, self.test) = (fit, test) }

    /// The scores of ours, of the peers, and of guessing always the same.
    ///
    /// Where one receiver alone hears the tag there are no others that tell where on the floor it is: see ``LoneTrial``.
    public func scores() -> [RangingScore] {
        guard test.hearing.count > 1 else { return LoneTrial(fit: fit, test: test).scores() }
        var scores = [RangingScore(method: "tagalong", estimates: ours())]
        for peer in Peer.allCases { scores.append(RangingScore(method: peer.rawValue, estimates: estimates(of: peer))) }
        scores.append(RangingScore(method: "constant", estimates: constant()))
        return scores
    }

    /// What a Bayes filter on the surveyed floor tells of each report.
    public func ours() -> [RangeEstimate] {
        let survey = fit.rows.map { FloorSample(place: fit.place(of: $0), strengths: $0.strengths) }
        let model = FloorModel(receivers: test.receivers, survey: survey, tagHeight: test.tagHeight)
        var filter = FloorFilter(model: model)
        var estimates: [RangeEstimate] = []
        for row in test.rows {
            filter.observe(row.strengths, at: row.time)
            for receiver in test.receivers.indices where row.strengths[receiver] != nil {
                estimates.append(filter.estimate(to: receiver, truth: test.distance(of: row, to: receiver)))
            }
        }
        return estimates
    }

    private func estimates(of peer: Peer) -> [RangeEstimate] {
        test.receivers.indices.flatMap { receiver in
            let series = test.series(of: receiver)
            let told = FittedPeer(peer, fitting: fit.series(of: receiver)).distances(of: series)
            return zip(series.distances, told).map { RangeEstimate(truth: $0, distance: $1) }
        }
    }

    private func constant() -> [RangeEstimate] {
        let known = fit.receivers.indices.flatMap { fit.series(of: $0).distances }
        let guess = Statistics.quantile(0.5, of: known)
        return test.receivers.indices.flatMap { receiver in
            test.series(of: receiver).distances.map { RangeEstimate(truth: $0, distance: guess) }
        }
    }
}

extension FloorFilter {
    fileprivate func estimate(to receiver: Int, truth: Double) -> RangeEstimate {
        RangeEstimate(
            truth: truth,
            distance: median(to: receiver),
            farness: probability(beyond: RangingScore.threshold, to: receiver),
            interval: interval(to: receiver)
        )
    }
}
