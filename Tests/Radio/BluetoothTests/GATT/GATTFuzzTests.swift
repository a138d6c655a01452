import Bluetooth
import Messages
import TestSupport
import Testing
import Tracking

/// Bytes that no tracker and no gateway should send.
struct GATTFuzzTests {
    /// Reads the bytes as everything there is; what is accepted must come back as itself.
    private static func feed(_ bytes: [UInt8]) -> Int {
        stable(TrackerIdentity.self, bytes) + stable(Registration.self, bytes)
            + stable(RegistrationAnswer.self, bytes) + stable(ControlRequest.self, bytes)
            + stable(ControlAnswer.self, bytes) + stable(Position.self, bytes) + stable(FixMark.self, bytes)
            + stable(ReportedState.self, bytes) + stable(SentFix.self, bytes)
            + stable(LocationAndSpeed.self, bytes) + stable(PositionQuality.self, bytes)
            + stable(LocationFeature.self, bytes) + stable(AlertLevelValue.self, bytes)
    }

    private static func stable<Value: GATTValue & Equatable>(_ type: Value.Type, _ bytes: [UInt8]) -> Int {
        guard let value = try? Value(gattValue: bytes) else { return 0 }
        let written = value.gattValue
        #expect(written.count <= GATTValueError.longestValue)
        #expect((try? Value(gattValue: written).gattValue) == written, "\(bytes)")
        return 1
    }

    @Test func `random bytes of every length never trap`() {
        var generator = SeededGenerator(seed: 23)
        var accepted = 0
        for length in 0...520 {
            for round in 0..<8 {
                var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
                if round > 1, length > 0 { bytes[0] = 1 }
                if round > 3 { for index in bytes.indices.dropFirst() { bytes[index] &= 0x07 } }
                accepted += Self.feed(bytes)
            }
        }
        #expect(accepted > 1000)
    }

    @Test func `cut, grown and changed values never trap`() throws {
        var chance = Arbitrary(generator: SeededGenerator(seed: 29))
        for round in 0..<3000 {
            var bytes = try [
                chance.sentFix().gattValue, chance.registration().gattValue, chance.controlRequest().gattValue,
                chance.reported().value.gattValue, chance.locationAndSpeed().gattValue,
            ][round % 5]
            for _ in 0..<chance.integer(1...4) where !bytes.isEmpty {
                let place = chance.integer(0...bytes.count - 1)
                switch chance.integer(0...2) {
                case 0: bytes.removeSubrange(place...)
                case 1: bytes[place] = UInt8(chance.integer(0...255))
                default: bytes.insert(UInt8(chance.integer(0...255)), at: place)
                }
            }
            #expect(Self.feed(bytes) >= 0)
        }
    }

    @Test func `every shortened value is refused`() throws {
        let whole = try [GATTSample.fix.gattValue, GATTSample.position.gattValue, GATTSample.state.gattValue]
        for count in 0..<whole[0].count {
            #expect(throws: GATTValueError.self) { try SentFix(gattValue: Array(whole[0].prefix(count))) }
        }
        for count in 0..<whole[1].count {
            #expect(throws: GATTValueError.self) { try Reference(gattValue: Array(whole[1].prefix(count))) }
        }
        for count in 0..<whole[2].count {
            #expect(throws: GATTValueError.self) { try ReportedState(gattValue: Array(whole[2].prefix(count))) }
        }
    }

    @Test(arguments: [
        ("01 01 03 73616D 02 04 6B657973", "gateway of the registration: a name is expected, found nothing"),
        ("01 01 03 73616D 01 03 73616D", "owner of the registration: one value is expected, found two"),
        ("01 09 00", "field of the registration: a number from 1 to 7, or from 128 is expected, found 9"),
        ("01 01 05 73616D", "owner of the registration: 5 bytes is expected, found 3"),
        ("02", "format of the registration: 1 is expected, found 2"),
        ("", "format of the registration: 1 byte is expected, found nothing"),
        (
            "01 01 01 23 02 01 61 03 01 61",
            "owner of the registration: a name of 1 to 64 letters, digits, '_' or '-' is expected, found '#'"
        ),
        (
            "01 01 01 61 02 01 61 03 01 61 05 01 FF",
            "broker of the registration: text in UTF-8 is expected, found other bytes"
        ),
    ])
    func `a registration with an error says which`(digits: String, sentence: String) {
        #expect { try Registration(gattValue: hex(digits)) } throws: { "\($0)" == sentence }
    }

    @Test func `a field of a later version is left unread`() throws {
        let bytes = try GATTSample.registration.gattValue + [0x80, 2, 1, 2]
        #expect(try Registration(gattValue: bytes) == GATTSample.registration)
    }
}
