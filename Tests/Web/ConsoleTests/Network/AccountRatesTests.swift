import Testing
import Tracking

@testable import Web

/// How often an account may do something.
@Suite struct AccountRatesTests {
    private let start = Timestamp(milliseconds: 1_767_000_000_000)

    private func isLet(_ rates: AccountRates, _ account: String, after seconds: Int64) throws -> Bool {
        do {
            try rates.count(Name(account), at: start.advanced(by: .seconds(seconds)))
            return true
        } catch is Problem { return false }
    }

    @Test func `an account does so much at once, then as much as time gives, and others are not concerned`() throws {
        let rates = AccountRates(RequestRate(burst: 3, perSecond: 0.5), of: "searches")
        let first = try (0..<4).map { _ in try isLet(rates, "sam", after: 0) }
        #expect(first == [true, true, true, false])
        #expect(try isLet(rates, "kim", after: 0))
        #expect(try !isLet(rates, "sam", after: 1))
        #expect(try isLet(rates, "sam", after: 3))
        #expect(try !isLet(rates, "sam", after: 3))
    }

    @Test func `a clock that is set back gives nothing`() throws {
        let rates = AccountRates(RequestRate(burst: 1, perSecond: 1), of: "searches")
        #expect(try isLet(rates, "sam", after: 10))
        #expect(try !isLet(rates, "sam", after: 5))
    }

    @Test func `where there is no room those who have been silent for longest are forgotten`() throws {
        let rates = AccountRates(RequestRate(burst: 1, perSecond: 0.001), of: "searches", room: 2)
        for name in ["a", "b", "c"] { #expect(try isLet(rates, name, after: 0)) }
        // Those of the half before are still known.
        #expect(try !isLet(rates, "c", after: 1) && !isLet(rates, "a", after: 1))
        for name in ["d", "e", "f", "g"] { #expect(try isLet(rates, name, after: 2)) }
        #expect(try isLet(rates, "b", after: 3))
    }
}
