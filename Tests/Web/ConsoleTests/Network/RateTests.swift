import Access
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite struct RateTests {
    private let rate = RequestRate(burst: 3, perSecond: 2)
    private func at(_ seconds: Double) -> Timestamp { Timestamp(milliseconds: 1_000_000 + Int64(seconds * 1000)) }

    @Test func `a bucket gives its burst at once, and then what has been filled up since`() {
        var bucket = TokenBucket(rate, at: at(0))
        for _ in 1...3 { #expect(bucket.consume(rate, at: at(0)) == nil) }
        #expect(bucket.consume(rate, at: at(0)) == 0.5)
        #expect(bucket.consume(rate, at: at(0.5)) == nil)
        #expect(bucket.consume(rate, at: at(0.5)) != nil)
        // Not more than the burst, however long nothing came.
        for _ in 1...3 { #expect(bucket.consume(rate, at: at(1000)) == nil) }
        #expect(bucket.consume(rate, at: at(1000)) != nil)
    }

    @Test func `a clock that is set back neither gives nor takes`() {
        var bucket = TokenBucket(rate, at: at(0))
        for _ in 1...3 { _ = bucket.consume(rate, at: at(0)) }
        #expect(bucket.consume(rate, at: at(-5000)) != nil)
        #expect(bucket.consume(rate, at: at(-4999)) == nil)
    }

    private func rates(room: Int = 100) -> SourceRates {
        var rates = RequestRates()
        (rates.requests, rates.logins) = (rate, RequestRate(burst: 1, perSecond: 0.1))
        return SourceRates(rates, room: room)
    }

    private func take(_ rates: SourceRates, _ text: String, _ kind: RequestRates.Kind = .request) throws -> Bool {
        rates.consume(kind, try #require(NetworkAddress(text)), at: at(0)) == nil
    }

    @Test func `each source has its own, a network of IPv6 being one source`() throws {
        let rates = rates()
        for _ in 1...3 { #expect(try take(rates, "192.0.2.1")) }
        #expect(try !take(rates, "192.0.2.1"))
        #expect(try !take(rates, "::ffff:192.0.2.1"))
        #expect(try take(rates, "192.0.2.2"))
        for host in 1...3 { #expect(try take(rates, "2001:db8::\(host)")) }
        #expect(try !take(rates, "2001:db8::ffff:1"))
        #expect(try take(rates, "2001:db8:0:1::1"))
    }

    @Test func `logging in is counted apart from everything else`() throws {
        let rates = rates()
        #expect(try take(rates, "192.0.2.1", .login))
        #expect(try !take(rates, "192.0.2.1", .login))
        #expect(try take(rates, "192.0.2.1"))
    }

    @Test func `memory is bounded, and who keeps coming is remembered`() throws {
        let rates = rates(room: 100)
        for _ in 1...3 { #expect(try take(rates, "192.0.2.1")) }
        for number in 0..<10_000 {
            _ = try take(rates, "10.\(number / 10_000).\(number / 100 % 100).\(number % 100)")
            if number % 50 == 0 { #expect(try !take(rates, "192.0.2.1")) }
            #expect(rates.count <= 201)
        }
    }
}
