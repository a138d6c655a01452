import TestSupport
import Testing
import Tracking

@Suite struct TimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00.000Z", 0), ("2026-05-01T09:00:00.000Z", 1_777_626_000_000),
            ("1969-12-31T23:59:59.999Z", -1), ("2000-02-29T12:30:01.250Z", 951_827_401_250),
            ("2100-03-01T00:00:00.000Z", 4_107_542_400_000),
        ] as [(String, Int64)]
    )
    func `a moment is written as RFC 3339 and read back`(_ text: String, _ milliseconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
        #expect(Timestamp(text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        ("2015-12-11T15:43:13.994+01:00", "2015-12-11T14:43:13.994Z"),
        ("2016-06-17t23:41:03z", "2016-06-17T23:41:03.000Z"),
        ("2016-06-17 23:41:03.1234567-02:30", "2016-06-18T02:11:03.123Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
        ("2026-05-01T09:00:00.5Z", "2026-05-01T09:00:00.500Z"),
    ])
    func `every form that RFC 3339 allows is read`(_ text: String, _ same: String) {
        #expect(Timestamp(text)?.description == same)
    }

    @Test(arguments: [
        "", "2026", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:00",
        "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00Zx", "2026-1-01T00:00:00Z", "2026-01-01T00:00:00+1:00",
        "2026-01-01T00:00:00+25:00", "２０２６-01-01T00:00:00Z",
    ])
    func `what is no date-time is refused`(_ text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func `any moment of four-digit years survives the way to text and back`() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<5000 {
            let moment = Timestamp(
                milliseconds: .random(in: -62_167_219_200_000...253_402_300_799_999, using: &generator)
            )
            #expect(Timestamp(moment.description) == moment)
        }
    }

    @Test func `whole seconds round down on both sides of the epoch`() {
        #expect(Timestamp(milliseconds: 1999).wholeSeconds == 1)
        #expect(Timestamp(milliseconds: -1).wholeSeconds == -1)
    }
}
