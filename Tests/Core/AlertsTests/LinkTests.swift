import Alerts
import Glibc
import Ranging
import Testing
import Tracking

/// Tags that the gateway in the owner's pocket holds by a link.
@Suite struct LinkTests {
    /// An item that was heard beside its owner for half a minute, and then linked for so many seconds.
    private func linked(for seconds: Int, _ strength: Double?) throws -> AlertBench {
        var bench = try AlertBench()
        for second in 0..<30 { bench.hear(Double(second), -55, expected: 1) }
        for second in stride(from: 30, to: 30 + seconds, by: strength == nil ? 10 : 3) {
            bench.link(Double(second), strength)
        }
        return bench
    }

    @Test(arguments: [nil, -60.0]) func `what is linked is near, and known to be`(strength: Double?) throws {
        var bench = try linked(for: 1800, strength)
        #expect(bench.level(1829) == .near)
        #expect(bench.changes.isEmpty)
        let posterior = try #require(bench.watch.posterior)
        #expect(posterior.interval.upperBound < 100)
        for second in stride(from: 1830.0, to: 3600, by: 10) {
            bench.link(second, strength)
            #expect(bench.level(second + 5) == .near)
        }
        #expect(bench.changes.isEmpty)
    }

    @Test func `who walks off from a linked item is told soon after its link is lost`() throws {
        var bench = try linked(for: 600, -60)
        // At 1.4 m/s, until nothing comes any more.
        for second in stride(from: 630.0, to: 680, by: 3) {
            bench.link(second, -59 - 20 * log10(max(1.2, 1.4 * (second - 630))) - 3)
        }
        bench.lose(680)
        for second in stride(from: 682.0, to: 710, by: 2) { bench.hear(second, nil, expected: 2) }
        #expect(bench.changes.last?.level == .critical)
    }

    @Test func `where a link tells no strength, its loss and the silence after it are told`() throws {
        var bench = try linked(for: 600, nil)
        bench.lose(630)
        for second in stride(from: 632.0, to: 660, by: 2) { bench.hear(second, nil, expected: 2) }
        for second in stride(from: 660.0, to: 840, by: 10) { bench.hear(second, nil, expected: 10) }
        #expect(bench.changes.last?.level == .critical)
    }

    @Test(arguments: [nil, -50.0]) func `a battery that is taken out is no sooner a loss than without a link`(
        strength: Double?
    ) throws {
        var bench = try linked(for: 600, strength)
        var unlinked = bench
        bench.lose(631)
        for second in stride(from: 633.0, to: 660, by: 2) {
            bench.hear(second, nil, expected: 2)
            unlinked.hear(second, nil, expected: 2)
        }
        for second in stride(from: 660.0, to: 1260, by: 10) {
            bench.hear(second, nil, expected: 10)
            unlinked.hear(second, nil, expected: 10)
        }
        // Its last moments are those of a tag that nobody was linked to.
        let (first, other) = try (#require(bench.changes.first), #require(unlinked.changes.first))
        #expect(first.time.seconds - other.time.seconds >= -10)
        #expect(first.time.seconds - 631 > 120)
    }

    @Test func `a link that is lost for a moment beside its owner raises nothing`() throws {
        var bench = try linked(for: 600, -65)
        for round in 0..<50 {
            let start = 640 + 30 * Double(round)
            bench.lose(start)
            for second in 2..<6 { bench.hear(start + Double(second), -66, expected: 1) }
            for second in stride(from: start + 6, to: start + 30, by: 3) { bench.link(second, -65) }
        }
        #expect(bench.changes.isEmpty)
    }
}

extension AlertBench {
    /// The link of the gateway in the owner's pocket stands, with such a strength.
    mutating func link(_ seconds: Double, _ strength: Double?) {
        hear(Reception(time: Timestamp(seconds: seconds), strength: strength, samples: 1, isLink: true))
    }

    /// The link was lost: eight packets in a row have not come.
    mutating func lose(_ seconds: Double) {
        hear(Reception(time: Timestamp(seconds: seconds), strength: nil, samples: 0, expected: 8))
    }
}
