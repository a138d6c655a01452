import Ranging
import TestSupport
import Testing
import Tracking

@Suite struct SeparationTests {
    @Test(arguments: [(5.0, 0.0), (5.000001, 1), (4.9, 0), (100, 1)])
    func `an exact distance is beyond a threshold or not`(_ distance: Double, _ probability: Double) {
        #expect(Separation(distance: distance, sigma: 0).probability(beyond: 5) == probability)
    }

    @Test func `the probability is the normal distribution's`() {
        let separation = Separation(distance: 20, sigma: 5)
        #expect((separation.probability(beyond: 20) - 0.5).magnitude < 1e-12)
        // Φ(2) and Φ(-1), from tables.
        #expect((separation.probability(beyond: 10) - 0.977_249_868).magnitude < 1e-8)
        #expect((separation.probability(beyond: 25) - 0.158_655_254).magnitude < 1e-8)
    }

    @Test(arguments: [1.0, 10, 1000, 1e6])
    func `doubt alone is never evidence of distance`(_ sigma: Double) {
        #expect(Separation(distance: 3, sigma: sigma).probability(beyond: 5) < 0.5)
    }

    @Test func `the interval holds 90 per cent`() {
        let separation = Separation(distance: 50, sigma: 4)
        let interval = separation.interval
        let inside =
            separation.probability(beyond: interval.lowerBound) - separation.probability(beyond: interval.upperBound)
        #expect((inside - 0.9).magnitude < 1e-9)
        #expect(Separation(distance: 1, sigma: 9).interval.lowerBound == 0)
    }
}

@Suite struct PositionTrackTests {
    private func fix(_ seconds: Double, north: Double = 0, accuracy: Double? = 0) throws -> Fix {
        let origin = try Coordinate(latitude: 46, longitude: 14)
        return Fix(
            coordinate: origin.offset(north: north, east: 0),
            time: Timestamp(seconds: seconds),
            accuracy: accuracy
        )
    }

    @Test func `between two fixes it went straight, and for a second nothing else is thought of`() throws {
        var track = PositionTrack()
        track.insert(try fix(0))
        track.insert(try fix(1, north: 20))
        let position = try #require(track.position(at: Timestamp(seconds: 0.25)))
        #expect((position.coordinate.distance(to: try fix(0).coordinate) - 5).magnitude < 0.001)
        #expect(position.sigma == 0)
        #expect(position.isSettled)
    }

    @Test func `shortly before a report one is where that has it, whatever the milliseconds are`() throws {
        for milliseconds in 0..<1000 {
            var track = PositionTrack()
            let (begin, end) = (1_795_818_533.848, 1_795_818_553 + Double(milliseconds) / 1000)
            track.insert(try fix(begin))
            track.insert(try fix(end))
            let position = try #require(track.position(at: Timestamp(seconds: end - 0.2)))
            #expect(position.sigma < 0.2)
        }
    }

    @Test func `who rests is as surely there shortly before a report, however many of the same are let go`() throws {
        var track = PositionTrack()
        for report in 0...10 {
            track.insert(try fix(20.25 * Double(report)))
            guard report > 0 else { continue }
            let before = try #require(track.position(at: Timestamp(seconds: 20.25 * Double(report) - 0.25)))
            #expect(before.sigma < 0.3)
            let middle = try #require(track.position(at: Timestamp(seconds: 20.25 * Double(report) - 10)))
            #expect(middle.sigma > 3)
        }
        #expect(track.count < 10)
    }

    @Test func `a pause in the reports is not told of those after it`() throws {
        var track = PositionTrack()
        let reports = [0.0, 1, 2, 22] + (23...60).map(Double.init)
        for report in reports { track.insert(try fix(report)) }
        for second in 23...59 {
            #expect(try #require(track.position(at: Timestamp(seconds: Double(second) + 0.5))).sigma == 0)
        }
        #expect(try #require(track.position(at: Timestamp(seconds: 12))).sigma > 3)
        #expect(track.count == 4)
    }

    @Test func `beyond the last fix it may have started, or gone on as fast as lately`() throws {
        var track = PositionTrack()
        track.insert(try fix(0, accuracy: 15.15))
        let position = try #require(track.position(at: Timestamp(seconds: 10)))
        // From rest, at 1 m/s².
        #expect((position.sigma - (100 + 50 * 50).squareRoot()).magnitude < 1e-9)
        #expect((position.steadySigma - (100 + 14 * 14).squareRoot()).magnitude < 1e-9)
        #expect(position.gap == 10)
        #expect(!position.isSettled)
        track.insert(try fix(20, north: 240, accuracy: 15.15))
        // 12 m/s, less what two standard deviations on both sides make doubtful.
        let pace = (240 - 40.0) / 20
        let later = try #require(track.position(at: Timestamp(seconds: 25)))
        #expect((later.sigma - (100 + (5 * pace + 12.5) * (5 * pace + 12.5)).squareRoot()).magnitude < 0.01)
    }

    @Test(arguments: [(5.0, 16.0), (10, 30), (60, 400), (180, 1000)])
    func `on the way by bus the middle between two fixes is off by what a halt or a bend makes`(
        _ span: Double,
        _ most: Double
    ) throws {
        var track = PositionTrack()
        track.insert(try fix(0))
        track.insert(try fix(span, north: span * 8))
        let middle = try #require(track.position(at: Timestamp(seconds: span / 2))).sigma
        #expect(middle > most / 4 && middle < most)
        let end = try #require(track.position(at: Timestamp(seconds: span - 0.01))).sigma
        #expect(end < middle / 4)
    }

    @Test func `the doubt between two fixes grows with the time between them`() throws {
        var last = 0.0
        for span in [3.0, 5, 10, 30, 60, 300, 900] {
            var track = PositionTrack()
            track.insert(try fix(0))
            track.insert(try fix(span))
            let sigma = try #require(track.position(at: Timestamp(seconds: span / 2))).sigma
            #expect(sigma > last)
            last = sigma
        }
        #expect(last < 150)
    }

    @Test func `a thing's track keeps few positions and tells how often they come`() throws {
        var track = PositionTrack(capacity: PositionTrack.itemCapacity)
        for second in 0..<5000 { track.insert(try fix(Double(second), north: Double(second % 7) * 3)) }
        #expect(track.count <= PositionTrack.itemCapacity * 9 / 8 + 1)
        #expect(try #require(track.position(at: Timestamp(seconds: 4998.5))).sigma < 1)
        let old = try #require(track.position(at: Timestamp(seconds: 4000)))
        #expect(old.isSettled && old.sigma > 10)
        #expect(try #require(track.usualInterval) == 1)
    }

    @Test func `the order of arrival does not matter`() throws {
        var generator = SeededGenerator(seed: 5)
        let fixes = try (0..<50).map { try fix(Double($0), north: Double($0 * $0)) }
        var ordered = PositionTrack()
        for fix in fixes { ordered.insert(fix) }
        for _ in 0..<20 {
            var shuffled = PositionTrack()
            for fix in fixes.shuffled(using: &generator) { shuffled.insert(fix) }
            for time in stride(from: 0.0, through: 49, by: 0.25) {
                let moment = Timestamp(seconds: time)
                #expect(shuffled.position(at: moment)?.coordinate == ordered.position(at: moment)?.coordinate)
            }
        }
    }

    @Test func `what is long past is let go`() throws {
        var track = PositionTrack()
        for second in 0..<100_000 { track.insert(try fix(Double(second))) }
        #expect(track.count <= PositionTrack.capacity + 256)
        #expect(track.lastTime == Timestamp(seconds: 99_999))
        #expect(track.position(at: Timestamp(seconds: 99_000))?.sigma == 0)
    }

    @Test func `a straight way is kept by its ends, and none of it is lost`() throws {
        var track = PositionTrack()
        for second in 0..<600 { track.insert(try fix(Double(second), north: Double(second) * 1.4)) }
        #expect(track.count < 25)
        for second in stride(from: 0.0, to: 599, by: 0.5) {
            let position = try #require(track.position(at: Timestamp(seconds: second)))
            #expect(position.coordinate.distance(to: try fix(0, north: second * 1.4).coordinate) < 0.01)
            #expect(position.sigma == 0 && position.isSettled)
        }
    }

    @Test func `a way with corners keeps its corners`() throws {
        var generator = SeededGenerator(seed: 11)
        let fixes = try (0..<500).map { try fix(Double($0), north: .random(in: 0...3, using: &generator)) }
        var track = PositionTrack()
        for fix in fixes { track.insert(fix) }
        for fix in fixes { #expect(track.position(at: fix.time)?.coordinate.distance(to: fix.coordinate) ?? 9 < 0.01) }
    }

    @Test func `without any fix nothing is known`() {
        #expect(PositionTrack().position(at: Timestamp(seconds: 0)) == nil)
    }
}
