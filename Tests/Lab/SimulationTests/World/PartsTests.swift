import Messages
import Testing
import Tracking

@testable import Simulation

@Suite struct SplitMixTests {
    @Test func `the sequence is the published one`() {
        // The first numbers of SplitMix64 from state 0, of which the constructor has drawn one.
        var generator = SplitMix(seed: 0xCBF2_9CE4_8422_2325, stream: "")
        #expect(generator.next() == 0x6E78_9E6A_A1B9_65F4)
        #expect(generator.next() == 0x06C4_5D18_8009_454F)
    }

    @Test func `streams of one seed are not alike, and a seed has the same stream again`() {
        var (one, two, again) = (
            SplitMix(seed: 1, stream: "radio"), SplitMix(seed: 1, stream: "messages"),
            SplitMix(seed: 1, stream: "radio")
        )
        let first = (0..<8).map { _ in one.next() }
        #expect(first == (0..<8).map { _ in again.next() })
        #expect(Set(first).isDisjoint(with: (0..<8).map { _ in two.next() }))
    }

    @Test func `units fill the range from 0 to 1 evenly`() {
        var generator = SplitMix(seed: 9, stream: "test")
        let draws = (0..<100_000).map { _ in generator.unit() }
        #expect(draws.allSatisfy { (0..<1).contains($0) })
        #expect(abs(draws.reduce(0, +) / 100_000 - 0.5) < 0.005)
        for tenth in 0..<10 { #expect(abs(draws.count { Int($0 * 10) == tenth } - 10_000) < 500) }
    }
}

@Suite struct TimeScaleTests {
    @Test(arguments: [0.5, 1, 7, 15, 1000])
    func `a moment goes out and comes back to the millisecond that the speed allows`(speed: Double) {
        let scale = TimeScale(start: Timestamp(seconds: 1_777_626_000), speed: speed)
        for elapsed in [0, 1000, 999, 3_600_000] as [Int64] {
            let moment = Timestamp(milliseconds: scale.start.milliseconds + elapsed)
            let outside = scale.stamp(moment)
            #expect(abs(Double(outside.milliseconds - scale.start.milliseconds) - Double(elapsed) / speed) <= 0.5)
            #expect(abs(scale.virtual(outside).milliseconds - moment.milliseconds) <= Int64(speed / 2 + 1))
        }
    }

    @Test(arguments: [1e-300, 1e-20, 1e300])
    func `a speed out of reason does not trap`(speed: Double) {
        let scale = TimeScale(start: Timestamp(seconds: 0), speed: speed)
        let later = Timestamp(seconds: 1000)
        #expect(scale.stamp(later) >= scale.start && scale.virtual(later) >= scale.start)
    }
}

@Suite struct RadioModelTests {
    @Test(arguments: [(1.0, -59), (10, -79), (100, -99), (0.1, -39), (0, -39), (1e9, -126)])
    func `strength falls by 20 dB a decade in the open`(distance: Double, rssi: Int) {
        #expect(RadioModel().rssi(at: distance) == rssi)
    }
}

@Suite struct EnergyMeterTests {
    private let table = EnergyTable(
        capacity: 10,
        idle: 1,
        bluetooth: 2,
        gnss: 30,
        gnssSearch: 90,
        modemAsleep: 4,
        modemConnected: 500,
        exchangeSeconds: 10,
        attach: 3600
    )

    private func run(
        gnss: EnergyMeter.Receiver = .off,
        bluetooth: Bool = false,
        modem: Bool = false,
        seconds: Double = 3.6
    ) -> Double {
        var meter = EnergyMeter(capacity: 10)
        meter.run(seconds, endingAt: 3600, gnss: gnss, bluetooth: bluetooth, modem: modem, table)
        return meter.drawn * 1000
    }

    @Test func `each part draws its power for the time it is on`() {
        #expect(abs(run() - 1) < 1e-9)
        #expect(abs(run(bluetooth: true) - 3) < 1e-9)
        #expect(abs(run(gnss: .following) - 31) < 1e-9)
        #expect(abs(run(gnss: .searching) - 91) < 1e-9)
        #expect(abs(run(modem: true) - 5) < 1e-9)
        #expect(abs(run(gnss: .following, bluetooth: true, modem: true) - 37) < 1e-9)
    }

    @Test func `an exchange keeps the modem connected for its time, whatever the steps`() {
        for step in [1, 3, 7, 60] as [Int64] {
            var meter = EnergyMeter(capacity: 10)
            meter.exchange(at: 0, table)
            for end in stride(from: step, through: 420, by: Int(step)) {
                meter.run(Double(step), endingAt: end * 1000, gnss: .off, bluetooth: false, modem: true, table)
            }
            #expect(abs(meter.drawn * 3600 - (10 * 500 + 410 * 4 + 420 * 1)) < 1e-6)
        }
    }

    @Test func `the charge falls to nothing and no further, and can be set`() {
        var meter = EnergyMeter(capacity: 10)
        #expect(meter.percent == 100)
        meter.draw(millijoules: 18_000)
        #expect(abs(meter.percent - 50) < 1e-9 && abs(meter.drawn - 5) < 1e-9)
        meter.draw(millijoules: 90_000)
        #expect(meter.percent == 0)
        meter.set(percent: 4)
        #expect(abs(meter.percent - 4) < 1e-9)
        #expect(EnergyMeter(capacity: 0).percent == 100, "one without a battery hangs on the mains")
    }
}

@Suite struct MovementTests {
    private let home: Coordinate
    private let away: Coordinate

    init() throws {
        home = try Coordinate(latitude: 46, longitude: 14)
        away = try Coordinate(latitude: 46.001, longitude: 14)
    }

    private func track(from start: Duration = .zero) throws -> Track {
        try #require(Track(points: [(start, home), (start + .seconds(10), away)]))
    }

    @Test func `a track is followed from the start, or from the moment of the event`() throws {
        var movement = Movement(track: try track(), turn: 0)
        movement.advance(to: 5000)
        #expect(abs(movement.position.latitude - 46.0005) < 1e-9)
        movement.follow(try track(), at: 20_000)
        movement.advance(to: 20_000)
        #expect(movement.position == home)
        movement.advance(to: 30_000)
        #expect(movement.position == away)
    }

    @Test func `a thing goes with its carrier until it is put down, and stays there`() throws {
        var movement = Movement(with: 2, at: home, turn: 0)
        #expect(movement.carrier == 2)
        movement.advance(to: 1000, carriedTo: away)
        #expect(movement.position == away)
        movement.stop()
        movement.advance(to: 2000, carriedTo: home)
        #expect(movement.position == away && movement.carrier == nil)
        movement.follow(owner: 1)
        #expect(movement.carrier == 1)
    }

    @Test(arguments: [(14.0, 90.0, 104.0), (100, 90, -170), (-170, 350, 180), (179.5, 1, -179.5)])
    func `copies of a fleet lie to the east, round the earth`(longitude: Double, turn: Double, expected: Double) throws
    {
        let place = try Coordinate(latitude: 46, longitude: longitude)
        #expect(abs(Movement(track: Track(at: place), turn: turn).position.longitude - expected) < 1e-9)
    }

    @Test func `a copy's distances are the original's`() throws {
        let points = try track()
        for turn in [0.0, 77.7, 180, 359.9] {
            let from = Movement(track: points, turn: turn)
            var to = from
            to.advance(to: 10_000)
            #expect(abs(from.position.distance(to: to.position) - home.distance(to: away)) < 1e-6)
        }
    }
}
