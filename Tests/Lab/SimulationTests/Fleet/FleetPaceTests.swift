import Simulation
import Testing

@Suite struct FleetPaceTests {
    @Test(arguments: [(10_000, 10_000), (10_000, 60_000), (1000, 0), (7000, 3000)])
    func `trackers join evenly over the ramp`(interval: Int64, ramp: Int64) {
        let pace = FleetPace(interval: interval, ramp: ramp, count: 1000)
        let joins = (0..<1000).map { pace.join($0) }
        #expect(joins == joins.sorted())
        #expect(joins.first == 0)
        for tenth in 0..<10 {
            let upper = ramp * Int64(tenth + 1) / 10
            let joined = joins.count { $0 < max(1, upper) }
            #expect(ramp == 0 ? joined == 1000 : abs(joined - (tenth + 1) * 100) <= 1)
        }
    }

    @Test(arguments: [10, 100, 1000, 997], [0, 5000, 10_000, 60_000])
    func `reports are spread over the interval, however trackers join`(count: Int, ramp: Int64) {
        let pace = FleetPace(interval: 10_000, ramp: ramp, count: count)
        var slots = [Int](repeating: 0, count: 10)
        for tracker in 0..<count {
            let turn = pace.turn(tracker, from: pace.join(tracker))
            #expect(turn >= pace.join(tracker) && turn < pace.join(tracker) + 10_000)
            slots[Int(turn % 10_000) / 1000] += 1
        }
        let share = Double(count) / 10
        for slot in slots { #expect(abs(Double(slot) - share) <= max(2, share * 0.05), "\(slots)") }
    }

    @Test func `the turn of a moment that is a turn is that moment`() {
        let pace = FleetPace(interval: 10_000, ramp: 0, count: 50)
        for tracker in 0..<50 {
            let turn = pace.turn(tracker, from: 123_456)
            #expect(pace.turn(tracker, from: turn) == turn)
            #expect(pace.turn(tracker, from: turn + 1) == turn + 10_000)
        }
    }
}
