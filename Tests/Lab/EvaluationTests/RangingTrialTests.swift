import Foundation
import Ranging
import TestSupport
import Testing

@testable import Evaluation

/// The recordings that lie beside the repository on machines that have them.
let shared = packageRoot.deletingLastPathComponent().appending(path: "shared/data/rss")
let haveRecording = FileManager.default.fileExists(atPath: shared.appending(path: "calibration_df.csv").path)

@Suite struct RangingTrialTests {
    @Test func `a score counts errors, decisions and held intervals`() {
        let score = RangingScore(
            method: "x",
            estimates: [
                RangeEstimate(truth: 4, distance: 5, farness: 0.4, interval: 3...6),
                RangeEstimate(truth: 8, distance: 5, farness: 0.6, interval: 3...6),
            ]
        )
        #expect(score.meanError == 2)
        #expect(abs(score.ninthDecile - 2.8) < 1e-9)
        #expect(score.areaUnderCurve == 1)
        #expect(score.coverage == 0.5)
    }

    @Test func `methods without an interval have no coverage`() {
        #expect(RangingScore(method: "x", estimates: [RangeEstimate(truth: 1, distance: 2)]).coverage == nil)
    }

    @Test(.enabled(if: haveRecording, "the recording in ../shared/data/rss is not there"))
    func `on a real recording ours is nearer than every peer and holds the truth`() throws {
        let receivers = try Recording.receivers(file: shared.appending(path: "anchors.csv").path)
        let file = shared.appending(path: "calibration_df.csv").path
        let whole = try Recording(file: file, receivers: receivers, tagHeight: 1.3)
        var (fit, test) = (whole, whole)
        // Blocks of half a minute take turns; few enough are fitted and measured for a test.
        fit.rows = whole.rows.enumerated().filter { $0.offset / 100 % 2 == 0 && $0.offset % 2 == 0 }.map(\.element)
        test.rows = whole.rows.enumerated().filter { $0.offset / 100 % 8 == 1 }.map(\.element)
        let scores = RangingTrial(fit: fit, test: test).scores()
        #expect(scores.map(\.method) == ["tagalong"] + Peer.allCases.map(\.rawValue) + ["constant"])
        for peer in scores.dropFirst() {
            #expect(scores[0].meanError < peer.meanError, "against \(peer.method)")
            #expect(scores[0].areaUnderCurve > peer.areaUnderCurve, "against \(peer.method)")
        }
        #expect((scores[0].coverage ?? 0) > 0.85)
    }
}
