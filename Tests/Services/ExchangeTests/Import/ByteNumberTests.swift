import JSON
import TestSupport
import Testing

struct ByteNumberTests {
    @Test(arguments: [
        "0", "-0", "+1.5", "46.0569", "-14.5058", "1.", ".5", "1e22", "1E-3", "9007199254740993", "12345678901234567",
        "0.00000000000000000000012345678901234567", "000000000000000000000001.5", "12345678901234567890123.5e-10",
        "0.1000000000000000055511151231257827", "1e-400",
    ])
    func `a number reads as the nearest double, with blanks around it or without`(text: String) {
        #expect(ByteNumber.double(text) == Double(text))
        #expect(ByteNumber.double(" \t\(text)\n") == Double(text))
    }

    @Test func `a random decimal reads as the standard library reads it`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let whole = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
            let zeros = String(repeating: "0", count: Int.random(in: 0..<24, using: &generator))
            let text = "-\(zeros)\(whole).\(zeros)\(generator.next() >> 30)"
            #expect(ByteNumber.double(text) == Double(text), "\(text)")
        }
    }

    @Test(arguments: [
        "", " ", ".", "-", "+", "-.", "e5", "1e", "1e+", "1.2.3", "1,5", "0x10", "nan", "inf", "1e400", "1 2",
    ])
    func `what is no number is none`(text: String) {
        #expect(ByteNumber.double(text) == nil)
    }
}
