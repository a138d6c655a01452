import Testing

@testable import Habits

@Suite struct ShareTests {
    /// By Wilson's formula with z = 1.645, reckoned apart.
    @Test(arguments: [(17, 19, 0.7265), (8, 8, 0.7473), (0, 5, 0.0), (5, 10, 0.2693), (0, 0, 0.0)])
    func `the lower end is Wilson's`(_ count: Int, _ total: Int, _ low: Double) {
        #expect(abs(Share(count: count, total: total).low - low) < 0.0005)
    }

    @Test(arguments: [(8, 8, 0.5, 0.00390625), (7, 8, 0.5, 0.03515625), (0, 8, 0.5, 1), (1, 2, 0.25, 0.4375)])
    func `the chance is that of as many or more`(_ count: Int, _ total: Int, _ share: Double, _ chance: Double) {
        #expect(abs(Share(count: count, total: total).chance(at: share) - chance) < 1e-9)
    }

    @Test func `shares of nothing and all are certain`() {
        #expect(Share(count: 3, total: 5).chance(at: 0) == 0)
        #expect(Share(count: 3, total: 5).chance(at: 1) == 1)
    }
}
