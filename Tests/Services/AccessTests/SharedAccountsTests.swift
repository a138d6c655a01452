import ServerSupport
import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// Accounts that several services share, each with a connection of its own.
@Suite(.onBothEngines) struct SharedAccountsTests {
    private let bench: AccessBench
    private let other: AccessControl
    private let sam: Name

    init() throws {
        bench = try AccessBench()
        try bench.account()
        other = try AccessControl(path: bench.path, rounds: 1 << 10)
        sam = try Name("sam")
    }

    @Test func `who has logged in at one is logged in at the other, and out at both`() throws {
        let opened = try bench.logIn("tannenbaum")
        #expect(try other.session(opened.secret, at: bench.at(2))?.principal.account == sam)
        try other.logOut(opened.secret, from: "192.0.2.1", at: bench.at(3))
        #expect(try bench.access.session(opened.secret, at: bench.at(4)) == nil)
        #expect(try bench.access.audit(limit: 1).map(\.event) == [.loggedOut])
    }

    @Test func `that the last passcode is gone counts at the other at once`() throws {
        #expect(try other.isProtected())
        try bench.access.removePasscode(current: nil, of: sam, from: nil, at: bench.at(1))
        #expect(try !other.isProtected())
    }

    @Test func `wrong tries at both are counted together`() throws {
        for number in 1...5 {
            let access = number.isMultiple(of: 2) ? other : bench.access
            #expect(throws: number < 5 ? AccessError.refused : .locked(until: bench.at(601))) {
                try access.logIn("sam", passcode: "wrong one", from: "192.0.2.\(number)", at: bench.at(1))
            }
        }
    }

    @Test func `what both make at the same time is there, and nothing twice`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, access) in [bench.access, other].enumerated() {
                let (start, sam) = (bench.start, sam)
                group.addTask {
                    for number in 0..<20 {
                        _ = try access.makeToken("\(place) \(number)", of: sam, scope: .readLast, at: start)
                        _ = try access.cursorSeal()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try bench.access.tokens().count == 40)
        #expect(try bench.access.audit(limit: .max).count { $0.event == .tokenMade } == 40)
        let place = try #require(try bench.access.cursorSeal().closed([1], for: "x"))
        #expect(try other.cursorSeal().opened(place, for: "x") == [1])
    }

    @Test func `a change that is refused in its middle leaves nothing`() throws {
        let before = try bench.rows()
        struct Refusal: Error {}
        #expect(throws: AccessError.self) {
            try bench.access.database.write { session in
                try session.execute("DELETE FROM accounts")
                throw Refusal()
            }
        }
        #expect(throws: AccessError.self) {
            try bench.access.database.write { session in
                try session.execute("DELETE FROM accounts")
                try session.execute(
                    "INSERT INTO grants (account, owner, tracker, \"right\") VALUES ('x', 'x', '', 'all')")
            }
        }
        #expect(try bench.rows() == before)
    }
}

/// Accounts that move from a file to PostgreSQL, and back.
@Suite(.onBothEngines) struct AccountsMoveTests {
    @Test func `all that there is goes along, and what was opened stays open`() async throws {
        let (from, file) = (try AccessBench(), try TestDatabase.$current.withValue(.sqlite) { try AccessBench() })
        try from.account()
        try from.access.add(Name("kim"), isAdministrator: false, grants: [Grant(written: "sam=last")], at: from.start)
        let opened = try from.logIn("tannenbaum", as: "sam")
        _ = try? from.logIn("wrong one", as: "kim")
        let erased = try Name("erased")
        _ = try from.access.beginErasure(of: erased, owner: erased, waits: true, at: from.start)
        let (secret, _) = try from.access.makeToken("backup", of: Name("sam"), scope: .readLast, at: from.start)
        let server = try await TestPostgres.shared
        let shared = try AccessControl(path: server.address(), rounds: 1 << 10)
        #expect(try shared.takeOver(from.access) == 2)
        #expect(try shared.accounts() == from.access.accounts())
        #expect(try shared.audit() == from.access.audit())
        // The history knows by its number what of it is done.
        #expect(try shared.erasures() == from.access.erasures() && shared.erasures().count == 1)
        #expect(try shared.session(opened.secret, at: from.at(2))?.principal.account?.text == "sam")
        #expect(try shared.principal(token: secret, at: from.at(2)) != nil)
        // What comes later is behind what there was.
        try shared.remove(Name("kim"), at: from.at(3))
        #expect(try shared.audit(limit: 1).map(\.event) == [.accountRemoved])
        #expect(try file.access.takeOver(shared) == 1)
        #expect(try file.access.accounts() == shared.accounts())
    }

    @Test func `accounts that are there already stay, and nothing is taken over`() throws {
        let (from, to) = (try AccessBench(), try AccessBench())
        try from.account()
        try to.account("kim")
        let before = try to.rows()
        #expect(throws: AccessError.notEmpty(path: to.access.path)) { try to.access.takeOver(from.access) }
        #expect(try to.rows() == before)
    }
}

/// Where accounts lie in PostgreSQL.
@Suite struct AccountsInPostgresTests {
    @Test func `they have a schema beside the history's, which does not keep one from being made`() async throws {
        let address = try await TestPostgres.shared.address(schema: "beside")
        let access = try AccessControl(path: address, rounds: 1 << 10)
        #expect(access.path.hasSuffix("(schema beside_accounts)"))
        _ = try Store(path: address, mode: .readWrite(create: true))
        #expect(try AccessControl(path: address, rounds: 1 << 10).accounts().isEmpty)
    }

    @Test func `a passkey's question is answered at any of the services, and once`() async throws {
        let address = try await TestPostgres.shared.address()
        let sam = try Name("sam")
        let (one, other) = (try AccessControl(path: address), try AccessControl(path: address))
        let now = Timestamp(milliseconds: 1_767_000_000_000)
        let site = PasskeySite(id: "localhost", origin: "http://localhost:8467")
        try one.add(sam, isAdministrator: true, at: now)
        var authenticator = Authenticator()
        let question = authenticator.register(one.challenge(toRegisterFor: sam, at: now))
        try other.register(question, label: "phone", for: sam, on: site, from: "::1", at: now)
        authenticator.counter = 2
        let answer = try authenticator.logIn(one.challengeToLogIn(at: now))
        let opened = try other.logIn(answer, on: site, from: "::1", at: now)
        #expect(try one.session(opened.secret, at: now)?.principal.account == sam)
        authenticator.counter = 3
        let second = try authenticator.logIn(one.challengeToLogIn(at: now))
        _ = try one.logIn(second, on: site, from: "::1", at: now)
        for access in [one, other] {
            #expect(throws: AccessError.self) { try access.logIn(second, on: site, from: "::1", at: now) }
        }
    }

    @Test func `a name that nobody has is counted together at all of them, as one is that somebody has`() async throws {
        let address = try await TestPostgres.shared.address()
        let all = try [AccessControl(path: address, rounds: 1 << 10), AccessControl(path: address, rounds: 1 << 10)]
        let now = Timestamp(milliseconds: 1_767_000_000_000)
        for number in 1...5 {
            let end = now.advanced(by: .seconds(600))
            #expect(throws: number < 5 ? AccessError.refused : .locked(until: end)) {
                try all[number % 2].logIn("nobody", passcode: "wrong one", from: "192.0.2.\(number)", at: now)
            }
        }
    }

    @Test func `what others still have in memory of somebody who is erased is not written down`() async throws {
        let address = try await TestPostgres.shared.address()
        let (one, other) = (try AccessControl(path: address), try AccessControl(path: address))
        let now = Timestamp(milliseconds: 1_767_000_000_000)
        let (sam, kim, ann) = (try Name("sam"), try Name("kim"), try Name("ann"))
        for name in [sam, kim, ann] { try one.add(name, isAdministrator: name == ann, at: now) }
        func look(by viewer: Name, at owner: Name, after seconds: Int64) throws -> AccessLogEntry {
            let time = now.advanced(by: .seconds(seconds))
            return AccessLogEntry(
                viewer: viewer, device: DeviceID(owner: owner, device: try Name("keys")), kind: .history,
                source: "192.0.2.1", first: time, last: time)
        }
        let looks = try [look(by: kim, at: ann, after: 1), look(by: ann, at: kim, after: 2)]
        let others = try [look(by: sam, at: ann, after: 1), look(by: ann, at: sam, after: 100)]
        let erasure = try one.beginErasure(of: kim, owner: kim, waits: false, at: now.advanced(by: .seconds(3)))
        #expect(try one.finish(erasure, at: now.advanced(by: .seconds(4))))
        try other.record(looks + others + [look(by: kim, at: ann, after: 5)], at: now.advanced(by: .seconds(6)))
        #expect(try Set(other.looks(of: nil, limit: 10)) == Set(others))
        // Who comes again under the name is somebody else.
        try one.add(kim, isAdministrator: false, at: now.advanced(by: .seconds(99)))
        let since = try look(by: kim, at: ann, after: 101)
        try other.record([since], at: now.advanced(by: .seconds(102)))
        #expect(try Set(other.looks(of: nil, limit: 10)) == Set(others + [since]))
    }

    /// Whose account and whose things are erased, and who made the look that is left of three.
    @Test(arguments: [("old", "family"), ("family", "old")])
    func `an account and an owner of its name are two`(account: String, owner: String) async throws {
        let address = try await TestPostgres.shared.address()
        let (one, other) = (try AccessControl(path: address), try AccessControl(path: address))
        let now = Timestamp(milliseconds: 1_767_000_000_000)
        let (account, owner) = (try Name(account), try Name(owner))
        for name in [account, owner] { try one.add(name, isAdministrator: false, at: now) }
        func look(by viewer: Name, at owner: Name) throws -> AccessLogEntry {
            AccessLogEntry(
                viewer: viewer, device: DeviceID(owner: owner, device: try Name("keys")), kind: .history,
                source: "192.0.2.1", first: now, last: now)
        }
        let erasure = try one.beginErasure(of: account, owner: owner, waits: false, at: now.advanced(by: .seconds(1)))
        #expect(try one.finish(erasure, at: now.advanced(by: .seconds(2))))
        // What stays is what the owner's account looked at of the account's things.
        let kept = try look(by: owner, at: account)
        let looks = [kept, try look(by: account, at: account), try look(by: owner, at: owner)]
        try other.record(looks, at: now.advanced(by: .seconds(3)))
        #expect(try other.looks(of: nil, limit: 10) == [kept])
    }

    @Test func `of an erasure that takes days nothing comes back at its end`() async throws {
        let address = try await TestPostgres.shared.address()
        let (one, other) = (try AccessControl(path: address), try AccessControl(path: address))
        let now = Timestamp(milliseconds: 1_767_000_000_000)
        let (kim, ann) = (try Name("kim"), try Name("ann"))
        for name in [kim, ann] { try one.add(name, isAdministrator: name == ann, at: now) }
        let erasure = try one.beginErasure(of: kim, owner: kim, waits: true, at: now)
        let end = now.advanced(by: .seconds(5 * 24 * 3600))
        let time = end.advanced(by: .seconds(-20))
        let look = AccessLogEntry(
            viewer: ann, device: DeviceID(owner: kim, device: try Name("keys")), kind: .history,
            source: "192.0.2.1", first: time, last: time)
        #expect(try one.finish(erasure, at: end))
        try other.record([look], at: end.advanced(by: .seconds(10)))
        #expect(try other.looks(of: nil, limit: 10).isEmpty)
    }

    @Test func `a schema of another program is left as it is`() async throws {
        let server = try await TestPostgres.shared
        // A history lies there under the very name.
        _ = try Store(path: server.address(schema: "other_accounts"), mode: .readWrite(create: true))
        #expect(throws: AccessError.self) { try AccessControl(path: server.address(schema: "other")) }
    }

    @Test func `a server that is not there is told in a sentence, without the password`() {
        let error = #expect(throws: AccessError.self) {
            try AccessControl(path: "postgres://sam:geheim@127.0.0.1:1/tagalong?connect_timeout=2")
        }
        #expect(error.map { !"\($0)".contains("geheim") && "\($0)".contains("a running server is expected") } == true)
    }
}
