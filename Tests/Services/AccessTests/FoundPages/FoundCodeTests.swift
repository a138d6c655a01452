import Access
import TestSupport
import Testing

/// The codes that stand on labels.
@Suite struct FoundCodeTests {
    /// Gives the same number each time.
    private struct Constant: RandomNumberGenerator {
        let value: UInt64
        func next() -> UInt64 { value }
    }

    @Test(
        arguments: [
            (0, "00000-00000-00000-00000-000000"), (.max, "7ZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZZ"),
            (0x0123_4567_89AB_CDEF, "014D2-PF2DB-SQQG2-8T5CY-4TQKFF"),
        ] as [(UInt64, String)])
    func `128 bits are 26 signs of Crockford's base 32, in groups`(bits: UInt64, text: String) {
        var generator = Constant(value: bits)
        let code = FoundCode(using: &generator)
        #expect(code.description == text)
        #expect(code.text == text.filter { $0 != "-" } && code.text.count == 26)
        #expect(code.path == "/found/\(code.text)")
    }

    @Test(arguments: [
        "7zzzz-01ab0-zzzzz-zzzzz-zzzzzz", "7ZZZZ O1ABO ZZZZZ ZZZZZ ZZZZZZ", "7ZZZZoIabOZZZZZzzzzzzzzzzz",
        "7ZZZZ0LAB0ZZZZZZZZZZZZZZZZ",
    ])
    func `as it is typed, neither case nor hyphens count, and look-alikes are what is meant`(typed: String) {
        #expect(FoundCode(typed: typed).text == "7ZZZZ01AB0ZZZZZZZZZZZZZZZZ")
    }

    @Test func `two codes differ`() {
        var generator = SeededGenerator(seed: 1)
        let codes = (0..<1000).map { _ in FoundCode(using: &generator) }
        #expect(Set(codes).count == 1000)
    }
}
