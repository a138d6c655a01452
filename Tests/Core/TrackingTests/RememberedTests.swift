import Testing
import Tracking

struct RememberedTests {
    private func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: 1000 * seconds) }

    @Test func `a value is remembered for a span, and one that comes anew begins it again`() {
        var memory = Remembered<String, Int, Timestamp>(for: .seconds(60), most: 10)
        #expect(memory.value(of: "a", at: time(0)) == nil)
        memory.remember(1, of: "a", at: time(0))
        #expect(memory.value(of: "a", at: time(59)) == 1)
        #expect(memory.value(of: "a", at: time(60)) == nil)
        memory.remember(2, of: "a", at: time(50))
        #expect(memory.value(of: "a", at: time(109)) == 2)
    }

    @Test func `where there is no room, what is over is forgotten first, and then the oldest`() {
        var memory = Remembered<Int, Int, Timestamp>(for: .seconds(60), most: 10)
        for number in 0..<10 { memory.remember(number, of: number, at: time(Int64(number))) }
        func known(at now: Int64) -> [Int] { (0..<30).filter { memory.value(of: $0, at: time(now)) != nil } }
        #expect(known(at: 9) == Array(0..<10))
        // One that is there already needs no room.
        memory.remember(9, of: 9, at: time(9))
        #expect(known(at: 9) == Array(0..<10))
        memory.remember(10, of: 10, at: time(10))
        #expect(known(at: 10) == Array(5...10))
        for number in 11...14 { memory.remember(number, of: number, at: time(62)) }
        #expect(known(at: 62) == Array(5...14))
        // 5 to 9 are over: nothing that lasts has to go.
        memory.remember(15, of: 15, at: time(69))
        #expect(known(at: 69) == Array(10...15))
    }

    @Test func `that there is nothing is remembered, too, and there may be no room at all`() {
        var memory = Remembered<String, Int?, ContinuousClock.Instant>(for: .seconds(60), most: 0)
        let now = ContinuousClock.now
        memory.remember(nil, of: "a", at: now)
        let known = memory.value(of: "a", at: now)
        #expect(known != nil && known == .some(nil))
        memory.remember(1, of: "b", at: now)
        #expect(memory.value(of: "a", at: now) == nil)
        #expect(memory.value(of: "b", at: now) == .some(1))
    }
}
