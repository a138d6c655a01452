import Foundation
import Testing

@testable import Simulation

@Suite struct GNSSNoiseTests {
    private func receiver(_ parameters: GNSSNoise.Parameters, _ seed: UInt64) -> GNSSNoise {
        GNSSNoise(parameters, SplitMix(seed: seed, stream: "gnss"))
    }

    private func error(_ reading: GNSSNoise.Reading) -> GNSSNoise.Error? {
        if case .fix(let error) = reading { error } else { nil }
    }

    /// Errors of many receivers that have been on for a while, at moments so many seconds apart.
    private func errors(_ parameters: GNSSNoise.Parameters, after lags: [Double]) -> [[GNSSNoise.Error]] {
        (1...UInt64(6000)).compactMap { seed in
            var receiver = receiver(parameters, seed)
            for time in [0.0, 1000, 2000] { _ = receiver.sample(at: time) }
            let found = lags.compactMap { error(receiver.sample(at: 2000 + $0)) }
            return found.count == lags.count ? found : nil
        }
    }

    @Test(arguments: [Surroundings.openSky, .urban])
    func `the error is as large as dilution and range error make it`(surroundings: Surroundings) throws {
        var parameters = try #require(NoiseParameters(surroundings).gnss)
        (parameters.jumps, parameters.blocked) = (.never, .never)
        let found = errors(parameters, after: [0]).map { $0[0] }
        let (north, east) = (Moments(found.map(\.north)), Moments(found.map(\.east)))
        // The mean square of a log-normal dilution is larger than the square of its median.
        let growth = exp(2 * parameters.dilutionSpread * parameters.dilutionSpread)
        let expected =
            parameters.dilution * parameters.dilution * parameters.rangeError * parameters.rangeError * growth
        #expect((north.variance + east.variance).isNear(expected, 0.06 * expected))
        #expect(north.mean.isNear(0, 0.1 * parameters.dilution) && east.mean.isNear(0, 0.1 * parameters.dilution))
        #expect(Moments.correlation(found.map(\.north), found.map(\.east)).isNear(0, 0.05))
    }

    @Test(arguments: [1.0, 60, 300, 1200])
    func `the error is white for a tenth, lasts a minute for three and twenty minutes for six`(lag: Double) {
        var parameters = GNSSNoise.Parameters()
        parameters.dilutionSpread = 0
        let found = errors(parameters, after: [0, lag])
        let expected = 0.3 * exp(-lag / 60) + 0.6 * exp(-lag / 1200)
        #expect(Moments.correlation(found.map { $0[0].north }, found.map { $0[1].north }).isNear(expected, 0.035))
    }

    @Test func `what it makes of its own error is right in the middle, and wrong by its spread`() {
        var parameters = GNSSNoise.Parameters()
        parameters.dilutionSpread = 0
        let found = errors(parameters, after: [0]).map { $0[0] }
        let right = 1.515 * parameters.rangeError / 2.0.squareRoot()
        let ratios = Moments(found.map { log($0.accuracy / right) })
        #expect(ratios.mean.isNear(0, 0.02) && ratios.deviation.isNear(0.35, 0.02))
        // With an honest radius 68 % would be inside; one that is wrong by chance holds a little less.
        let inside = found.count { hypot($0.north, $0.east) <= $0.accuracy }
        #expect((Double(inside) / Double(found.count)).isNear(0.65, 0.03))
    }

    @Test func `a cold start takes 26 s, a warm one 20 s and a hot one a second, in the middle`() {
        var times: [[Double]] = [[], [], []]
        for seed in 1...400 {
            var receiver = receiver(.init(), UInt64(seed))
            for (index, begin) in [0.0, 20_000, 20_600].enumerated() {
                var now = begin
                while error(receiver.sample(at: now)) == nil { now += 0.1 }
                times[index].append(now - begin)
                let last = receiver.sample(at: now + 200, isOn: false)
                #expect(last == .off)
            }
        }
        #expect(Moments(times[0]).median.isNear(26, 1.5))
        #expect(Moments(times[1]).median.isNear(20, 1.5))
        #expect(Moments(times[2]).median.isNear(1, 0.15))
    }

    @Test func `without power it starts cold again`() {
        var receiver = receiver(.init(), 1)
        for time in 0...100 { _ = receiver.sample(at: Double(time)) }
        receiver.reset()
        let readings = [receiver.sample(at: 101), receiver.sample(at: 105)]
        #expect(readings == [.searching, .searching])
    }

    @Test func `without sky there is no fix, and a phone falls back on its network`() throws {
        var tracker = receiver(.init(), 1)
        for time in 0...100 { _ = tracker.sample(at: Double(time)) }
        let reading = tracker.sample(at: 101, hasSky: false)
        #expect(reading == .searching)
        var phone = receiver(try #require(NoiseParameters(.openSky).phone), 1)
        let told = phone.sample(at: 1, hasSky: false)
        let found = try #require(error(told))
        #expect(!found.isFromSatellites && found.accuracy > 5)
    }

    @Test func `indoors there is a fix for a small part of the time only`() throws {
        let parameters = try #require(NoiseParameters(.indoor).gnss)
        var fixes = 0
        for seed in 1...15 {
            var receiver = receiver(parameters, UInt64(seed))
            fixes += (0..<20_000).count { error(receiver.sample(at: Double($0))) != nil }
        }
        #expect((0.02...0.07).contains(Double(fixes) / 300_000))
    }

    @Test func `reflections move it for their share of the time, by an exponential length`() throws {
        var parameters = try #require(NoiseParameters(.urban).gnss)
        (parameters.rangeError, parameters.blocked, parameters.accuracySpread) = (0, .never, 0)
        var receiver = receiver(parameters, 6)
        var lengths: [Double] = []
        var last = 0.0
        for second in 0..<300_000 {
            let length = error(receiver.sample(at: Double(second))).map { hypot($0.north, $0.east) } ?? 0
            if length > 0 { lengths.append(length) }
            last = length
        }
        #expect(last >= 0)
        #expect((Double(lengths.count) / 300_000).isNear(20.0 / 320, 0.008))
        #expect(Moments(lengths).mean.isNear(15, 2.5))
    }

    @Test func `the same seed errs the same way, another one differently`() {
        func trace(_ seed: UInt64) -> [GNSSNoise.Reading] {
            var receiver = receiver(.init(), seed)
            return (0..<200).map { receiver.sample(at: Double($0)) }
        }
        #expect(trace(1) == trace(1))
        #expect(trace(1) != trace(2))
    }
}
