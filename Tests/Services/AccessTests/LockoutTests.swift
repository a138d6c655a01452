import Access
import Foundation
import StoreSupport
import Testing
import Tracking

@Suite(.onBothEngines) struct LockoutTests {
    @Test func `5-5-2 after five wrong tries the right passcode waits ten minutes too`() throws {
        let bench = try AccessBench()
        try bench.account()
        for second in 1...4 {
            #expect(throws: AccessError.refused) { try bench.logIn("wrong one", at: Double(second)) }
        }
        let until = bench.at(605)
        // The fifth one says so itself.
        #expect(throws: AccessError.locked(until: until)) { try bench.logIn("wrong one", at: 5) }
        #expect(throws: AccessError.locked(until: until)) { try bench.logIn("tannenbaum", at: 6) }
        #expect(throws: AccessError.locked(until: until)) { try bench.logIn("tannenbaum", at: 604.9) }
        _ = try bench.logIn("tannenbaum", at: 605)
    }

    @Test func `a try while locked does not make it longer`() throws {
        let bench = try AccessBench()
        try bench.account()
        for second in 1...500 { #expect(throws: AccessError.self) { try bench.logIn("wrong one", at: Double(second)) } }
        _ = try bench.logIn("tannenbaum", at: 606)
    }

    @Test func `the right passcode forgives the wrong ones before it`() throws {
        let bench = try AccessBench()
        try bench.account()
        for round in 0..<3 {
            for second in 1...4 {
                #expect(throws: AccessError.refused) { try bench.logIn("wrong one", at: Double(10 * round + second)) }
            }
            _ = try bench.logIn("tannenbaum", at: Double(10 * round + 5))
        }
    }

    @Test func `one source that tries many accounts is locked, and others are not`() throws {
        let bench = try AccessBench()
        try bench.account()
        try bench.account("eve", passcode: "weihnachten")
        for (second, name) in ["a", "b", "c", "d", "eve"].enumerated() {
            #expect(throws: second < 4 ? AccessError.refused : .locked(until: bench.at(604))) {
                try bench.logIn("wrong one", as: name, from: "192.0.2.66", at: Double(second))
            }
        }
        #expect(throws: AccessError.self) { try bench.logIn("tannenbaum", as: "sam", from: "192.0.2.66", at: 6) }
        _ = try bench.logIn("tannenbaum", as: "sam", from: "192.0.2.1", at: 6)
    }

    @Test func `a try from a locked source does not count against the account, nor the other way round`() throws {
        let bench = try AccessBench()
        try bench.account()
        try bench.account("eve", passcode: "weihnachten")
        for (second, name) in ["a", "b", "c", "d", "e"].enumerated() {
            #expect(throws: AccessError.self) {
                try bench.logIn("wrong one", as: name, from: "192.0.2.66", at: Double(second))
            }
        }
        for second in 5...14 {
            #expect(throws: AccessError.locked(until: bench.at(604))) {
                try bench.logIn("tannenbaum", as: "sam", from: "192.0.2.66", at: Double(second))
            }
        }
        _ = try bench.logIn("tannenbaum", as: "sam", from: "192.0.2.1", at: 15)
        for second in 20...24 {
            #expect(throws: AccessError.self) {
                try bench.logIn("wrong one", as: "sam", from: "192.0.2.\(second)", at: Double(second))
            }
        }
        for second in 25...34 {
            #expect(throws: AccessError.locked(until: bench.at(624))) {
                try bench.logIn("tannenbaum", as: "sam", from: "192.0.2.1", at: Double(second))
            }
        }
        _ = try bench.logIn("weihnachten", as: "eve", from: "192.0.2.1", at: 35)
    }

    @Test func `of two locks the one that ends last is told`() throws {
        let bench = try AccessBench()
        try bench.account()
        for number in 1...5 {
            #expect(throws: AccessError.self) {
                try bench.logIn("wrong one", as: "sam", from: "192.0.2.\(number)", at: Double(number))
            }
            #expect(throws: AccessError.self) {
                try bench.logIn("wrong one", as: "a\(number)", from: "192.0.2.66", at: Double(95 + number))
            }
        }
        #expect(throws: AccessError.locked(until: bench.at(700))) {
            try bench.logIn("tannenbaum", as: "sam", from: "192.0.2.66", at: 101)
        }
    }

    @Test func `all addresses of one network of IPv6 are one source`() throws {
        let bench = try AccessBench()
        try bench.account()
        for number in 1...5 {
            #expect(throws: AccessError.self) {
                try bench.logIn("wrong one", as: "a\(number)", from: "2001:db8:1:2::\(number)", at: Double(number))
            }
        }
        #expect(throws: AccessError.self) { try bench.logIn("tannenbaum", as: "sam", from: "2001:db8:1:2:f::9", at: 6) }
        _ = try bench.logIn("tannenbaum", as: "sam", from: "2001:db8:1:3::1", at: 6)
    }

    @Test func `an account is locked for every source, also after a restart`() throws {
        let bench = try AccessBench()
        try bench.account()
        for second in 1...5 {
            #expect(throws: second < 5 ? AccessError.refused : .locked(until: bench.at(605))) {
                try bench.logIn("wrong one", from: "192.0.2.\(second)", at: Double(second))
            }
        }
        let second = try AccessControl(path: bench.path)
        #expect(throws: AccessError.locked(until: bench.at(605))) {
            try second.logIn(nil, passcode: "tannenbaum", from: "192.0.2.77", at: bench.at(7))
        }
    }

    @Test func `a clock that is set back locks for ten minutes at most`() throws {
        let bench = try AccessBench()
        try bench.account()
        for _ in 1...5 { #expect(throws: AccessError.self) { try bench.logIn("wrong one", at: 100_000) } }
        #expect(throws: AccessError.locked(until: bench.at(600))) { try bench.logIn("tannenbaum", at: 0) }
        _ = try bench.logIn("tannenbaum", at: 600)
    }

    @Test func `wrong tries that are ten minutes apart do not add up`() throws {
        let bench = try AccessBench()
        try bench.account()
        for number in 1...12 {
            #expect(throws: AccessError.refused) { try bench.logIn("wrong one", at: Double(number) * 601) }
        }
        _ = try bench.logIn("tannenbaum", at: 13 * 601)
    }

    @Test func `what happened is written down`() throws {
        let bench = try AccessBench()
        try bench.account()
        _ = try? bench.logIn("wrong one")
        let session = try bench.logIn("tannenbaum", at: 2)
        try bench.access.logOut(session.secret, from: "192.0.2.1", at: bench.at(3))
        let events = try bench.access.audit().map(\.event)
        #expect(events == [.loggedOut, .loggedIn, .refused, .passcodeSet, .accountAdded])
    }
}
