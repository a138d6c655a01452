import Alerts
import Ranging
import Testing
import Tracking

/// Sam's keys while Ben, of the same household, is about.
@Suite struct CompanyTests {
    /// Sam stays at home; the keys and Ben are so many metres north of there.
    private struct Bench {
        var sam: AlertBench
        var ben = PositionTrack()
        let name: Name

        init() throws {
            sam = try AlertBench()
            name = try Name("ben")
        }

        var watch: ItemWatch { sam.watch }
        var member: Member { Member(name, track: ben) }
        var members: [Member] { ben.count > 0 ? [member] : [] }

        /// Sam's phone tells that Sam is at home, and the tracker where the keys are.
        mutating func keys(_ seconds: Double, _ north: Double, accuracy: Double = 0) {
            let now = Timestamp(seconds: seconds)
            sam.track.insert(sam.fix(seconds, north: 0, accuracy: accuracy))
            let moved = sam.watch.ownerMoved(sam.track, now: now)
            let fix = sam.fix(seconds, north: north, accuracy: accuracy)
            let located = sam.watch.located(fix, owner: sam.track, members, now: now)
            sam.changes += [moved, located].compactMap(\.self)
        }

        /// Ben's phone tells where Ben is.
        mutating func ben(_ seconds: Double, _ north: Double, accuracy: Double = 0) {
            ben.insert(sam.fix(seconds, north: north, accuracy: accuracy))
            sam.changes += [sam.watch.memberMoved(member, now: Timestamp(seconds: seconds))].compactMap(\.self)
        }

        /// Lets time pass.
        mutating func tick(_ seconds: Double) {
            let now = Timestamp(seconds: seconds)
            guard watch.owesReview(at: now) else { return }
            sam.changes += [sam.watch.review(now: now)].compactMap(\.self)
        }

        /// A gateway hears the keys so strongly.
        mutating func hear(_ seconds: Double, _ strength: Double, at standing: GatewayStanding) throws {
            let now = Timestamp(seconds: seconds)
            let change = sam.watch.heard(
                Reception(time: now, strength: strength, samples: 5, expected: 5),
                by: try Name("bens"),
                model: ReceptionModel(biasSigma: 2),
                at: standing,
                owner: sam.track,
                members,
                now: now
            )
            sam.changes += [change].compactMap(\.self)
        }

        var levels: [AlertLevel] { sam.changes.map(\.level) }
    }

    @Test func `an item that goes along with a member of the household is near`() throws {
        var bench = try Bench()
        for second in stride(from: 0.0, through: 300, by: 10) {
            bench.ben(second, second)
            bench.keys(second, second)
        }
        #expect(bench.levels.isEmpty)
        #expect(bench.watch.with == bench.name)
        #expect(bench.sam.level(300) == .near)
        #expect((bench.watch.posterior?.distance ?? 0) > 250)
    }

    @Test func `the same raises without a household, and with a member who is somewhere else`() throws {
        var (alone, elsewhere) = (try Bench(), try Bench())
        for second in stride(from: 0.0, through: 300, by: 10) {
            alone.keys(second, second)
            elsewhere.ben(second, -500)
            elsewhere.keys(second, second)
        }
        #expect(alone.levels.last == .critical)
        #expect(elsewhere.levels == alone.levels)
        #expect(elsewhere.watch.with == nil)
    }

    @Test func `nobody has it beside its owner`() throws {
        var bench = try Bench()
        for second in stride(from: 0.0, through: 60, by: 10) {
            bench.ben(second, 2)
            bench.keys(second, 1)
        }
        #expect(bench.watch.with == nil)
        #expect(bench.sam.level(60) == .near)
    }

    @Test func `a rise waits for the word of a member who may have taken it along`() throws {
        var bench = try Bench()
        for second in stride(from: 0.0, through: 120, by: 30) { bench.ben(second, 40) }
        for second in stride(from: 0.0, through: 120, by: 10) { bench.keys(second, 0) }
        // Ben takes them at once, and goes on.
        bench.keys(130, 30)
        bench.keys(140, 60)
        #expect(bench.levels.isEmpty)
        bench.ben(150, 90)
        bench.keys(150, 90)
        #expect(bench.levels.isEmpty)
        #expect(bench.watch.with == bench.name)
    }

    @Test func `the word of a member who has not taken it ends the waiting`() throws {
        var bench = try Bench()
        for second in stride(from: 0.0, through: 120, by: 30) { bench.ben(second, 40) }
        for second in stride(from: 0.0, through: 120, by: 10) { bench.keys(second, 0) }
        bench.keys(140, 120)
        #expect(bench.levels.isEmpty)
        bench.ben(150, 40)
        #expect(bench.levels == [.critical])
    }

    @Test func `nobody waits for a phone that has been silent for longer than it usually is`() throws {
        var bench = try Bench()
        for second in stride(from: 0.0, through: 120, by: 30) { bench.ben(second, 40) }
        for second in stride(from: 0.0, through: 120, by: 10) { bench.keys(second, 0) }
        bench.keys(150, 60)
        bench.tick(164)
        #expect(bench.levels.isEmpty)
        bench.tick(166)
        #expect(bench.levels == [.critical])
        var dead = try Bench()
        for second in stride(from: 0.0, through: 120, by: 30) { dead.ben(second, 40) }
        for second in stride(from: 0.0, through: 600, by: 10) { dead.keys(second, 0) }
        dead.keys(610, 60)
        #expect(dead.levels == [.critical])
    }

    @Test func `a member who cannot have come so far holds nothing up`() throws {
        var bench = try Bench()
        for second in stride(from: 0.0, through: 120, by: 30) { bench.ben(second, 5000) }
        for second in stride(from: 0.0, through: 120, by: 10) { bench.keys(second, 0) }
        bench.keys(140, 60)
        #expect(bench.levels == [.critical])
    }

    @Test func `what a member loses is told, a warning before it is critical`() throws {
        var bench = try Bench()
        for second in stride(from: 0.0, through: 100, by: 10) {
            bench.ben(second, 2 * second)
            bench.keys(second, 2 * second)
        }
        for (index, way) in [3.0, 7, 8, 15].enumerated() {
            bench.ben(110 + Double(10 * index), 200 + way)
            bench.keys(110 + Double(10 * index), 200)
        }
        #expect(bench.levels == [.warning, .critical])
        #expect(bench.watch.with == nil)
    }

    @Test func `an alert that is on ends when a member has the item`() throws {
        var bench = try Bench()
        for second in stride(from: 0.0, through: 50, by: 10) {
            bench.ben(second, -300)
            bench.keys(second, 5 * second)
        }
        #expect(bench.levels.last == .critical)
        bench.ben(60, 249)
        bench.keys(60, 250)
        #expect(bench.levels.last == AlertLevel.none)
        #expect(bench.sam.changes.last?.confidence == 1)
        #expect(bench.watch.with == bench.name)
    }

    @Test func `positions that err end nothing that was sure`() throws {
        var bench = try Bench()
        for second in stride(from: 0.0, through: 900, by: 10) {
            let (stray, other) = (8 * Double(Int(second) / 10 % 3 - 1), 6 * Double(Int(second) / 10 % 5 - 2))
            if Int(second) % 30 == 0 { bench.ben(second, second + other, accuracy: 10) }
            bench.keys(second, second + stray, accuracy: 10)
        }
        #expect(bench.levels.isEmpty)
        #expect(bench.watch.with == bench.name)
    }

    @Test func `the gateway in a member's pocket tells that the item is there`() throws {
        var bench = try Bench()
        bench.keys(0, 0)
        bench.keys(10, 300)
        #expect(bench.levels == [.critical])
        bench.ben(0, 0)
        for second in stride(from: 15.0, to: 60, by: 5) {
            try bench.hear(second, -55, at: .with(bench.name))
        }
        #expect(bench.levels.last == AlertLevel.none)
        #expect(bench.watch.with == bench.name)
        #expect(bench.sam.level(60) == .near)
    }

    @Test func `after a restart it is still with the one who had it`() throws {
        var bench = try Bench()
        for second in stride(from: 0.0, through: 300, by: 10) {
            bench.ben(second, second)
            bench.keys(second, second)
        }
        var next = ItemWatch(device: bench.sam.keys, engine: bench.watch.engine, lastFix: bench.watch.lastFix)
        next.resume(with: bench.watch.with)
        next.resume(bench.sam.track, bench.members)
        #expect(next.with == bench.name)
        bench.sam.watch = next
        bench.ben(310, 310)
        bench.keys(310, 310)
        #expect(bench.levels.isEmpty)
    }
}
