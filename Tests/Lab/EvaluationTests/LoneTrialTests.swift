import Foundation
import Ranging
import TestSupport
import Testing

@testable import Evaluation

@Suite struct LoneTrialTests {
    private func recording() throws -> Recording {
        let receivers = try Recording.receivers(file: shared.appending(path: "anchors.csv").path)
        let file = shared.appending(path: "calibration_df.csv").path
        return try Recording(file: file, receivers: receivers, tagHeight: 1.3)
    }

    @Test(
        .enabled(if: haveRecording, "the recording in ../shared/data/rss is not there"),
        arguments: CrossValidation.allCases
    )
    func `one receiver of a real recording is nearer than 1.15 m, and its interval holds`(
        _ parts: CrossValidation
    ) throws {
        let trial = LoneTrial(try recording(), crossValidatedBy: parts)
        let score = RangingScore(method: "tagalong", estimates: trial.ours())
        #expect(score.meanError < 1.15)
        #expect(score.areaUnderCurve > 0.845)
        #expect((0.87...0.93).contains(score.coverage ?? 0))
    }

    @Test(
        .enabled(if: haveRecording, "the recording in ../shared/data/rss is not there"),
        arguments: CrossValidation.allCases
    )
    func `one receiver of a real recording tells what is beyond 5 m better than every peer`(
        _ parts: CrossValidation
    ) throws {
        var recording = try recording()
        // One report in five seconds is enough to fit to in a test.
        recording.rows = recording.rows.enumerated().filter { $0.offset % 15 == 0 }.map(\.element)
        let scores = LoneTrial(recording, crossValidatedBy: parts).scores()
        #expect(scores.map(\.method) == ["tagalong"] + Peer.allCases.map(\.rawValue) + ["constant"])
        for peer in scores.dropFirst() {
            #expect(scores[0].areaUnderCurve > peer.areaUnderCurve + 0.01, "against \(peer.method)")
            #expect(scores[0].meanError < peer.meanError - 0.1, "against \(peer.method)")
        }
    }

    /// Two receivers beside a way that a tag goes to and fro.
    private let passage = Recording(
        receivers: [FloorPoint(x: 0, y: 0, z: 1), FloorPoint(x: 9, y: 0, z: 1)],
        tagHeight: 1,
        rows: (0..<400).map { second in
            let x = 4.5 + 3.5 * sin(Double(second) / 60)
            let strengths = [x, 9 - x].map { Optional(-45 - 25 * log10($0)) }
            return Recording.Row(time: Double(second), x: x, y: 0, strengths: strengths)
        }
    )

    @Test(arguments: CrossValidation.allCases)
    func `each report of each receiver is measured once`(_ parts: CrossValidation) {
        let estimates = LoneTrial(passage, crossValidatedBy: parts).ours()
        #expect(estimates.count == 800)
        #expect(RangingScore(method: "tagalong", estimates: estimates).areaUnderCurve > 0.95)
    }

    @Test func `a receiver is fitted to the others, and not to itself`() {
        var louder = passage
        // What a receiver hears itself must not matter for the law that it is read by.
        for row in louder.rows.indices { louder.rows[row].strengths[1] = louder.rows[row].strengths[1].map { $0 + 10 } }
        func power(_ recording: Recording, _ receiver: Int) -> Double {
            RoomModel(recording, receiver: receiver, isCalibrated: false).reception.powerAtOneMetre
        }
        #expect(power(louder, 1) == power(passage, 1))
        #expect(power(louder, 0) > power(passage, 0) + 9)
    }

    @Test func `a recording of one receiver is measured alone`() {
        var lone = passage
        lone.receivers.removeLast()
        for row in lone.rows.indices { lone.rows[row].strengths.removeLast() }
        #expect(RangingTrial(fit: lone, test: lone).scores() == LoneTrial(fit: lone, test: lone).scores())
    }

    @Test func `where one receiver alone hears the tag it is measured alone, with what the fit has of the others`() {
        var lone = passage
        for row in lone.rows.indices { lone.rows[row].strengths[1] = nil }
        let scores = RangingTrial(fit: passage, test: lone).scores()
        #expect(scores == LoneTrial(fit: passage, test: lone).scores())
        #expect(LoneTrial(fit: passage, test: lone).ours().count == 400)
    }

    @Test func `receivers one after the other are heard with a pause between`() {
        let series = passage.series(of: [0, 1])
        #expect(series.count == 800)
        #expect(series.times[400] == series.times[399] + Recording.pause)
        #expect(series.distances[400] == passage.distance(of: passage.rows[0], to: 1))
    }
}
