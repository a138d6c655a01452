import Bluetooth
import Messages
import TestSupport
import Testing
import Tracking

extension Arbitrary {
    mutating func flag() -> Bool { Bool.random(using: &generator) }

    mutating func gridPosition() throws -> Position {
        let coordinate = try Coordinate(
            latitudeE7: Int32(integer(-900_000_000...900_000_000)),
            longitudeE7: Int32(integer(-1_800_000_000...1_800_000_000))
        )
        return Position(
            coordinate: coordinate,
            accuracy: maybe { Double($0.integer(0...10_000_000)) / 100 },
            time: time()
        )
    }

    mutating func sentFix() throws -> SentFix {
        let position = try gridPosition()
        var fix = Fix(coordinate: position.coordinate, time: position.time, accuracy: position.accuracy)
        fix.altitude = maybe { Double($0.integer(-50_000...1_000_000)) / 100 }
        fix.verticalAccuracy = maybe { Double($0.integer(0...100_000)) / 100 }
        fix.speed = maybe { Double($0.integer(0...200_000)) / 100 }
        fix.course = maybe { Double($0.integer(0...36_000)) / 100 }
        let tracker = TrackerFix(
            fix: fix,
            mark: mark(),
            mode: one(of: Mode.self),
            source: one(of: FixSource.self),
            trigger: one(of: FixTrigger.self),
            battery: integer(0...100)
        )
        return SentFix(tracker, sent: time())
    }

    mutating func registration() throws -> Registration {
        try Registration(
            owner: name(),
            device: name(),
            gateway: name(),
            reportEvery: maybe { $0.integer(1...86_400) },
            broker: maybe { String(repeating: "é", count: $0.integer(1...64)) },
            user: maybe { String(repeating: "u", count: $0.integer(1...64)) },
            password: maybe { String(repeating: "p", count: $0.integer(1...64)) }
        )
    }

    mutating func controlRequest() throws -> ControlRequest {
        switch integer(0...2) {
        case 0: return .command(Command(id: text(1...50), verb: one(of: Command.Verb.self)))
        case 1:
            var state = try desired().value
            state.reference = try maybe { try $0.gridPosition() }
            return .desired(state)
        default: return .confirmRegistration
        }
    }

    /// What a tracker of ours says of itself: a button is what its gateway knows of a tag.
    mutating func trackerState() throws -> ReportedState {
        var state = try reported().value
        state.hasButton = false
        return state
    }

    mutating func locationAndSpeed() throws -> LocationAndSpeed {
        LocationAndSpeed(
            speed: maybe { Double($0.integer(0...65_535)) / 100 },
            totalDistance: maybe { Double($0.integer(0...0xFF_FFFF)) / 10 },
            coordinate: try maybe { try $0.gridPosition().coordinate },
            elevation: maybe { Double($0.integer(-0x80_0000...0x7F_FFFF)) / 100 },
            heading: maybe { Double($0.integer(0...65_535)) / 100 },
            rollingTime: maybe { UInt8($0.integer(0...255)) },
            time: maybe { Timestamp(milliseconds: Int64($0.integer(-12_212_553_600...253_402_300_799)) * 1000) },
            status: one(of: LocationAndSpeed.PositionStatus.self),
            isThreeDimensional: flag(),
            elevationSource: one(of: LocationAndSpeed.ElevationSource.self),
            hasCompassHeading: flag()
        )
    }
}

struct GATTRoundTripTests {
    private func check<Value: GATTValue & Equatable>(
        seed: UInt64,
        _ make: (inout Arbitrary<SeededGenerator>) throws -> Value
    ) throws {
        var chance = Arbitrary(generator: SeededGenerator(seed: seed))
        for _ in 0..<500 {
            let value = try make(&chance)
            let bytes = value.gattValue
            #expect(bytes.count <= GATTValueError.longestValue)
            #expect(try Value(gattValue: bytes) == value)
            // A later version may have appended something.
            if !(value is Registration) { #expect(try Value(gattValue: bytes + [0xA5]) == value) }
        }
    }

    @Test func `fixes`() throws { try check(seed: 1) { try $0.sentFix() } }
    @Test func `registrations`() throws { try check(seed: 2) { try $0.registration() } }
    @Test func `control requests`() throws { try check(seed: 3) { try $0.controlRequest() } }
    @Test func `references`() throws { try check(seed: 4) { try $0.gridPosition() } }
    @Test func `marks`() throws { try check(seed: 5) { $0.mark() } }
    @Test func `states`() throws { try check(seed: 6) { try $0.trackerState() } }
    @Test func `locations and speeds`() throws { try check(seed: 7) { try $0.locationAndSpeed() } }

    @Test func `control answers`() throws {
        try check(seed: 8) { ControlAnswer(id: $0.text(1...50), error: $0.maybe { $0.text(0...40) }) }
    }

    @Test func `identities`() throws {
        try check(seed: 9) {
            let number = TrackerNumber(.random(in: 0...(.max), using: &$0.generator))
            return TrackerIdentity(number: number, isRegistered: $0.flag(), isActive: $0.flag(), isPending: $0.flag())
        }
    }

    @Test func `position qualities`() throws {
        try check(seed: 10) {
            PositionQuality(
                beaconsInSolution: $0.maybe { UInt8($0.integer(0...255)) },
                timeToFirstFix: $0.maybe { Double($0.integer(0...65_535)) / 10 },
                horizontalError: $0.maybe { Double($0.integer(0...1_000_000)) / 100 },
                verticalDilution: $0.maybe { Double($0.integer(0...255)) / 5 },
                status: $0.one(of: LocationAndSpeed.PositionStatus.self)
            )
        }
    }

    @Test func `what a tracker says and is told finds its characteristic and comes back`() throws {
        var chance = Arbitrary(generator: SeededGenerator(seed: 11))
        for _ in 0..<200 {
            let sent = try chance.sentFix()
            let reported = try chance.trackerState()
            for uplink in [.fix(sent.fix, sent: sent.sent), .reported(reported), .result(ControlAnswer(id: "a"))]
                as [Uplink]
            {
                #expect(try Uplink(of: uplink.gatt.characteristic, value: uplink.gatt.value) == uplink)
            }
            var desired = try chance.desired().value
            desired.reference = nil
            let command = Command(id: "a", verb: chance.one(of: Command.Verb.self))
            for downlink in [
                .reference(try chance.gridPosition()), .desired(desired), .command(command), .stored(chance.mark()),
            ] as [Downlink] {
                #expect(try Downlink(of: downlink.gatt.characteristic, value: downlink.gatt.value) == downlink)
            }
        }
        #expect(try Uplink(of: TagalongService.identity, value: []) == nil)
        #expect(try Downlink(of: TagalongService.fix, value: []) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `a number beyond all measure is brought into range`(number: Double) throws {
        var sent = try GATTSample.fix
        (sent.fix.fix.accuracy, sent.fix.fix.altitude, sent.fix.fix.course) = (number, number, number)
        let read = try SentFix(gattValue: sent.gattValue)
        #expect(read.fix.mark == sent.fix.mark)
        #expect(read.fix.fix.accuracy?.isFinite ?? number.isNaN)
        #expect(!LocationAndSpeed(sent.fix).gattValue.isEmpty && !PositionQuality(sent.fix).gattValue.isEmpty)
    }
}
