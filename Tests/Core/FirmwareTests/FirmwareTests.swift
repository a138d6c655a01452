import Firmware
import Testing
import Tracking

/// A tracker on the bench: events by hand, with what it did written down.
struct Bench {
    var firmware: Firmware
    var now = Timestamp(seconds: 0)
    let origin: Coordinate

    init(
        desired: DesiredState = DesiredState(version: 0, reportEvery: 1),
        owned: Bool = true,
        saving: PowerSaving? = nil
    ) throws {
        origin = try Coordinate(latitude: 46, longitude: 14)
        firmware = Firmware(
            parameters: FirmwareParameters(ringCapacity: 1000, saving: saving),
            owner: owned ? try Name("sam") : nil,
            desired: desired
        )
    }

    @discardableResult
    mutating func on(_ event: FirmwareEvent) -> [FirmwareAction] {
        firmware.handle(event, at: now)
    }

    /// A second later the tracker is that far north of its owner.
    mutating func step(north: Double, accuracy: Double = 0) -> [FirmwareAction] {
        now = now.advanced(by: .seconds(1))
        let reference = Reference(coordinate: origin, accuracy: accuracy, time: now)
        return on(.received(.reference(reference))) + on(.fix(fix(north: north, accuracy: accuracy)))
    }

    func fix(north: Double, accuracy: Double = 0) -> Fix {
        Fix(coordinate: origin.offset(north: north, east: 0), time: now, accuracy: accuracy)
    }

    static func fixes(_ actions: [FirmwareAction]) -> [TrackerFix] {
        actions.compactMap { if case .send(.fix(let fix, _), _) = $0 { fix } else { nil } }
    }

    static func results(_ actions: [FirmwareAction]) -> [CommandResult] {
        actions.compactMap { if case .send(.result(let result), _) = $0 { result } else { nil } }
    }
}

@Suite struct FirmwareTests {
    @Test func `a registered tracker starts to locate, and reports what it is once it knows its mode`() throws {
        var bench = try Bench()
        #expect(bench.on(.start) == [.gnss(on: true)])
        #expect(bench.on(.link(.bluetooth, up: true)).isEmpty)
        let actions = bench.step(north: 3)
        #expect(bench.firmware.mode == .bluetooth)
        guard case .send(.reported(let state), over: .bluetooth) = actions.first else {
            Issue.record("the state is said first")
            return
        }
        #expect(state.activeMode == .bluetooth)
        #expect(state.boot == 1)
        #expect(Bench.fixes(actions).map(\.mark) == [FixMark(boot: 1, sequence: 1)])
    }

    @Test func `the mode changes at 30 m, and at exactly 30 m it stays (cases 2-2-1, 2-2-2)`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        var modes: [Mode] = []
        for north in [0, 29.99, 30.01, 31, 30.01, 29.99] {
            _ = bench.step(north: north)
            modes.append(bench.firmware.mode)
        }
        #expect(modes == [.bluetooth, .bluetooth, .cellular, .cellular, .cellular, .bluetooth])
        // The same point as reference and fix, 30 m away by definition of the metric.
        let reference = Reference(coordinate: bench.origin, accuracy: 0, time: bench.now)
        #expect(bench.firmware.reference == reference)
    }

    @Test func `who rides on with an old reference stays in Bluetooth mode, and follows the next one`() throws {
        var bench = try Bench()
        bench.on(.start)
        var tracker = 0.0
        for second in 0..<240 {
            bench.now = bench.now.advanced(by: .seconds(1))
            // Both go at 9 m/s, and the phone reports each minute; at the end the tracker stays behind.
            let owner = Double(second) * 9
            if second < 200 { tracker = owner }
            if second % 60 == 0 || second == 235 {
                let place = bench.origin.offset(north: owner, east: 0)
                bench.on(.received(.reference(Reference(coordinate: place, accuracy: 0, time: bench.now))))
            }
            bench.on(.fix(bench.fix(north: tracker)))
            #expect(bench.firmware.mode == (second < 235 ? .bluetooth : .cellular))
        }
    }

    @Test func `with doubt in the positions the mode does not flap`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        var changes = 0
        var last = Mode.off
        for second in 0..<200 {
            _ = bench.step(north: second.isMultiple(of: 2) ? 26 : 34, accuracy: 5)
            if bench.firmware.mode != last { changes += 1 }
            last = bench.firmware.mode
        }
        #expect(changes <= 1)
    }

    @Test(arguments: [ModePolicy.bluetooth, .cellular])
    func `a forced mode holds at any distance`(_ policy: ModePolicy) throws {
        var bench = try Bench(desired: DesiredState(version: 0, reportEvery: 1, mode: policy))
        bench.on(.start)
        for north in [0.0, 100, 10] {
            _ = bench.step(north: north)
            #expect(bench.firmware.mode.rawValue == policy.rawValue)
        }
    }

    @Test func `in cellular mode the modem comes on, and what waited is sent when it is connected`() throws {
        var bench = try Bench()
        bench.on(.start)
        #expect(bench.step(north: 100).contains(.modem(on: true)))
        #expect(Bench.fixes(bench.step(north: 101)).isEmpty)
        let sent = Bench.fixes(bench.on(.link(.cellular, up: true)))
        #expect(sent.map(\.mark.sequence) == [1, 2])
        #expect(sent.allSatisfy { $0.mode == .cellular })
        // Near its owner it stays on until there is a gateway: to register anew would cost more.
        #expect(!bench.step(north: 5).contains(.modem(on: false)))
        #expect(bench.on(.link(.bluetooth, up: true)).contains(.modem(on: false)))
    }

    @Test func `reports keep the interval that was asked for, and a change of mode does not wait for it`() throws {
        var bench = try Bench(desired: DesiredState(version: 0, reportEvery: 60))
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        var reports: [Double] = []
        for second in 1...130 {
            for fix in Bench.fixes(bench.step(north: second == 100 ? 31 : 0)) {
                bench.on(.received(.stored(fix.mark)))
                reports.append(fix.fix.time.seconds)
            }
            if bench.firmware.mode == .cellular { bench.on(.link(.cellular, up: true)) }
        }
        // At 100 s it goes away, and the modem sends once it is connected; at 101 s it is back.
        #expect(reports == [1, 61, 101])
        #expect(bench.firmware.ring.isEmpty)
    }

    @Test func `a newer version is followed, an older one is not (case 3-2-1)`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        _ = bench.step(north: 0)
        let off = bench.on(.received(.desired(DesiredState(version: 3, power: .off, reportEvery: 7))))
        #expect(off.contains(.gnss(on: false)))
        #expect(bench.firmware.life == .registered)
        #expect(bench.firmware.mode == .off)
        guard case .send(.reported(let state), _) = try #require(off.last) else {
            Issue.record("the new state is confirmed")
            return
        }
        #expect(state.power == .off && state.activeMode == .off && state.version == 3)
        bench.on(.received(.desired(DesiredState(version: 2, power: .on))))
        #expect(bench.firmware.life == .registered)
        let on = bench.on(.received(.desired(DesiredState(version: 4))))
        #expect(on.contains(.gnss(on: true)))
    }

    @Test func `a tracker switched off still hears, over Bluetooth or else over the modem`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        _ = bench.step(north: 0)
        #expect(!bench.on(.received(.desired(DesiredState(version: 1, power: .off)))).contains(.modem(on: true)))
        #expect(bench.on(.link(.bluetooth, up: false)).contains(.modem(on: true)))
    }

    @Test func `a request to locate is answered with the next fix (case 2-1-2)`() throws {
        var bench = try Bench(desired: DesiredState(version: 0, reportEvery: 600))
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        _ = bench.step(north: 0)
        bench.now = bench.now.advanced(by: .milliseconds(500))
        #expect(bench.on(.received(.command(Command(id: "a", verb: .locate)))).isEmpty)
        let actions = bench.on(.tick) + bench.step(north: 1)
        #expect(Bench.fixes(actions).map(\.trigger) == [.asked])
        #expect(Bench.results(actions) == [CommandResult(id: "a")])
    }

    @Test func `without a position a request is answered with the last known one after the time-out`() throws {
        var bench = try Bench(desired: DesiredState(version: 0, reportEvery: 600))
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        _ = bench.step(north: 0)
        bench.now = bench.now.advanced(by: .seconds(1))
        bench.on(.noFix)
        bench.on(.received(.command(Command(id: "a", verb: .locate))))
        bench.now = bench.now.advanced(by: .seconds(90))
        let actions = bench.on(.tick)
        #expect(Bench.fixes(actions).filter { $0.trigger == .asked }.map(\.source) == [.lastKnown])
        #expect(Bench.results(actions) == [CommandResult(id: "a")])
    }

    @Test func `a tracker that never had a position says so`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        bench.on(.noFix)
        bench.on(.received(.command(Command(id: "a", verb: .locate))))
        bench.now = bench.now.advanced(by: .seconds(90))
        #expect(Bench.results(bench.on(.tick)).first?.error == "no position could be had")
    }

    @Test func `ringing stops on command or by itself`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        #expect(bench.on(.received(.command(Command(id: "r", verb: .ring)))).contains(.ring(true)))
        #expect(bench.on(.received(.command(Command(id: "s", verb: .stopRing)))).contains(.ring(false)))
        bench.on(.received(.command(Command(id: "r2", verb: .ring))))
        bench.now = bench.now.advanced(by: .seconds(30))
        #expect(bench.on(.tick).contains(.ring(false)))
    }

    @Test func `a factory-new tracker listens to nobody until it is bound (case 1-5-2)`() throws {
        var bench = try Bench(owned: false)
        #expect(bench.on(.start).isEmpty)
        #expect(bench.firmware.life == .factoryNew)
        #expect(bench.on(.received(.command(Command(id: "r", verb: .ring)))).isEmpty)
        bench.on(.register(owner: try Name("sam")))
        #expect(bench.firmware.life == .active)
        bench.on(.register(owner: try Name("eve")))
        #expect(bench.firmware.owner == (try Name("sam")))
    }

    @Test func `a tracker that nobody wants any more says goodbye and forgets its owner (case 3-6-3)`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        _ = bench.step(north: 0)
        let last = bench.on(.received(.desired(DesiredState(version: 9, power: .off, isRegistered: false))))
        let said = last.compactMap { if case .send(.reported(let state), _) = $0 { state } else { nil } }
        #expect(said.map(\.isRegistered) == [false])
        #expect(said.map(\.version) == [9])
        #expect(said.map(\.power) == [.off])
        #expect(last.contains(.gnss(on: false)))
        #expect(bench.firmware.owner == nil && bench.firmware.ring.isEmpty && bench.firmware.life == .factoryNew)
        #expect(bench.step(north: 0).isEmpty)
    }

    @Test func `without a link it switches itself off, and says goodbye over the next one`() throws {
        var bench = try Bench(desired: DesiredState(version: 1, power: .off, isRegistered: false))
        bench.on(.start)
        #expect(bench.firmware.owner != nil && bench.firmware.life == .registered)
        let last = bench.on(.link(.cellular, up: true))
        #expect(last.contains { if case .send(.reported(let state), _) = $0 { !state.isRegistered } else { false } })
        #expect(last.contains(.modem(on: false)))
        #expect(bench.firmware.owner == nil)
    }

    @Test func `unregister answers, then forgets the owner and all fixes`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        _ = bench.step(north: 0)
        let actions = bench.on(.received(.command(Command(id: "u", verb: .unregister))))
        #expect(Bench.results(actions) == [CommandResult(id: "u")])
        #expect(bench.firmware.owner == nil && bench.firmware.ring.isEmpty && bench.firmware.life == .factoryNew)
    }

    @Test func `fixes are kept over a restart under the names they were sent with`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        _ = bench.step(north: 0)
        _ = bench.step(north: 0)
        bench.on(.start)
        let again = Bench.fixes(bench.on(.link(.bluetooth, up: true)) + bench.step(north: 0))
        #expect(
            again.map(\.mark).sorted() == [
                FixMark(boot: 1, sequence: 1), FixMark(boot: 1, sequence: 2),
                FixMark(boot: 2, sequence: 1),
            ]
        )
        bench.on(.received(.stored(FixMark(boot: 2, sequence: 1))))
        #expect(bench.firmware.ring.count == 2)
        bench.on(.received(.stored(FixMark(boot: 1, sequence: 2))))
        #expect(bench.firmware.ring.isEmpty)
    }

    @Test func `what is not stored is sent again after a while, under the same name`() throws {
        var bench = try Bench(desired: DesiredState(version: 0, reportEvery: 600))
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        let first = Bench.fixes(bench.step(north: 0))
        for _ in 1..<15 { #expect(Bench.fixes(bench.step(north: 0)).isEmpty) }
        #expect(Bench.fixes(bench.step(north: 0)) == first)
    }

    @Test func `in Bluetooth mode without a gateway a fix goes through the modem in the end`() throws {
        var bench = try Bench()
        bench.on(.start)
        var onAfter: Int?
        for second in 1...200 where onAfter == nil {
            if bench.step(north: 0).contains(.modem(on: true)) { onAfter = second }
        }
        #expect(onAfter == 121)
        #expect(Bench.fixes(bench.on(.link(.cellular, up: true))).count == 121)
    }

    @Test func `without power nothing happens`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        #expect(bench.on(.stop) == [.gnss(on: false)])
        #expect(bench.step(north: 0).isEmpty)
        #expect(bench.firmware.life == .off)
    }
}
