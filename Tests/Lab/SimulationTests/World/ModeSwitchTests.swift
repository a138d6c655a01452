import Firmware
import Simulation
import Testing
import Tracking

/// One tracker with noisy ears and eyes: it is carried, left behind by an owner who walks out of reach, and fetched.
private struct LeftBehind {
    private(set) var firmware: Firmware
    private var tracker: GNSSNoise
    private var phone: GNSSNoise
    private var radio: RadioNoise
    private let origin: Coordinate
    private let referenceEvery: Int
    private var isReceiverOn = false
    private var linkedAt: Double?
    /// The mode in each second.
    private(set) var modes: [Mode] = []

    /// Seconds of carrying, of the way out at 1.4 m/s, and of the absence.
    static let (carried, way, absent) = (300, 150, 300)
    static let seconds = 2 * carried + 2 * way + absent

    init(seed: UInt64, saving: PowerSaving?, referenceEvery: Int, _ surroundings: Surroundings) throws {
        let parameters = NoiseParameters(surroundings)
        let stream = { (purpose: String) in SplitMix(seed: seed, stream: purpose) }
        tracker = GNSSNoise(try #require(parameters.gnss), stream("tracker"), at: -600)
        phone = GNSSNoise(try #require(parameters.phone), stream("phone"), at: -600)
        radio = RadioNoise(try #require(parameters.radio), stream("radio"), at: -600)
        self.referenceEvery = referenceEvery
        origin = try Coordinate(latitude: 46, longitude: 14)
        firmware = Firmware(
            parameters: FirmwareParameters(saving: saving),
            owner: try Name("sam"),
            desired: DesiredState(version: 0)
        )
        _ = phone.sample(at: -600)
        handle(.start, at: 0)
    }

    /// How far the owner is from the tracker.
    static func distance(at second: Int) -> Double {
        let away = second - carried
        if away < 0 { return 0.5 }
        return 0.5 + 1.4 * Double(max(0, min(away, way, 2 * way + absent - away)))
    }

    private mutating func handle(_ event: FirmwareEvent, at second: Int) {
        for case .gnss(let on) in firmware.handle(event, at: Timestamp(seconds: Double(second))) { isReceiverOn = on }
    }

    mutating func play() {
        for second in 0..<Self.seconds { step(second) }
    }

    private mutating func step(_ second: Int) {
        let distance = Self.distance(at: second)
        if second == Self.carried + 10 { handle(.motion(false), at: second) }
        if second == Self.seconds - Self.carried { handle(.motion(true), at: second) }
        listen(second, distance)
        if let fix = fix(phone.sample(at: Double(second)), north: distance, second), second % referenceEvery == 0 {
            handle(.received(.reference(Position(fix))), at: second)
        }
        let reading = tracker.sample(at: Double(second), isOn: isReceiverOn)
        switch reading {
        case .off: handle(.tick, at: second)
        case .searching: handle(.noFix, at: second)
        case .fix: if let fix = fix(reading, north: 0, second) { handle(.fix(fix), at: second) }
        }
        modes.append(firmware.mode)
    }

    private mutating func listen(_ second: Int, _ distance: Double) {
        let heard = radio.sample(at: Double(second), distance: distance, RadioModel(), mayMeetBody: true)
        if let heard {
            if linkedAt == nil { handle(.link(.bluetooth, up: true), at: second) }
            linkedAt = Double(second)
            handle(.heard(rssi: heard), at: second)
        } else if let last = linkedAt, Double(second) - last > 6 {
            linkedAt = nil
            handle(.link(.bluetooth, up: false), at: second)
        }
    }

    private func fix(_ reading: GNSSNoise.Reading, north: Double, _ second: Int) -> Fix? {
        guard case .fix(let error) = reading else { return nil }
        return Fix(
            coordinate: origin.offset(north: north + error.north, east: error.east),
            time: Timestamp(seconds: Double(second)),
            accuracy: error.accuracy
        )
    }

    /// How often the mode changes in a stretch of seconds, once there is one.
    func changes(_ stretch: Range<Int>) -> Int {
        let known = modes[stretch].filter { $0 != .off }
        return zip(known, known.dropFirst()).count { $0 != $1 }
    }
}

@Suite struct ModeSwitchTests {
    /// A receiver that rests and one that always runs, with references as rare as gateways send them, and as often as
    /// phones tell them.
    @Test(arguments: [(true, 60), (true, 5), (false, 5)])
    func `between houses a crossing changes the mode once, in at least 95 % of the runs`(
        saves: Bool,
        referenceEvery: Int
    ) throws {
        let (runs, middle) = (100, LeftBehind.carried + LeftBehind.way + LeftBehind.absent / 2)
        var (steady, late) = (0, 0)
        for seed in 1...UInt64(runs) {
            var life = try LeftBehind(
                seed: seed,
                saving: saves ? PowerSaving() : nil,
                referenceEvery: referenceEvery,
                .urban
            )
            life.play()
            let isSteady = life.changes(0..<middle) <= 1 && life.changes(middle..<LeftBehind.seconds) <= 1
            if isSteady { steady += 1 }
            // It must not be steady for never changing.
            if life.modes[middle] != .cellular || life.modes.last != .bluetooth { late += 1 }
        }
        #expect(steady * 100 >= 95 * runs)
        #expect(late * 100 <= 5 * runs)
    }
}
