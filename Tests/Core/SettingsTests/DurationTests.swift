import Settings
import Testing

struct DurationTests {
    @Test(arguments: [
        ("5m10s", 310_000), ("1h", 3_600_000), ("250ms", 250), ("90", 90_000), ("1.5s", 1500), ("0s", 0), ("0", 0),
        ("1d12h", 129_600_000), ("-1h", -3_600_000), ("1h30m", 5_400_000), ("0.25", 250),
    ])
    func `a duration is read`(text: String, milliseconds: Int) {
        #expect(Duration(compact: text) == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "", "-", "s", "5 m", "5x", "10s5m", "5m5m", "1..5s", ".5s", "1e3", "5m10", "5:10", "--1h", "99999999d", "٣s",
        "inf",
    ])
    func `what is no duration is refused`(text: String) {
        #expect(Duration(compact: text) == nil)
    }

    @Test(arguments: ["0s", "250ms", "5m10s", "1h", "1d12h", "-1h", "1d2h3m4s5ms"])
    func `a duration is written as it was read`(text: String) {
        #expect(Duration(compact: text)?.compact == text)
    }

    @Test func `any duration survives writing and reading`() {
        var generator = FuzzGenerator(seed: 1)
        for _ in 0..<1000 {
            let duration = Duration.milliseconds(
                Int64.random(in: -3_000_000_000_000...3_000_000_000_000, using: &generator)
            )
            #expect(Duration(compact: duration.compact) == duration)
        }
    }
}
