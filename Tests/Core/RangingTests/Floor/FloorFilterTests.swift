import Foundation
import TestSupport
import Testing

@testable import Ranging

@Suite struct FloorFilterTests {
    static let receivers = [
        FloorPoint(x: 0, y: 0, z: 2), FloorPoint(x: 6, y: 0, z: 2), FloorPoint(x: 3, y: 5, z: 2),
        FloorPoint(x: 0, y: 5, z: 2), FloorPoint(x: 6, y: 5, z: 2),
    ]

    static let silence: [Double?] = receivers.map { _ in nil }

    /// A tag that is heard by the law, with a wall that takes 8 dB from the first receiver beyond x = 3.
    static func strengths(_ place: FloorPoint, _ noise: inout SeededGenerator, sigma: Double = 2) -> [Double?] {
        receivers.enumerated().map { index, receiver in
            let wall = index == 0 && place.x > 3 ? 8.0 : 0
            let fade = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &noise) }
            return -50 - 20 * log10(place.distance(to: receiver)) - wall + sigma * fade
        }
    }

    static func survey(_ noise: inout SeededGenerator) -> [FloorSample] {
        var samples: [FloorSample] = []
        for x in stride(from: 0.0, through: 6, by: 0.4) {
            for y in stride(from: 0.0, through: 5, by: 0.4) {
                let place = FloorPoint(x: x, y: y, z: 1)
                samples.append(FloorSample(place: place, strengths: strengths(place, &noise)))
            }
        }
        return samples
    }

    @Test(arguments: [0.0, -6])
    func `a tag is found where it stands, even one that is weaker than the surveyed`(offset: Double) {
        var noise = SeededGenerator(seed: 1)
        let model = FloorModel(receivers: Self.receivers, survey: Self.survey(&noise), tagHeight: 1)
        var filter = FloorFilter(model: model)
        let place = FloorPoint(x: 4.5, y: 1.5, z: 1)
        for second in 0..<60 {
            filter.observe(Self.strengths(place, &noise).map { $0.map { $0 + offset } }, at: Double(second))
        }
        #expect(filter.place.distance(to: place) < 1)
        for (index, receiver) in Self.receivers.enumerated() {
            let truth = place.distance(to: receiver)
            #expect(abs(filter.median(to: index) - truth) < 1)
            #expect(filter.interval(to: index).contains(truth))
        }
        #expect(filter.probability(beyond: 3, to: 0) > 0.8)
        #expect(filter.probability(beyond: 3, to: 1) < 0.3)
    }

    @Test func `hearing nothing spreads the doubt`() {
        var noise = SeededGenerator(seed: 2)
        let model = FloorModel(receivers: Self.receivers, survey: Self.survey(&noise), tagHeight: 1)
        var filter = FloorFilter(model: model)
        let place = FloorPoint(x: 1, y: 1, z: 1)
        for second in 0..<20 { filter.observe(Self.strengths(place, &noise), at: Double(second)) }
        let known = filter.interval(to: 0)
        for second in 20..<35 { filter.observe(Self.silence, at: Double(second)) }
        let later = filter.interval(to: 0)
        #expect(later.upperBound - later.lowerBound > known.upperBound - known.lowerBound)
        filter.observe(Self.silence, at: 600)
        #expect(filter.interval(to: 0) == FloorFilter(model: model).interval(to: 0))
    }

    @Test func `without a survey every square is as likely`() {
        let model = FloorModel(receivers: Self.receivers, survey: [], tagHeight: 1)
        let filter = FloorFilter(model: model)
        #expect(model.laws[0].exponent == 2)
        #expect(filter.interval(to: 0).contains(3))
    }

    @Test func `an exponent is held near two where strengths say nothing of it`() {
        let law = ReceiverLaw((1...40).map { (distance: Double($0) / 10, strength: -60) })
        #expect(law.exponent > 1)
        let clear = ReceiverLaw(
            (1...4000).map { number in
                let distance = 0.5 + Double(number) / 400
                return (distance: distance, strength: -45 - 30 * log10(distance))
            }
        )
        #expect(abs(clear.exponent - 2.9) < 0.11)
    }
}
