import Foundation
import Simulation
import Testing

@Suite struct RadioNoiseTests {
    private let tag = RadioModel(powerAtOneMetre: -59, exponent: 2)

    private func pair(_ parameters: RadioNoise.Parameters, _ seed: UInt64) -> RadioNoise {
        RadioNoise(parameters, SplitMix(seed: seed, stream: "radio"))
    }

    /// Nothing is wrong.
    private var exact: RadioNoise.Parameters {
        var parameters = RadioNoise.Parameters()
        (parameters.biasSigma, parameters.shadowSigma, parameters.fadeSigma) = (0, 0, 0)
        (parameters.channelSigma, parameters.bodyLoss, parameters.loss) = (0, 0, 0)
        return parameters
    }

    private func strengths(_ noise: inout RadioNoise, _ count: Int, distance: Double, body: Bool = false) -> [Double] {
        (0..<count).compactMap {
            noise.sample(at: Double($0), distance: distance, tag, mayMeetBody: body).map(Double.init)
        }
    }

    @Test func `the bias of a pair is constant, and differs among pairs by five decibels`() {
        var biases: [Double] = []
        for seed in 1...2000 { biases.append(pair(.init(), UInt64(seed)).bias) }
        #expect(Moments(biases).mean.isNear(0, 0.3) && Moments(biases).deviation.isNear(5, 0.25))
        var parameters = exact
        parameters.biasSigma = 5
        var one = pair(parameters, 3)
        let heard = Moments(strengths(&one, 1000, distance: 1))
        #expect(heard.variance == 0)
        #expect(heard.mean.isNear(-59 + one.bias, 0.5))
    }

    @Test func `shadowing and fading have their size, and shadowing lasts`() {
        var parameters = exact
        (parameters.shadowSigma, parameters.fadeSigma) = (3, 5)
        var noise = pair(parameters, 4)
        let heard = Moments(strengths(&noise, 200_000, distance: 1))
        // Whole decibels add a twelfth.
        #expect(heard.variance.isNear(9 + 25 + 1.0 / 12, 1))
        for lag in [1, 5, 10, 20] {
            #expect(heard.correlation(atLag: lag).isNear(9 / 34.1 * exp(-Double(lag) / 10), 0.02))
        }
    }

    @Test func `channels differ by their spread`() {
        var parameters = exact
        parameters.channelSigma = 1.5
        let variances = (1...3000).map { seed in
            var noise = pair(parameters, UInt64(seed))
            return Set(strengths(&noise, 30, distance: 1)).count
        }
        // Three offsets, whole decibels: mostly two or three different values.
        #expect(variances.allSatisfy { $0 <= 3 })
        #expect(variances.count { $0 >= 2 } > 2000)
    }

    @Test func `a body takes away eight decibels for half of the time`() {
        var parameters = exact
        parameters.bodyLoss = 8
        var noise = pair(parameters, 5)
        let heard = strengths(&noise, 200_000, distance: 1, body: true)
        #expect(Set(heard) == [-59, -67])
        #expect((Double(heard.count { $0 == -67 }) / Double(heard.count)).isNear(0.5, 0.05))
        #expect(Moments(heard).correlation(atLag: 30).isNear(exp(-30.0 / 60), 0.05))
        let bare = Set(strengths(&noise, 1000, distance: 1))
        #expect(bare == [-59])
    }

    @Test(arguments: [(-90.0, 0.966), (-93.5, 0.731), (-95, 0.5), (-98, 0.119)])
    func `packets are lost by a logistic curve about the sensitivity`(strength: Double, share: Double) {
        var noise = pair(exact, 6)
        let distance = pow(10, (-59 - strength) / 20)
        let heard = strengths(&noise, 40_000, distance: distance)
        #expect((Double(heard.count) / 40_000).isNear(share, 0.01))
    }

    @Test func `packets collide however strong they are`() {
        var parameters = exact
        parameters.loss = 0.05
        var noise = pair(parameters, 7)
        let heard = strengths(&noise, 40_000, distance: 1)
        #expect((Double(heard.count) / 40_000).isNear(0.95, 0.01))
    }

    @Test func `the strength falls with the exponent of the surroundings`() {
        var parameters = exact
        parameters.exponent = 3
        var noise = pair(parameters, 8)
        let inside = noise.sample(at: 0, distance: 10, tag, mayMeetBody: false)
        parameters.exponent = nil
        noise.enter(parameters, at: 1)
        let outside = noise.sample(at: 1, distance: 10, tag, mayMeetBody: false)
        #expect(inside == -89 && outside == -79)
    }

    @Test func `a tag that takes another address is not known for a moment`() {
        var parameters = exact
        (parameters.rotateEvery, parameters.rotateGap) = (900, 5)
        var noise = pair(parameters, 10)
        let times = (0..<9000).filter { noise.sample(at: Double($0), distance: 1, tag, mayMeetBody: false) == nil }
        #expect(times.count == 50)
        #expect(Set(times.map { $0 % 900 }).count == 5)
    }

    @Test func `a connection lives where single packets are lost`() {
        var noise = pair(exact, 9)
        let distance = pow(10, (-59 + 95.0) / 20)
        let alive = (0..<10_000).count { _ in noise.meets(within: 1, distance: distance, tag, mayMeetBody: false) }
        // Four tries, each of which fails half of the time.
        #expect((Double(alive) / 10_000).isNear(1 - 1.0 / 16, 0.01))
        let isAlive = noise.meets(within: 1, distance: 1000, tag, mayMeetBody: false)
        #expect(!isAlive)
    }
}
