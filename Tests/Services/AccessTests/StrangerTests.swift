import Foundation
import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// What strangers who guess can make the database of accounts keep, and whom they can keep out.
@Suite(.onBothEngines) struct StrangerTests {
    private let bench: AccessBench
    private let sam: Name

    init() throws {
        bench = try AccessBench()
        try bench.account()
        sam = try Name("sam")
    }

    private func count(_ sql: String) throws -> Int { try bench.count(sql) }

    private func size() throws -> Int { try bench.stored().count }

    @Test func `a name of any length, and of one character of any bytes, takes no room`() throws {
        _ = try? bench.logIn("wrong one", as: "warm", from: "192.0.2.9")
        let before = try size()
        for number in 0..<4 {
            let name = "a" + String(repeating: "\u{301}", count: 120_000) + "\(number)"
            #expect(throws: AccessError.refused) {
                try bench.logIn("wrong one", as: name, from: "192.0.2.\(number)", at: Double(number))
            }
        }
        #expect(try size() - before < 64 * 1024)
        #expect(try bench.access.audit(limit: 4).allSatisfy { $0.account == nil && $0.event == .refused })
        #expect(try count("SELECT CAST(max(length(subject)) AS BIGINT) FROM lockouts") < 80)
    }

    @Test func `what is typed as a name that no account has is in no file, and locked as an account's is`() throws {
        try bench.account("eve", passcode: "weihnachten")
        for (place, name) in ["eve", "Lametta-2024"].enumerated() {
            // From five sources, and then from a sixth one.
            for number in 1...6 {
                #expect(throws: number < 5 ? AccessError.refused : .locked(until: bench.at(605))) {
                    let source = "192.0.2.\(10 * place + number)"
                    return try bench.logIn("wrong one", as: name, from: source, at: Double(min(5, number)))
                }
            }
        }
        // Another name that nobody has is not locked with it.
        #expect(throws: AccessError.refused) {
            try bench.logIn("wrong one", as: "Lebkuchen", from: "192.0.2.99", at: 6)
        }
        let bytes = try bench.stored()
        #expect(bytes.range(of: Data("Lametta-2024".utf8)) == nil)
        #expect(bytes.range(of: Data("Lebkuchen".utf8)) == nil)
        #expect(Set(try bench.access.audit().filter { $0.event == .locked }.map(\.account)) == ["eve", nil])
        // Lifting the lock of an account lifts that of no other name.
        try bench.access.setPasscode(Passcode("lametta"), current: nil, of: sam, from: nil, at: bench.at(7))
        for name in ["eve", "Lametta-2024"] {
            #expect(throws: AccessError.locked(until: bench.at(605))) {
                try bench.logIn("wrong one", as: name, from: "192.0.2.98", at: 8)
            }
        }
    }

    @Test func `tries while locked are one entry with their number`() throws {
        for second in 1...500 { _ = try? bench.logIn("wrong one", as: "sam", at: Double(second)) }
        let entries = try bench.access.audit().filter { $0.event == .refused || $0.event == .locked }
        #expect(entries.map(\.event) == [.locked] + Array(repeating: .refused, count: 5))
        #expect(entries.first?.count == 496)
        #expect(entries.first?.last == bench.at(500))
        // The next lock is an entry of its own.
        for second in 700...720 { _ = try? bench.logIn("wrong one", as: "sam", at: Double(second)) }
        #expect(try bench.access.audit().filter { $0.event == .locked }.map(\.count) == [17, 496])
    }

    @Test func `a try while locked writes nothing, and many are written down at once`() throws {
        for number in 1...5 { _ = try? bench.logIn("wrong one", as: "sam", from: "192.0.2.\(number)", at: 1) }
        let before = try bench.rows()
        for number in 1...100 { _ = try? bench.logIn("wrong one", as: "sam", from: "192.0.2.\(1 + number % 2)", at: 2) }
        #expect(try bench.rows() == before)
        try bench.access.keepLockedTries()
        let other = try AccessControl(path: bench.path)
        let lines = try other.audit().filter { $0.event == .locked }
        #expect(lines.map(\.count).sorted() == [1, 50, 50])
        // However many sources there are, what is counted is bounded.
        for number in 0..<(2 * LockedTries.most) {
            _ = try? bench.logIn("wrong one", as: "sam", from: "198.51.\(number / 256).\(number % 256)", at: 3)
        }
        #expect(bench.access.locked.drain().count < LockedTries.most)
    }

    @Test func `strangers push nothing out of the audit but what strangers did`() throws {
        _ = try bench.logIn("tannenbaum")
        try bench.access.database.write { database in
            try database.record(.refused, "sam", from: "192.0.2.2", at: bench.at(2))
            for number in 1...(AuditRoom.strangers.most + 50) {
                try database.record(.refused, "nobody\(number)", from: "192.0.2.3", at: bench.at(3))
            }
        }
        let events = try bench.access.audit(limit: .max).map(\.event)
        #expect(events.count { $0 == .refused } == AuditRoom.strangers.most + 1)
        #expect(events.suffix(4) == [.refused, .loggedIn, .passcodeSet, .accountAdded])
    }

    @Test func `the counts of wrong tries are bounded, and those of accounts that there are stay`() throws {
        for second in 1...4 { _ = try? bench.logIn("wrong one", as: "sam", at: Double(second)) }
        try bench.access.database.write { database in
            for number in 0..<(SQLSession.mostLockouts + 10) {
                try database.save(Lockout(tries: 1, last: bench.at(5)), of: "account:nobody\(number)")
            }
        }
        #expect(throws: AccessError.locked(until: bench.at(606))) {
            try bench.logIn("wrong one", as: "sam", from: "192.0.2.7", at: 6)
        }
        #expect(try count("SELECT count(*) FROM lockouts") <= SQLSession.mostLockouts)
    }

    @Test func `a device that its owner has logged in from gets in while strangers lock the account`() throws {
        let device = try bench.access.rememberDevice(nil, of: sam, at: bench.at(0))
        for number in 1...5 { _ = try? bench.logIn("wrong one", as: "sam", from: "192.0.2.\(number)", at: 1) }
        let locked = AccessError.locked(until: bench.at(601))
        #expect(throws: locked) { try bench.logIn("tannenbaum", from: "192.0.2.99", at: 2) }
        // Also from a source that is locked itself, as behind one proxy.
        for _ in 1...5 { _ = try? bench.logIn("wrong one", as: "nobody", from: "192.0.2.50", at: 2) }
        _ = try bench.access.logIn(nil, passcode: "tannenbaum", from: "192.0.2.50", device: device, at: bench.at(3))
        // Others stay locked all the same.
        #expect(throws: locked) { try bench.logIn("tannenbaum", from: "192.0.2.99", at: 4) }
    }

    @Test func `a known device has five tries of its own, and is known for one account only`() throws {
        try bench.account("eve", passcode: "weihnachten")
        let device = try bench.access.rememberDevice(nil, of: sam, at: bench.at(0))
        for second in 1...5 {
            #expect(throws: second < 5 ? AccessError.refused : .locked(until: bench.at(605))) {
                try bench.access.logIn(
                    "sam",
                    passcode: "wrong one",
                    from: "192.0.2.\(second)",
                    device: device,
                    at: bench.at(Double(second))
                )
            }
        }
        // Its wrong tries lock nobody else.
        _ = try bench.logIn("tannenbaum", as: "sam", from: "192.0.2.88", at: 6)
        for number in 1...5 { _ = try? bench.logIn("wrong one", as: "eve", from: "192.0.2.\(number)", at: 7) }
        #expect(throws: AccessError.locked(until: bench.at(607))) {
            try bench.access.logIn("eve", passcode: "weihnachten", from: "192.0.2.9", device: device, at: bench.at(8))
        }
    }

    @Test(arguments: ["127.0.0.1", "::1", "127.9.9.9"])
    func `the machine itself gets in while strangers lock the account, and has five tries of its own`(
        here: String
    ) throws {
        for number in 1...5 { _ = try? bench.logIn("wrong one", as: "sam", from: "192.0.2.\(number)", at: 1) }
        _ = try bench.logIn("tannenbaum", from: here, at: 2)
        // All addresses of the machine are one source.
        for number in 1...5 { _ = try? bench.logIn("wrong one", as: "sam", from: "127.0.0.\(number)", at: 3) }
        #expect(throws: AccessError.locked(until: bench.at(603))) { try bench.logIn("tannenbaum", from: here, at: 4) }
    }

    @Test func `the passcode of the command line lifts the locks, but not those of other accounts`() throws {
        try bench.account("eve", passcode: "weihnachten")
        for name in ["sam", "eve"] {
            for number in 1...5 { _ = try? bench.logIn("wrong one", as: name, from: "192.0.2.\(number)", at: 1) }
        }
        try bench.access.setPasscode(Passcode("lametta"), current: nil, of: sam, from: nil, at: bench.at(2))
        _ = try bench.logIn("lametta", as: "sam", from: "192.0.2.1", at: 3)
        #expect(throws: AccessError.locked(until: bench.at(601))) {
            try bench.logIn("weihnachten", as: "eve", from: "192.0.2.77", at: 3)
        }
    }

    @Test func `devices are bounded, forgotten after 90 days, and with the sessions`() throws {
        let first = try bench.access.rememberDevice(nil, of: sam, at: bench.at(0))
        #expect(try bench.access.rememberDevice(first, of: sam, at: bench.at(1)) == first)
        for second in 2...60 { _ = try bench.access.rememberDevice(nil, of: sam, at: bench.at(Double(second))) }
        #expect(try count("SELECT count(*) FROM known_devices") == AccessControl.mostDevices)
        #expect(try bench.access.rememberDevice(first, of: sam, at: bench.at(61)) != first)
        let last = try bench.access.rememberDevice(nil, of: sam, at: bench.at(62))
        let end = bench.at(62).advanced(by: AccessControl.deviceMemory)
        #expect(try bench.access.rememberDevice(last, of: sam, at: end) != last)
        try bench.access.revokeSessions(of: sam, at: end)
        #expect(try count("SELECT count(*) FROM known_devices") == 0)
        let other = try bench.access.rememberDevice(nil, of: sam, at: end)
        try bench.access.setPasscode(Passcode("lametta"), current: nil, of: sam, from: nil, at: end)
        #expect(try bench.access.rememberDevice(other, of: sam, at: end) != other)
    }

    @Test func `of many sessions those that were used longest ago end`() throws {
        let first = try bench.logIn("tannenbaum", at: 0)
        for second in 1...Session.most { _ = try bench.logIn("tannenbaum", at: Double(second)) }
        #expect(try bench.access.session(first.secret, at: bench.at(200)) == nil)
        #expect(try count("SELECT count(*) FROM sessions") == Session.most)
    }

    @Test func `the label of a token has nothing in it that cannot be seen`() throws {
        let label = "back\u{202E}up" + String(repeating: "\u{301}", count: 100_000)
        let (_, token) = try bench.access.makeToken(label, of: sam, scope: .readLast, at: bench.at(0))
        #expect(token.label.hasPrefix("backup") || token.label.hasPrefix("backu"))
        #expect(token.label.utf8.count <= TextBounds.label.bytes)
        #expect(try bench.access.tokens().map(\.label) == [token.label])
    }
}
