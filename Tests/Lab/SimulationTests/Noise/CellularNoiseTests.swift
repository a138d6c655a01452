import Foundation
import Testing

@testable import Simulation

@Suite struct CellularNoiseTests {
    private func modem(_ seed: UInt64, _ change: (inout CellularNoise.Parameters) -> Void = { _ in }) -> CellularNoise {
        var parameters = CellularNoise.Parameters()
        parameters.holes = .never
        change(&parameters)
        return CellularNoise(parameters, SplitMix(seed: seed, stream: "cellular"))
    }

    private func connected(_ seed: UInt64, at seconds: Double = 0) -> CellularNoise {
        var modem = modem(seed)
        _ = connect(&modem, from: seconds)
        return modem
    }

    /// How long it takes to connect.
    private func connect(_ modem: inout CellularNoise, from start: Double) -> Double {
        modem.set(on: true, at: start)
        var now = start
        while modem.advance(to: now, isReachable: true) != .connected { now += 0.5 }
        return now - start
    }

    @Test func `the first registration takes a minute in the middle, later ones half of it, none over three`() {
        var (first, later): ([Double], [Double]) = ([], [])
        for seed in 1...1000 {
            var modem = modem(UInt64(seed))
            first.append(connect(&modem, from: 0))
            modem.set(on: false, at: 500)
            later.append(connect(&modem, from: 1000))
        }
        #expect(Moments(first).median.isNear(60, 4) && Moments(later).median.isNear(30, 2))
        #expect((first + later).allSatisfy { $0 <= 181 })
        #expect(Moments(later.map { log($0) }).deviation.isNear(0.5, 0.05))
    }

    @Test func `an exchange takes 0.8 s in the middle, and a second more after a rest; order holds`() {
        var modem = connected(1)
        var (rested, warm): ([Double], [Double]) = ([], [])
        for round in 1...3000 {
            let now = Double(round) * 600
            let first = modem.send(at: now)
            let second = modem.send(at: now + 5)
            #expect(second >= first)
            rested.append(first - now)
            warm.append(second - now - 5)
        }
        #expect(Moments(rested).median.isNear(1.8, 0.06) && Moments(warm).median.isNear(0.8, 0.04))
    }

    @Test func `a modem in deep sleep hears nothing until it wakes`() {
        var modem = connected(2)
        let sent = modem.send(at: 1000)
        #expect(modem.hears(at: sent + 15.9))
        #expect(!modem.hears(at: sent + 17) && !modem.hears(at: sent + 7199))
        // Its update after two hours, with an active window of six seconds.
        #expect(modem.hears(at: sent + 7203) && !modem.hears(at: sent + 7207))
        modem.receive(at: sent + 7203)
        #expect(modem.hears(at: sent + 7215))
    }

    @Test func `a paged modem hears once a cycle, and one without saving always`() {
        var paged = modem(3) { $0.saving = .paged }
        _ = connect(&paged, from: 0)
        let last = paged.send(at: 1000)
        let heard = (0..<1000).count { paged.hears(at: last + 100 + Double($0) * 0.1) }
        #expect((15...45).contains(heard))
        var open = modem(3) { $0.saving = .none }
        _ = connect(&open, from: 0)
        #expect(open.hears(at: 1e6))
    }

    @Test func `after a loss it tries again after 60 s, 120 s and so on up to an hour`() {
        var modem = connected(4)
        var changes = [modem.advance(to: 1000, isReachable: false)]
        // Each try fails, and is waited for longer.
        var due = 1000.0
        for attempt in 1...70 {
            due += min(3600, Double(attempt) * 60)
            changes.append(modem.advance(to: due - 1, isReachable: true))
            changes.append(modem.advance(to: due, isReachable: false))
        }
        // The network is there, but the modem rests for an hour.
        for later in [3599.0, 3600, 3800] { changes.append(modem.advance(to: due + later, isReachable: true)) }
        #expect(changes.first == .lost && changes.last == .connected)
        #expect(changes.dropFirst().dropLast().allSatisfy { $0 == nil })
    }

    @Test func `coverage has holes for their share of the time`() {
        var modem = modem(5) {
            $0.holes = .init(off: 900, on: 100)
            $0.backOff = 1
            $0.backOffLimit = 1
            $0.attach = 0
            $0.firstAttach = 0
        }
        modem.set(on: true, at: 0)
        var alive = 0
        for second in 0..<300_000 {
            _ = modem.advance(to: Double(second), isReachable: true)
            if modem.isConnected { alive += 1 }
        }
        #expect((Double(alive) / 300_000).isNear(0.9, 0.02))
    }

    @Test func `clocks are wrong by their rate since they were set`() {
        let rates = (1...4000).map { ClockNoise(spread: 20, SplitMix(seed: UInt64($0), stream: "clock")).rate }
        #expect(Moments(rates).mean.isNear(0, 1) && Moments(rates).deviation.isNear(20, 0.7))
        var clock = ClockNoise(spread: 20, SplitMix(seed: 1, stream: "clock"))
        #expect(clock.offset(at: 3600).isNear(3.6 * clock.rate, 1e-9))
        clock.set(at: 3600)
        #expect(clock.offset(at: 3600) == 0)
    }
}
