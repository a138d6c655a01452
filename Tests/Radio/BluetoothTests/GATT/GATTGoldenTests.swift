import Bluetooth
import TestSupport
import Testing
import Tracking

/// The bytes of docs/protocol.md.
struct GATTGoldenTests {
    private static let position = """
        7A2B C4E2 9D01 0000 ; time, 1777626000250 ms
        9927 BF1B           ; latitude, 46.5512345
        AE11 62F7           ; longitude, -14.4567890
        C201 0000           ; accuracy, 4.50 m
        """

    private func check<Value: GATTValue & Equatable>(_ value: Value, _ lines: String) throws {
        #expect(value.gattValue == hex(lines))
        #expect(try Value(gattValue: hex(lines)) == value)
    }

    @Test func `identity`() throws {
        try check(
            TrackerIdentity(number: GATTSample.number, isRegistered: true, isActive: true),
            """
            01                  ; format
            03                  ; flags: registered, active
            0011 2233 4455 6677 ; number, as written
            """
        )
    }

    @Test func `registration`() throws {
        try check(
            GATTSample.registration,
            """
            01                                   ; format
            01 03 73616D                         ; owner sam
            02 04 6B657973                       ; device keys
            03 03 64656E                         ; gateway den
            04 04 58020000                       ; a report every 600 s
            05 0E 6D717474733A2F2F623A38383833   ; broker mqtts://b:8883
            06 01 75                             ; user u
            07 02 7077                           ; password pw
            """
        )
    }

    @Test(arguments: [(RegistrationAnswer.Status.accepted, "00"), (.otherOwner, "01")])
    func `registration answer`(status: RegistrationAnswer.Status, byte: String) throws {
        try check(RegistrationAnswer(status: status, number: GATTSample.number), "01 \(byte) 0011 2233 4455 6677")
    }

    @Test(arguments: [(Command.Verb.locate, "01"), (.ring, "02"), (.stopRing, "03"), (.unregister, "04")])
    func `control request with a command`(verb: Command.Verb, byte: String) throws {
        try check(
            ControlRequest.command(Command(id: "a1", verb: verb)),
            """
            01 \(byte)  ; format, operation
            02 6131     ; id a1
            """
        )
    }

    @Test func `control request with a desired state`() throws {
        try check(
            ControlRequest.desired(GATTSample.desired),
            """
            01 05       ; format, operation
            02          ; flags: item
            0700 0000   ; version 7
            01          ; power on
            5802 0000   ; a report every 600 s
            00          ; mode auto
            04 4B657973 ; item Keys
            """
        )
        var full = try GATTSample.desired
        full.reference = try GATTSample.position
        try check(
            ControlRequest.desired(full),
            "01 05 03 07000000 01 58020000 00\n" + Self.position + "\n04 4B657973"
        )
    }

    @Test func `control request that confirms a registration`() throws {
        try check(ControlRequest.confirmRegistration, "01 06")
    }

    @Test func `control answers`() throws {
        try check(ControlAnswer(id: "a1"), "01 00 02 6131 ; done")
        try check(ControlAnswer(id: "a1", error: "no sky"), "01 01 02 6131 06 6E6F20736B79 ; not done, why")
    }

    @Test func `reference`() throws {
        try check(GATTSample.position, "01 ; format\n" + Self.position)
    }

    @Test func `state`() throws {
        try check(
            GATTSample.state,
            """
            01            ; format
            0700 0000     ; follows version 7
            01            ; power on
            5802 0000     ; a report every 600 s
            00            ; mode auto
            01            ; active mode Bluetooth
            0300 0000     ; boot 3
            57            ; battery 87 %
            05 312E302E30 ; firmware 1.0.0
            02 7431       ; model t1
            """
        )
    }

    @Test func `fix`() throws {
        let lines = """
            01                  ; format
            01 00 01            ; mode Bluetooth, source GNSS, asked for
            57                  ; battery 87 %
            0300 0000 0201 0000 ; boot 3, sequence 258
            682E C4E2 9D01 0000 ; sent at 1777626001000 ms
            \(Self.position)
            83FF FFFF           ; altitude, -1.25 m
            2003 0000           ; vertical accuracy, 8.00 m
            6801 0000           ; speed, 3.60 km/h
            0E6A                ; course, 271.50 degrees
            """
        try check(GATTSample.fix, lines)
        #expect(hex(lines).count == SentFix.size)
    }

    @Test func `stored mark`() throws {
        try check(FixMark(boot: 3, sequence: 258), "01 0300 0000 0201 0000")
    }
}

/// The bytes of the Bluetooth SIG's characteristics.
struct StandardGATTTests {
    @Test func `location and speed of a fix, as our trackers notify it`() throws {
        let value = LocationAndSpeed(try GATTSample.fix.fix)
        let bytes = hex(
            """
            DD00                   ; speed, location, elevation, heading, time; position ok
            6400                   ; 1.00 m/s
            9927 BF1B AE11 62F7    ; 46.5512345, -14.4567890
            83FFFF                 ; -1.25 m
            0E6A                   ; 271.50 degrees
            EA07 05 01 09 00 00    ; 2026-05-01T09:00:00Z
            """
        )
        #expect(value.gattValue == bytes)
        #expect(try LocationAndSpeed(gattValue: bytes) == value)
        #expect(try LocationAndSpeed(gattValue: bytes).fix(receivedAt: Timestamp(milliseconds: 0))?.speed == 3.6)
    }

    @Test func `location and speed with every field`() throws {
        let bytes = hex(
            """
            FF1F                   ; all there is, last known, 3D, other source, compass
            FFFF                   ; 655.35 m/s
            010203                 ; 19712.1 m
            00E9 A435 00D2 496B    ; 90, 180
            000080                 ; -83886.08 m
            A08C                   ; 360 degrees
            FF                     ; rolling time
            2E06 0A 0F 17 3B 3B    ; 1582-10-15T23:59:59Z
            """
        )
        let value = try LocationAndSpeed(gattValue: bytes)
        #expect(value.speed == 655.35 && value.totalDistance == 19712.1 && value.elevation == -83886.08)
        #expect(value.coordinate == (try Coordinate(latitude: 90, longitude: 180)) && value.heading == 360)
        #expect(value.time == Timestamp("1582-10-15T23:59:59Z") && value.rollingTime == 255)
        #expect(value.status == .lastKnown && value.elevationSource == .other)
        #expect(
            value.isThreeDimensional && value.hasCompassHeading
                && value.fix(receivedAt: Timestamp(milliseconds: 0)) == nil
        )
    }

    @Test(arguments: [("4000 EA07 02 1D 000000", "day"), ("4000 EA07 0D 01 000000", "month"), ("0400 01", "latitude")])
    func `what is no location is refused`(digits: String, field: String) {
        #expect { try LocationAndSpeed(gattValue: hex(digits)) } throws: { ($0 as? GATTValueError)?.field == field }
    }

    @Test func `a date that is not known leaves the time out`() throws {
        #expect(try LocationAndSpeed(gattValue: hex("4000 0000 05 01 09 00 00")).time == nil)
    }

    @Test func `position quality`() throws {
        let value = PositionQuality(try GATTSample.fix.fix)
        let bytes = hex("9800 C201 0000 2003 0000 ; EHPE 4.50 m, EVPE 8.00 m, position ok")
        #expect(value.gattValue == bytes)
        #expect(try PositionQuality(gattValue: bytes) == value)
        let full = hex("FF00 05 0C 2A01 C2010000 20030000 06 0A")
        #expect(try PositionQuality(gattValue: full).horizontalDilution == 1.2)
        #expect(try PositionQuality(gattValue: full).gattValue == full)
    }

    @Test func `features and alert levels`() throws {
        #expect(LocationFeature([.speed, .location, .positionStatus]).gattValue == hex("0500 1000"))
        #expect(try AlertLevelValue(gattValue: [2]) == .high)
        #expect(throws: GATTValueError.self) { try AlertLevelValue(gattValue: [3]) }
    }

    @Test func `the Tagalong service's characteristics share a base`() {
        #expect("\(TagalongService.uuid)" == "83c10000-9ad7-4dd7-a296-c65c495218da")
        #expect("\(TagalongService.stored)" == "83c10007-9ad7-4dd7-a296-c65c495218da")
    }
}
