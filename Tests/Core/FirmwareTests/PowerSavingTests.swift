import Firmware
import Testing
import Tracking

/// A tracker that spares its battery, with a receiver and an accelerometer that do as they should, second by second.
struct SavingBench {
    var bench: Bench
    private(set) var isOn = false
    private(set) var onSeconds = 0
    private(set) var reports: [TrackerFix] = []
    /// What the receiver sees.
    var hasSky = true
    var accuracy = 3.0

    init(every: Int?, mode: ModePolicy = .auto) throws {
        bench = try Bench(desired: DesiredState(version: 0, reportEvery: every, mode: mode), saving: PowerSaving())
        note(bench.on(.start))
    }

    private mutating func note(_ actions: [FirmwareAction]) {
        for case .gnss(let on) in actions { isOn = on }
        for fix in Bench.fixes(actions) {
            reports.append(fix)
            bench.on(.received(.stored(fix.mark)))
        }
    }

    mutating func on(_ event: FirmwareEvent) { note(bench.on(event)) }

    /// A second later it is that far north of its owner, who was there just now and is heard so strong.
    mutating func second(north: Double = 0, told: Bool = true, heard: Int? = nil) {
        bench.now = bench.now.advanced(by: .seconds(1))
        if isOn { onSeconds += 1 }
        if told {
            on(.received(.reference(Reference(coordinate: bench.origin, accuracy: accuracy, time: bench.now))))
        }
        if let heard { on(.heard(rssi: heard)) }
        guard isOn else { return on(.tick) }
        on(hasSky ? .fix(bench.fix(north: north, accuracy: accuracy)) : .noFix)
    }

    /// The seconds at which reports were measured.
    var times: [Int] { reports.map { Int($0.fix.time.seconds) } }
}

@Suite struct PowerSavingTests {
    @Test(arguments: [1, 5, 10, 60, 600, 3600, 9000])
    func `a receiver that rests makes no report late`(every: Int) throws {
        var bench = try SavingBench(every: every)
        bench.on(.link(.bluetooth, up: true))
        bench.on(.motion(false))
        for _ in 1...3 * every + 1 { bench.second() }
        #expect(bench.times == [1, 1 + every, 1 + 2 * every, 1 + 3 * every])
        #expect(bench.reports.allSatisfy { $0.source == .gnss })
        let share = Double(bench.onSeconds) / Double(3 * every + 1)
        #expect(every > 5 ? share <= 0.41 : share == 1)
        if every == 600 { #expect(bench.onSeconds <= 3 * 4) }
    }

    @Test func `a tracker that lies beside its owner reports its place without a look, for five minutes`() throws {
        var bench = try SavingBench(every: 10)
        bench.on(.link(.bluetooth, up: true))
        bench.on(.motion(false))
        for _ in 0..<301 { bench.second(heard: -60) }
        #expect(bench.reports.count == 31)
        #expect(bench.onSeconds < 15)
        // Its owner goes away: looks are made again.
        let before = bench.onSeconds
        for _ in 0..<100 { bench.second(heard: -95) }
        #expect(bench.onSeconds - before > 25 && bench.reports.count == 41)
    }

    @Test func `who carries the tracker away sets the receiver going before the mode is doubtful for long`() throws {
        var bench = try SavingBench(every: 600)
        bench.accuracy = 0
        bench.on(.link(.bluetooth, up: true))
        bench.second()
        bench.on(.motion(false))
        for _ in 0..<100 { bench.second() }
        let quiet = bench.onSeconds
        #expect(quiet <= 2)
        bench.on(.motion(true))
        var crossed: Int?
        for second in 1...60 {
            bench.second(north: 1.4 * Double(second))
            if crossed == nil, bench.bench.firmware.mode == .cellular { crossed = second }
        }
        // Beyond 30 m from the 22nd second on.
        #expect(try #require(crossed) <= 23)
        #expect(bench.onSeconds - quiet < 30)
        bench.on(.link(.cellular, up: true))
        #expect(bench.times == [1, 101 + (crossed ?? 0)])
    }

    @Test func `without a sky it gives up after 90 seconds, and movement sends it looking again`() throws {
        var bench = try SavingBench(every: 600)
        bench.on(.link(.bluetooth, up: true))
        bench.on(.motion(false))
        bench.hasSky = false
        for _ in 0..<380 { bench.second() }
        #expect((90...92).contains(bench.onSeconds))
        #expect(bench.bench.firmware.mode == .bluetooth)
        bench.on(.motion(true))
        for _ in 0..<62 { bench.second() }
        #expect(bench.isOn)
        bench.hasSky = true
        bench.second()
        #expect(bench.reports.last?.source == .gnss)
    }

    @Test func `a request to locate wakes the receiver at once`() throws {
        var bench = try SavingBench(every: 3600)
        bench.on(.link(.bluetooth, up: true))
        bench.on(.motion(false))
        for _ in 0..<50 { bench.second() }
        #expect(!bench.isOn)
        bench.on(.received(.command(Command(id: "a", verb: .locate))))
        #expect(bench.isOn)
        bench.second()
        #expect(bench.reports.last?.trigger == .asked && !bench.isOn)
    }
}

@Suite struct OwnerEvidenceTests {
    /// A tracker with a position of its own and one of its owner's, both good to a few metres.
    private func located(north: Double, accuracy: Double) throws -> SavingBench {
        var bench = try SavingBench(every: 600)
        bench.accuracy = accuracy
        bench.on(.link(.bluetooth, up: true))
        bench.second(north: north)
        return bench
    }

    @Test func `a strong gateway in the owner's pocket outweighs a doubtful position`() throws {
        var bench = try located(north: 50, accuracy: 30)
        #expect(bench.bench.firmware.mode == .bluetooth)
        for _ in 0..<20 { bench.second(north: 70, heard: -62) }
        #expect(bench.bench.firmware.mode == .bluetooth)
        for _ in 0..<60 { bench.second(north: 70, heard: -97) }
        bench.on(.received(.command(Command(id: "a", verb: .locate))))
        bench.second(north: 70, heard: -97)
        #expect(bench.bench.firmware.mode == .cellular)
    }

    @Test func `two minutes of silence change the mode where positions tell nothing, and not before`() throws {
        var bench = try SavingBench(every: 600)
        bench.hasSky = false
        bench.on(.link(.bluetooth, up: true))
        for _ in 0..<100 { bench.second(told: false, heard: -65) }
        #expect(bench.bench.firmware.mode == .bluetooth)
        bench.on(.link(.bluetooth, up: false))
        for _ in 0..<60 { bench.second(told: false) }
        #expect(bench.bench.firmware.mode == .bluetooth)
        for _ in 0..<120 { bench.second(told: false) }
        #expect(bench.bench.firmware.mode == .cellular)
        for _ in 0..<10 { bench.second(told: false, heard: -65) }
        #expect(bench.bench.firmware.mode == .bluetooth)
    }

    @Test func `silence does not speak against a sure position`() throws {
        var bench = try located(north: 3, accuracy: 3)
        bench.on(.heard(rssi: -60))
        bench.on(.link(.bluetooth, up: false))
        for _ in 0..<600 { bench.second(north: 3) }
        #expect(bench.bench.firmware.mode == .bluetooth)
    }
}
