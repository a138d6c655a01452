import Firmware
import Testing
import Tracking

@Suite struct FirmwareLinkTests {
    /// A tracker 40 m away: in cellular mode, connected, and still in a gateway's reach.
    private func away(_ desired: DesiredState = DesiredState(version: 0, reportEvery: 1)) throws -> Bench {
        var bench = try Bench(desired: desired)
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        _ = bench.step(north: 40)
        bench.on(.link(.cellular, up: true))
        return bench
    }

    @Test func `what is under way on one link is not sent again because the other one broke`() throws {
        var bench = try away()
        #expect(bench.firmware.mode == .cellular && bench.firmware.ring.unsent == 0)
        #expect(Bench.fixes(bench.on(.link(.bluetooth, up: false))).isEmpty)
        #expect(Bench.fixes(bench.on(.tick)).isEmpty)
        bench.on(.link(.cellular, up: false))
        #expect(Bench.fixes(bench.on(.link(.cellular, up: true))).count == 1)
    }

    @Test func `a command that comes over both links is obeyed once`() throws {
        var bench = try away()
        let ring = Command(id: "r", verb: .ring)
        let twice = bench.on(.received(.command(ring))) + bench.on(.received(.command(ring)))
        #expect(twice.count { $0 == .ring(true) } == 1)
        #expect(Bench.results(twice) == [CommandResult(id: "r")])
    }

    @Test func `a command that waited for the modem is not obeyed once more, not even after a restart`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        let ring = Command(id: "r", verb: .ring)
        #expect(bench.on(.received(.command(ring))).contains(.ring(true)))
        bench.on(.start)
        bench.on(.link(.cellular, up: true))
        #expect(!bench.on(.received(.command(ring))).contains(.ring(true)))
        #expect(bench.on(.received(.command(Command(id: "s", verb: .ring)))).contains(.ring(true)))
    }

    @Test func `after unregister no fix gets a name that was given before`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        let before = Bench.fixes(bench.step(north: 0)).map(\.mark)
        bench.on(.received(.command(Command(id: "u", verb: .unregister))))
        bench.on(.register(owner: try Name("sam")))
        let after = Bench.fixes(bench.step(north: 0) + bench.step(north: 0)).map(\.mark)
        #expect(!before.isEmpty && !after.isEmpty && Set(before).isDisjoint(with: after))
        #expect(after.first?.sequence == 1)
    }

    @Test func `unregister over Bluetooth is answered while the modem is still to connect`() throws {
        var bench = try Bench()
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        _ = bench.step(north: 40)
        let actions = bench.on(.received(.command(Command(id: "u", verb: .unregister))))
        #expect(actions.contains(.send(.result(CommandResult(id: "u")), over: .bluetooth)))
        bench.on(.register(owner: try Name("eve")))
        #expect(Bench.results(bench.step(north: 0)).isEmpty)
    }

    @Test(arguments: [(0.0, ModePolicy.auto), (100, .auto), (0, .bluetooth), (100, .bluetooth), (0, .cellular)])
    func `a request to locate is answered in every mode`(north: Double, policy: ModePolicy) throws {
        var bench = try Bench(desired: DesiredState(version: 0, reportEvery: 600, mode: policy))
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        _ = bench.step(north: north)
        bench.on(.link(.cellular, up: bench.firmware.mode == .cellular))
        bench.now = bench.now.advanced(by: .milliseconds(500))
        bench.on(.received(.command(Command(id: "a", verb: .locate))))
        let actions = bench.step(north: north)
        #expect(Bench.fixes(actions).map(\.trigger) == [.asked])
        #expect(Bench.results(actions) == [CommandResult(id: "a")])
    }

    @Test func `a tracker switched off says why it does not locate`() throws {
        var bench = try Bench(desired: DesiredState(version: 0, power: .off))
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        let actions = bench.on(.received(.command(Command(id: "a", verb: .locate))))
        #expect(Bench.results(actions) == [CommandResult(id: "a", error: "the tracker is switched off")])
    }

    @Test func `without satellites the last position is reported at the usual pace, and the next fix counts`() throws {
        var bench = try Bench(desired: DesiredState(version: 0, reportEvery: 100))
        bench.on(.start)
        bench.on(.link(.bluetooth, up: true))
        let first = Bench.fixes(bench.step(north: 0))
        var reports: [TrackerFix] = []
        for _ in 0..<250 {
            bench.now = bench.now.advanced(by: .seconds(1))
            for fix in Bench.fixes(bench.on(.noFix)) where !reports.contains(fix) && !first.contains(fix) {
                reports.append(fix)
                bench.on(.received(.stored(fix.mark)))
            }
        }
        #expect(reports.map(\.source) == [.lastKnown, .lastKnown])
        #expect(reports.allSatisfy { $0.fix == first.first?.fix })
        let back = (0..<100).flatMap { _ in Bench.fixes(bench.step(north: 0)) }.filter { $0.source == .gnss }
        #expect(!back.isEmpty)
    }
}
