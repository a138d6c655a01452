import Alerts
import Ranging
import TestSupport
import Testing
import Tracking

/// Two that move together while their devices speak at different times.
@Suite struct TogetherTests {
    /// A bus that rests for a minute, and then goes with halts.
    private func way(_ second: Double) -> Double {
        let ride = max(0, second - 60)
        let (rounds, rest) = ((ride / 60).rounded(.down), ride.truncatingRemainder(dividingBy: 60))
        return rounds * 360 + min(360, rest * 9)
    }

    @Test(arguments: [1, 5, 20, 60, 180, 300], [1, 10, 60])
    func `who rides a bus with the item is not told that it is lost`(_ phone: Int, _ tracker: Int) throws {
        for accuracy in [0.0, 6] {
            var bench = try AlertBench()
            for second in 0..<1200 {
                let here = bench.fix(Double(second), north: way(Double(second)), accuracy: accuracy)
                let now = Timestamp(seconds: Double(second))
                if second % phone == 7 % phone {
                    bench.track.insert(here)
                    bench.changes += [bench.watch.ownerMoved(bench.track, now: now)].compactMap(\.self)
                }
                if second % tracker == 3 % tracker {
                    bench.changes += [bench.watch.located(here, owner: bench.track, now: now)].compactMap(\.self)
                }
            }
            #expect(bench.changes.isEmpty)
            #expect(bench.level(1200) == .near)
        }
    }

    @Test(arguments: [5, 20, 60, 180])
    func `an owner who cycles off is told with the phone's next report`(_ phone: Int) throws {
        var bench = try AlertBench()
        var told: Int?
        for second in 0..<900 where told == nil {
            let now = Timestamp(seconds: Double(second))
            if second % phone == 0 {
                bench.track.insert(bench.fix(Double(second), north: max(0, Double(second) - 300) * 5, accuracy: 4))
                bench.changes += [bench.watch.ownerMoved(bench.track, now: now)].compactMap(\.self)
            }
            if second % 10 == 4 {
                let here = bench.fix(Double(second), north: 0, accuracy: 4)
                bench.changes += [bench.watch.located(here, owner: bench.track, now: now)].compactMap(\.self)
            }
            if bench.watch.engine.level == .critical { told = second }
        }
        let second = try #require(told)
        #expect(second > 302 && Double(second) < 302 + max(60, 1.5 * Double(phone)))
    }

    @Test(arguments: [0.05, 0.2, 0.25, 0.7, 1.3])
    func `an item that is carried off and brought back between exact reports is told at the phone's next`(
        _ lag: Double
    ) throws {
        var bench = try AlertBench()
        let ways = [(0.0, 2.0, Level.near), (20.126, 2, .near), (40.3, 30, .critical), (61, 2, .near)]
        for (time, apart, level) in ways {
            let own = bench.fix(time, north: apart, accuracy: 0)
            _ = bench.watch.located(own, owner: bench.track, now: Timestamp(seconds: time))
            bench.track.insert(bench.fix(time + lag, north: 0, accuracy: 0))
            _ = bench.watch.ownerMoved(bench.track, now: Timestamp(seconds: time + lag))
            #expect(bench.level(time + lag) == level)
        }
    }

    @Test(arguments: [0.0, 1])
    func `after an alert by reports of both at once no coarse word of a phone that dozes clears it`(
        _ accuracy: Double
    ) throws {
        var bench = try AlertBench()
        func told(phone time: Double, north: Double) {
            bench.track.insert(bench.fix(time, north: north, accuracy: accuracy))
            let now = Timestamp(seconds: time)
            bench.changes += [bench.watch.ownerMoved(bench.track, now: now)].compactMap(\.self)
        }
        func told(item time: Double) {
            let here = bench.fix(time, north: 0, accuracy: accuracy)
            let now = Timestamp(seconds: time)
            bench.changes += [bench.watch.located(here, owner: bench.track, now: now)].compactMap(\.self)
        }
        for time in [0.0, 60, 120, 180] {
            told(phone: time, north: 0)
            told(item: time + 2)
        }
        told(item: 212)
        for time in [240.3, 242.1] { told(phone: time, north: 60) }
        for time in [243.0, 273, 303, 333, 363, 393, 423] { told(item: time) }
        told(phone: 449.5, north: 60)
        told(item: 453)
        told(phone: 454.1, north: 60)
        #expect(bench.changes.map(\.event) == [.raised])
        #expect(bench.level(454.1) == .critical)
    }

    @Test func `while the item moves on it waits for the phone, and says so`() throws {
        var bench = try AlertBench()
        for second in stride(from: 0.0, through: 240, by: 60) { bench.locate(second, apart: 0) }
        #expect(bench.watch.waiting(at: Timestamp(seconds: 240)) == nil)
        let away = bench.fix(270, north: 300, accuracy: 4)
        #expect(bench.watch.located(away, owner: bench.track, now: Timestamp(seconds: 270)) == nil)
        let waiting = try #require(bench.watch.waiting(at: Timestamp(seconds: 270)))
        #expect(waiting.awaited == .phone && waiting.since == Timestamp(seconds: 240))
        #expect(try #require(waiting.usual) == 60)
        #expect(bench.level(270) == .near)
        bench.track.insert(bench.fix(300, north: 500, accuracy: 4))
        #expect(bench.watch.ownerMoved(bench.track, now: Timestamp(seconds: 300)) == nil)
        let tracker = try #require(bench.watch.waiting(at: Timestamp(seconds: 300)))
        #expect(tracker.awaited == .tracker && tracker.since == Timestamp(seconds: 270))
        let there = bench.fix(305, north: 540, accuracy: 4)
        #expect(bench.watch.located(there, owner: bench.track, now: Timestamp(seconds: 305)) == nil)
        #expect(bench.changes.isEmpty && bench.level(305) == .near)
    }

    @Test func `an owner who drives off while the pocket falls silent is told of it by the phone's reports`() throws {
        var bench = try AlertBench()
        for second in stride(from: 0.0, to: 300, by: 5) {
            if second.truncatingRemainder(dividingBy: 60) == 0 { bench.locate(second, apart: 0.5) }
            bench.hear(second, -58)
        }
        for second in stride(from: 300.0, to: 420, by: 5) {
            if second.truncatingRemainder(dividingBy: 60) == 0 {
                bench.track.insert(bench.fix(second, north: (second - 300) * 10, accuracy: 4))
                _ = bench.watch.ownerMoved(bench.track, now: Timestamp(seconds: second))
            }
            bench.hear(second, second < 306 ? -75 : nil)
        }
        let change = try #require(bench.changes.last)
        #expect(change.level == .critical && change.distance > 300)
        #expect(try #require(bench.changes.first).time <= Timestamp(seconds: 375))
    }

    @Test(arguments: [Voice.failing, .off])
    func `the silence of a tracker that is switched off, or all but empty, says nothing`(_ voice: Voice) throws {
        var bench = try AlertBench()
        for second in stride(from: 0.0, to: 300, by: 5) { bench.hear(second, -58) }
        bench.watch.voice = voice
        bench.hear(300..<600, nil)
        #expect(bench.changes.isEmpty)
        #expect(bench.level(600) == .unknown)
    }

    @Test func `of an item that was never heard, whose owner was never seen, no distance is told`() throws {
        var bench = try AlertBench()
        bench.hear(0..<600, nil)
        #expect(bench.watch.posterior == nil && bench.changes.isEmpty)
        #expect(bench.level(600) == .unknown)
    }

    @Test func `ten fixes a second and a phone that speaks each second tell of one way there and back`() throws {
        var bench = try AlertBench()
        for step in 0..<120 {
            let (second, metres) = (Double(step) / 10, 15 * (1 - abs(2 * Double(step) / 119 - 1)))
            let now = Timestamp(seconds: second)
            if step % 10 == 0 {
                bench.track.insert(bench.fix(second, north: 0, accuracy: 0))
                bench.changes += [bench.watch.ownerMoved(bench.track, now: now)].compactMap(\.self)
            }
            let here = bench.fix(second, north: metres, accuracy: 0)
            bench.changes += [bench.watch.located(here, owner: bench.track, now: now)].compactMap(\.self)
        }
        #expect(bench.changes.map(\.event) == [.raised, .escalated, .eased, .cleared])
    }

    @Test func `a phone that claims to be out of all bounds breaks nothing`() throws {
        var bench = try AlertBench()
        for second in stride(from: 0.0, to: 200, by: 5) {
            var wild = bench.fix(second, north: 0, accuracy: [1e200, 1e308, 5][Int(second / 5) % 3])
            wild.speed = 1e300
            bench.track.insert(wild)
            let now = Timestamp(seconds: second)
            bench.changes += [bench.watch.ownerMoved(bench.track, now: now)].compactMap(\.self)
            bench.hear(second + 1, -70, at: .placed(bench.origin))
            bench.changes += [bench.watch.located(wild, owner: bench.track, now: now)].compactMap(\.self)
        }
        #expect(bench.changes.isEmpty)
    }

    @Test func `an item that another gateway hears beside its owner is not where the first one fell silent`() throws {
        var bench = try AlertBench()
        let office = try Name("office")
        let home = bench.origin.offset(north: 5000, east: 0)
        func hear(_ second: Double, _ strength: Double?) {
            let time = Timestamp(seconds: second)
            _ = bench.watch.heard(
                Reception(time: time, strength: strength, samples: strength == nil ? 0 : 5, expected: 5),
                by: office,
                model: ReceptionModel(biasSigma: 2),
                at: .carried,
                owner: bench.track,
                now: time
            )
        }
        bench.track.insert(bench.fix(0, north: 0, accuracy: 5))
        for second in stride(from: 0.0, to: 120, by: 5) { hear(second, -58) }
        for second in stride(from: 120.0, to: 300, by: 10) { hear(second, nil) }
        for second in stride(from: 900.0, to: 1200, by: 5) {
            if second.truncatingRemainder(dividingBy: 30) == 0 {
                bench.track.insert(bench.fix(second, north: 5000, accuracy: 5))
                let now = Timestamp(seconds: second)
                bench.changes += [bench.watch.ownerMoved(bench.track, now: now)].compactMap(\.self)
            }
            bench.hear(second, -60, at: .placed(home))
        }
        #expect(bench.changes.isEmpty)
    }

    @Test func `a fix a second after the phone's word is judged at once, and stands until the next word`() throws {
        var bench = try AlertBench()
        bench.locate(0, apart: 1, accuracy: 0)
        for second in 1...5 {
            let here = bench.fix(Double(second), north: 40, accuracy: 0)
            let now = Timestamp(seconds: Double(second))
            bench.changes += [bench.watch.located(here, owner: bench.track, now: now)].compactMap(\.self)
        }
        #expect(bench.changes.map(\.level) == [.critical])
        bench.track.insert(bench.fix(5, north: 39, accuracy: 0))
        let back = bench.watch.ownerMoved(bench.track, now: Timestamp(seconds: 5))
        #expect(back?.level == AlertLevel.none)
    }

    @Test func `no alert contradicts itself, whatever the evidence`() throws {
        var chance = SeededGenerator(seed: 13)
        for _ in 0..<200 {
            var bench = try AlertBench()
            var (time, north, owner) = (0.0, 0.0, 0.0)
            for _ in 0..<60 {
                time += .random(in: 1...90, using: &chance)
                if Bool.random(using: &chance) { north += .random(in: -200...200, using: &chance) }
                if Bool.random(using: &chance) { owner += .random(in: -200...200, using: &chance) }
                let now = Timestamp(seconds: time)
                let accuracy = [0, 3, 10, 40][Int.random(in: 0..<4, using: &chance)]
                switch Int.random(in: 0..<4, using: &chance) {
                case 0:
                    bench.track.insert(bench.fix(time, north: owner, accuracy: Double(accuracy)))
                    bench.changes += [bench.watch.ownerMoved(bench.track, now: now)].compactMap(\.self)
                case 1:
                    let here = bench.fix(time, north: north, accuracy: Double(accuracy))
                    bench.changes += [bench.watch.located(here, owner: bench.track, now: now)].compactMap(\.self)
                case 2: bench.hear(time, .random(in: -99 ... -45, using: &chance))
                default:
                    bench.hear(time, nil, at: Bool.random(using: &chance) ? .carried : .placed(bench.origin))
                }
                bench.watch.rules.snoozedUntil =
                    Int.random(in: 0..<8, using: &chance) == 0 ? now.advanced(by: .seconds(200)) : nil
                bench.changes += [bench.watch.review(now: now)].compactMap(\.self)
            }
            for change in bench.changes { check(change) }
        }
    }

    private func check(_ change: AlertChange) {
        let (posterior, interval) = (change.posterior, change.posterior.interval)
        #expect(interval.lowerBound <= change.distance && change.distance <= interval.upperBound)
        let beyond = posterior.probability(beyond: change.threshold)
        if change.level > change.previous {
            #expect(beyond >= 0.95 && change.confidence == beyond)
            #expect(change.distance > change.threshold && interval.lowerBound > change.threshold * 0.99)
        } else {
            #expect(beyond <= 0.05 && change.confidence == 1 - beyond)
            #expect(change.distance < change.threshold && interval.upperBound < change.threshold * 1.01)
        }
    }
}
