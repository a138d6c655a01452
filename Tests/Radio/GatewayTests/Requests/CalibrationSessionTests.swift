import Bluetooth
import Messages
import Ranging
import Testing
import Tracking

@testable import Gateway

/// What is measured of a tag, as a value.
struct CalibrationSessionTests {
    private let first = BluetoothAddress(bits: 1)
    private let second = BluetoothAddress(bits: 2)
    private let start = Timestamp(seconds: 1_800_000_000)

    @Test func `of several adapters the one that hears most is measured`() {
        var levels = TagLevels()
        levels.put([first: [-66, -67], second: [-76, -77]], at: 10)
        levels.put([first: [-60], second: [-70, -71]], at: 5)
        #expect(levels.best.map(\.distance) == [5, 10])
        #expect(levels.best.map(\.strengths) == [[-70, -71], [-76, -77]])
        var silent = TagLevels()
        silent.put([:], at: 5)
        #expect(silent.best.map(\.strengths) == [[]])
    }

    private func session(_ count: Int, _ strength: Double) -> CalibrationSession {
        var session = CalibrationSession(at: start)
        session.begin("m", at: 5, for: 30, at: start)
        let isOurs = session.hear([first: Array(repeating: strength, count: count)], in: "m")
        let isAnothers = session.hear([:], in: "another")
        #expect(isOurs && !isAnothers)
        return session
    }

    @Test(arguments: [
        (0, -60.0, Calibration.Failure.silent(metres: 5)), (7, -60, .few(7, metres: 5)),
        (8, -93, .weak(-93, metres: 5)),
    ])
    func `a level that cannot be used is refused, and the one before it stays`(
        count: Int, strength: Double, failure: Calibration.Failure
    ) throws {
        var session = session(8, -70)
        try session.end(at: start)
        session.begin("n", at: 5, for: 30, at: start)
        _ = session.hear([first: Array(repeating: strength, count: count)], in: "n")
        #expect(throws: failure) { try session.end(at: start) }
        #expect(session.running == nil)
        #expect(session.levels.best.map(\.mean) == [-70])
    }

    @Test func `levels are forgotten a quarter of an hour after the last, and not while one is measured`() throws {
        var session = session(8, -70)
        #expect(!session.isExpired(at: start.advanced(by: .seconds(10_000))))
        try session.end(at: start.advanced(by: .seconds(30)))
        #expect(!session.isExpired(at: start.advanced(by: .seconds(930))))
        #expect(session.isExpired(at: start.advanced(by: .seconds(931))))
    }

    @Test func `what they come to is told beside what holds now`() throws {
        var session = session(8, -75)
        try session.end(at: start)
        var entry = TagEntry(
            device: DeviceID(owner: try Name("sam"), device: try Name("keys")),
            item: try ItemName("Keys"), identity: .address(first), profile: try Name("beacon")
        )
        let usual = PathLoss(powerAtOneMetre: -59, exponent: 2)
        let status = CalibrationStatus(entry, usual: usual, session, at: start)
        #expect(status.stored == nil && status.usual.powerAtOneMetre == -59)
        // 16 dB by the distance alone: it is weaker by 2 dB than was thought.
        #expect(status.found == .init(powerAtOneMetre: -61, exponent: 2, factor: 1.3))
        entry.calibration = PathLoss(powerAtOneMetre: -61, exponent: 2, sigma: 2)
        let again = CalibrationStatus(entry, usual: usual, session, at: start)
        #expect(again.found?.factor == 1 && again.stored?.powerAtOneMetre == -61)
    }
}
