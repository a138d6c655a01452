import Foundation
import Ranging
import TestSupport
import Testing
import Tracking

@Suite struct RoomModelTests {
    private let anywhere = DistanceDistribution(median: 4, spread: 0.6)

    /// A walk that stays for five minutes at each of some distances, with another wall in the way each time.
    private func walk(_ law: ReceptionModel, walls: Double, seed: UInt64) -> [CalibrationSample] {
        var generator = SeededGenerator(seed: seed)
        return (0..<60).flatMap { stay in
            let distance = Double.random(in: 1...9, using: &generator)
            let wall = walls * SignalSource.normal(&generator)
            return (0..<60).map { second in
                CalibrationSample(
                    time: Timestamp(milliseconds: Int64(stay * 300 + second * 5) * 1000),
                    distance: distance,
                    strength: law.strength(at: distance) + wall + 3 * SignalSource.normal(&generator)
                )
            }
        }
    }

    @Test func `a long walk tells the law and how far the walls make strengths stray from it`() {
        let law = ReceptionModel(powerAtOneMetre: -48, exponent: 2.2)
        let found = RoomModel(own: walk(law, walls: 5, seed: 3), prior: anywhere).reception
        #expect((found.exponent - 2.2).magnitude < 0.35)
        #expect((found.strength(at: 4) - law.strength(at: 4)).magnitude < 1.5)
        #expect((4.2...6).contains(found.shadowSigma))
        #expect(found.biasSigma == Calibration.biasSigma)
    }

    @Test func `half a minute at one distance tells the level and leaves what is usual`() {
        let samples = (0..<30).map {
            CalibrationSample(time: Timestamp(seconds: Double($0)), distance: 3, strength: -61 + Double($0 % 2))
        }
        let found = RoomModel(own: samples, prior: anywhere).reception
        #expect((found.strength(at: 3) + 60.5).magnitude < 0.6)
        #expect((found.exponent - 2.5).magnitude < 0.01)
        #expect((6...7).contains(found.shadowSigma))
    }

    @Test func `a receiver that nobody has calibrated is taken for one of the others`() {
        let law = ReceptionModel(powerAtOneMetre: -45, exponent: 2.5)
        let others = (1...3 as ClosedRange<UInt64>).map { walk(law, walls: 4, seed: $0) }
        let found = RoomModel(own: [], others: others, prior: anywhere).reception
        #expect((found.strength(at: 4) - law.strength(at: 4)).magnitude < 1.5)
    }

    @Test func `what a receiver heard itself counts more than what others did`() {
        let (law, deaf) = (ReceptionModel(powerAtOneMetre: -45), ReceptionModel(powerAtOneMetre: -55))
        let own = walk(deaf, walls: 3, seed: 5)
        let found = RoomModel(own: own, others: [walk(law, walls: 3, seed: 6)], prior: anywhere).reception
        let strength = found.strength(at: 4)
        #expect((strength - deaf.strength(at: 4)).magnitude < (strength - law.strength(at: 4)).magnitude)
    }

    @Test func `without any samples all that is usual holds`() {
        let found = RoomModel(own: [], prior: anywhere).reception
        #expect(found.powerAtOneMetre == ReceptionModel().powerAtOneMetre)
        #expect(found.exponent == ReceptionModel().exponent)
        #expect(found.biasSigma == ReceptionModel().biasSigma)
    }
}

@Suite struct RoomPriorTests {
    private let corner = FloorPoint(x: 0, y: 0, z: 1)
    private let corners = [FloorPoint(x: 6, y: 0, z: 1), FloorPoint(x: 0, y: 8, z: 1)]

    @Test func `a tag is in the rectangle of the known places, as likely here as there`() {
        let prior = DistanceDistribution(from: corner, among: corners, tagHeight: 1)
        // 6 m by 8 m: 10 m to the far corner, and a quarter of a disc of 5 m radius has 19.6 of 48 m².
        #expect(prior.probability(beyond: 10.7) < 0.01)
        #expect((prior.probability(beyond: 5) - (1 - 19.635 / 48)).magnitude < 0.03)
    }

    @Test func `a receiver in the middle has tags nearer than one in a corner`() {
        let middle = FloorPoint(x: 3, y: 4, z: 1)
        let inside = DistanceDistribution(from: middle, among: corners + [corner], tagHeight: 1)
        let outside = DistanceDistribution(from: corner, among: corners, tagHeight: 1)
        #expect(inside.median < 0.7 * outside.median)
    }

    @Test func `where nothing else is known some tags are elsewhere all the same`() {
        let prior = DistanceDistribution(from: corner, among: [], tagHeight: 1.5)
        #expect((prior.weights.sum() - 1).magnitude < 1e-4)
        #expect(prior.probability(beyond: 5) > 0.003)
    }
}
