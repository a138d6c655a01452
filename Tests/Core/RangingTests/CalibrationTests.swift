import Foundation
import Ranging
import TestSupport
import Testing
import Tracking

@Suite struct CalibrationTests {
    private static func level(_ distance: Double, _ strength: Double, _ count: Int = 30) -> Calibration.Level {
        Calibration.Level(distance: distance, strengths: (0..<count).map { strength + Double($0 % 3) - 1 })
    }

    @Test func `the power at a metre follows from both levels`() throws {
        // 20 log10: 5 m is 14 dB and 10 m 20 dB below a metre.
        let result = try Calibration(levels: [Self.level(5, -79), Self.level(10, -85)], usual: 2)
        #expect((result.powerAtOneMetre + 65).magnitude < 0.1)
        #expect((result.exponent - 2).magnitude < 0.01)
    }

    @Test func `two levels move the exponent only by as much as they tell`() throws {
        let result = try Calibration(levels: [Self.level(5, -70), Self.level(10, -82)], usual: 2)
        #expect(result.exponent > 2.05 && result.exponent < 2.5, "12 dB would be an exponent of 4")
        let middle = result.powerAtOneMetre - 10 * result.exponent * log10(50.0.squareRoot())
        #expect((middle + 76).magnitude < 0.1, "in the middle between the levels it is right")
    }

    @Test func `one distance gives the power alone`() throws {
        let result = try Calibration(levels: [Self.level(5, -74)], usual: 2.5)
        #expect(result.exponent == 2.5)
        #expect((result.powerAtOneMetre - (-74 + 25 * log10(5))).magnitude < 0.01)
    }

    @Test func `outliers do not move a level`() {
        var level = Self.level(5, -70, 28)
        level.strengths += [-110, -20]
        #expect(((level.mean ?? 0) + 70).magnitude < 0.5)
    }

    private static let wrong: [([Calibration.Level], String)] = [
        ([level(5, -70, 0)], "nothing was heard of the tag at 5 m"),
        ([level(5, -70, 7)], "only 7 reports came at 5 m"),
        ([level(5, -70), level(10, -95)], "at 10 m the tag is heard with -95 dBm"),
        ([level(5, -80), level(10, -70)], "more strongly by 10 dB where it was farther away"),
        ([level(5, -80), level(12.5, -70, 1)], "only 1 report came at 12.5 m"),
    ]

    @Test(arguments: wrong)
    func `what is no calibration is refused in one sentence`(
        _ levels: [Calibration.Level],
        _ sentence: String
    ) {
        #expect {
            try Calibration(levels: levels, usual: 2)
        } throws: { error in
            "\(error)".contains(sentence) && !"\(error)".contains("\n")
        }
    }

    @Test func `a fit finds what a signal was made of`() {
        let truth = ReceptionModel(
            powerAtOneMetre: -52,
            exponent: 2.3,
            biasSigma: 0,
            shadowSigma: 4,
            shadowTime: 8,
            fadeSigma: 3
        )
        var source = SignalSource(seed: 7, model: truth, loss: 0)
        let samples = (0..<6000).compactMap { index -> CalibrationSample? in
            let time = Timestamp(milliseconds: Int64(index) * 500)
            let distance = 5 + 4 * sin(Double(index) / 40)
            let heard = source.reception(at: distance, time, after: 0.5)
            // One in fifty is nonsense.
            let strength = index % 50 == 0 ? -20 : heard.strength
            return strength.map { CalibrationSample(time: time, distance: distance, strength: $0) }
        }
        let found = ReceptionModel.fitted(to: samples)
        #expect((found.powerAtOneMetre + 52).magnitude < 1.5)
        #expect((found.exponent - 2.3).magnitude < 0.25)
        #expect((3...7).contains(found.shadowSigma) || found.shadowSigma > 2.5)
        #expect((4...20).contains(found.shadowTime))
    }

    @Test func `too few samples change nothing, and one distance leaves the exponent`() {
        #expect(ReceptionModel.fitted(to: []) == ReceptionModel())
        let samples = (0..<50).map {
            CalibrationSample(time: Timestamp(seconds: Double($0)), distance: 3, strength: -70 + Double($0 % 2))
        }
        let found = ReceptionModel.fitted(to: samples, usual: ReceptionModel(exponent: 2.7))
        #expect(found.exponent == 2.7)
        #expect((found.strength(at: 3) + 69.5).magnitude < 0.6)
    }
}
