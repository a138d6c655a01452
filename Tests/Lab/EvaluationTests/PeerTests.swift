import Foundation
import Testing

@testable import Evaluation

@Suite struct PeerTests {
    /// signals.md: -80 dBm reads as 6.0, 6.8 or 9.5 m among them.
    @Test(arguments: [
        (Peer.bermuda, 6.81), (.espresense, 5.99), (.habluetooth, 11.22), (.roomAssistant, 9.52), (.theengs, 9.52),
    ])
    func `a strength of -80 dBm is as far as the published formula says`(peer: Peer, metres: Double) {
        #expect(abs(peer.publishedCurve.distance(at: -80) - metres) < 0.005)
    }

    @Test func `the ratio's curve has a branch of its own below its power at a metre`() {
        #expect(DistanceCurve.ratio(power: -60).distance(at: -30) == pow(0.5, 10))
        #expect(abs(DistanceCurve.ratio(power: -60).distance(at: -60) - 1.01076) < 1e-9)
    }

    @Test func `habluetooth moves three tenths of the way to each new value`() {
        #expect(ExponentialMean().smoothed([-60, -70, -60], at: [0, 1, 2]) == [-60, -63, -62.1])
    }

    @Test func `room-assistant's filter halves the first step and then hardly follows`() {
        // Variances 4, then 4.0008 before the second value: a gain of 4.0008/8.0008.
        let told = SteadyKalman().smoothed([-60, -70], at: [0, 1])
        #expect(told[0] == -60)
        #expect(abs(told[1] + 65.0005) < 1e-5)
        let settled = SteadyKalman().smoothed(Array(repeating: -60, count: 500) + [-80], at: (0...500).map(Double.init))
        // The steady gain is near sqrt(Q/R) = 0.0141.
        #expect(abs((settled.last ?? 0) + 60 + 20 * 0.014) < 0.02)
    }

    @Test func `ESPresense leaves out what lies beyond the fences`() {
        // Quartiles of -90, -61, -60, -60, -59 are -61 and -60: fences at -62.5 and -58.5.
        let told = TrimmedWindow().smoothed([-60, -61, -59, -60, -90], at: [0, 1, 2, 3, 4])
        #expect(told.last == -60)
    }

    @Test func `ESPresense forgets what is older than 15 s`() {
        #expect(TrimmedWindow().smoothed([-50, -70], at: [0, 15]).last == -60)
        #expect(TrimmedWindow().smoothed([-50, -70], at: [0, 15.1]).last == -70)
    }

    @Test func `Bermuda does not believe a retreat faster than 3 m/s`() {
        // From 1 m to 11 m in two seconds: 5 m/s, so 1 m counts again.
        let told = RetreatLimit().smoothed([1, 11], at: [0, 2])
        #expect(told == [1, 1])
    }

    @Test func `Bermuda tells the mean of the running minimum`() {
        // Newest first 4, 2, 3: minima 4, 2, 2; the mean is 8/3.
        let told = RetreatLimit().smoothed([3, 2, 4], at: [0, 2, 4])
        #expect(told[0] == 3)
        #expect(told[1] == 2)
        #expect(abs(told[2] - 8.0 / 3) < 1e-12)
    }

    @Test func `Bermuda believes an approach at once`() {
        let far = Array(repeating: 20.0, count: 30)
        let told = RetreatLimit().smoothed(far + [2], at: (0...30).map { 2 * Double($0) })
        #expect(told.last == 2)
    }

    @Test(arguments: Peer.allCases)
    func `a fit finds the parameters that made the strengths`(peer: Peer) {
        let truth: DistanceCurve
        switch peer.publishedCurve {
        case .logarithmic: truth = .logarithmic(power: -52, exponent: 2.25)
        case .ratio: truth = .ratio(power: -52)
        }
        var series = StrengthSeries()
        for step in 0..<60 {
            let strength = -55 - 0.4 * Double(step)
            // What stands still is not smoothed away.
            for repeated in 0..<30 {
                series.append(strength, at: Double(step * 60 + repeated * 2), distance: truth.distance(at: strength))
            }
        }
        let fitted = FittedPeer(peer, fitting: series)
        let errors = zip(fitted.distances(of: series), series.distances).map { abs($0 - $1) }
        // room-assistant's lag costs it.
        #expect(Statistics.mean(errors) < (peer == .roomAssistant ? 1.5 : 0.35))
    }

    @Test func `without a fit, the published parameters stay`() {
        #expect(FittedPeer(.bermuda, fitting: StrengthSeries()).curve == .logarithmic(power: -55, exponent: 3))
    }
}
