import Testing

@testable import Evaluation

@Suite struct StatisticsTests {
    @Test func `quantiles are interpolated between neighbours`() {
        #expect(Statistics.quantile(0.5, of: [4, 1, 3, 2]) == 2.5)
        #expect(Statistics.quantile(0.25, of: [0, 10]) == 2.5)
        #expect(Statistics.quantile(1, of: [3, 1, 2]) == 3)
        #expect(Statistics.quantile(0.5, of: []).isNaN)
    }

    @Test func `a mean of nothing is no number`() {
        #expect(Statistics.mean([1, 2, 6]) == 3)
        #expect(Statistics.mean([]).isNaN)
    }

    @Test func `the area under the curve counts pairs, equal ones half`() {
        // True 3 and 2 against false 1 and 2: above, above, above, equal.
        let cases = [(3.0, true), (2.0, true), (1.0, false), (2.0, false)].map { (score: $0.0, isTrue: $0.1) }
        #expect(Statistics.areaUnderCurve(cases) == 3.5 / 4)
        #expect(Statistics.areaUnderCurve([(1, true), (2, true)]).isNaN)
    }

    @Test func `scores that are no numbers are counted each for itself`() {
        let area = Statistics.areaUnderCurve([(.nan, true), (.nan, false), (.nan, true)])
        #expect((0...1).contains(area))
    }
}
