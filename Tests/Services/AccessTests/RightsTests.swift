import Access
import Testing
import Tracking

@Suite struct RightsTests {
    private let keys: DeviceID
    private let bag: DeviceID
    private let other: DeviceID

    init() throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        bag = DeviceID(owner: try Name("sam"), device: try Name("bag"))
        other = DeviceID(owner: try Name("eve"), device: try Name("keys"))
    }

    @Test func `the more exact grant counts`() throws {
        let grants = [try Grant(written: "sam=command"), try Grant(written: "sam/bag=last")]
        let principal = Principal(account: try Name("kim"), isAdministrator: false, grants: grants)
        #expect(principal.right(on: keys) == .command)
        #expect(principal.right(on: bag) == .lastPosition)
        #expect(principal.right(on: other) == .none)
        #expect(!principal.mayAdminister)
    }

    @Test(arguments: Scope.allCases) func `a token reaches no farther than its scope`(scope: Scope) throws {
        let bench = try AccessBench()
        try bench.account()
        let (secret, _) = try bench.access.makeToken("t", of: Name("sam"), scope: scope, at: bench.at(0))
        let principal = try #require(try bench.access.principal(token: secret, at: bench.at(1)))
        #expect(principal.right(on: keys) == scope.right)
        #expect(principal.mayAdminister == (scope == .admin))
        #expect(principal.mayReadMetrics == (scope == .admin || scope == .metrics))
        #expect(principal.maySeeAll(.history) == (scope.right >= .history))
    }

    @Test func `a token reaches no farther than its account`() throws {
        let bench = try AccessBench()
        try bench.access.add(
            Name("kim"),
            isAdministrator: false,
            grants: [Grant(written: "sam/keys=last")],
            at: bench.at(0)
        )
        let (secret, _) = try bench.access.makeToken("t", of: Name("kim"), scope: .admin, at: bench.at(0))
        let principal = try #require(try bench.access.principal(token: secret, at: bench.at(1)))
        #expect(principal.right(on: keys) == .lastPosition && principal.right(on: bag) == .none)
        #expect(!principal.mayAdminister)
        try bench.access.setGrants([], of: Name("kim"), at: bench.at(2))
        #expect(try bench.access.principal(token: secret, at: bench.at(3))?.right(on: keys) == Right.none)
    }

    @Test func `a token that is over, revoked or made up lets nobody in`() throws {
        let bench = try AccessBench()
        try bench.account()
        let sam = try Name("sam")
        let (short, _) = try bench.access.makeToken("t", of: sam, scope: .admin, expires: bench.at(10), at: bench.at(0))
        let (long, token) = try bench.access.makeToken("t", of: sam, scope: .admin, at: bench.at(0))
        #expect(try bench.access.principal(token: short, at: bench.at(9)) != nil)
        #expect(try bench.access.principal(token: short, at: bench.at(10)) == nil)
        try bench.access.revokeToken(token.id, at: bench.at(1))
        #expect(try bench.access.principal(token: long, at: bench.at(2)) == nil)
        #expect(try bench.access.principal(token: AccessSecret(sent: "tgl_" + long.text), at: bench.at(2)) == nil)
        #expect(throws: AccessError.noSuchToken(token.id)) { try bench.access.revokeToken(token.id, at: bench.at(3)) }
    }

    @Test func `a session is over after its time, when it is ended, and when its account goes`() throws {
        let bench = try AccessBench()
        try bench.account()
        try bench.account("kim", passcode: "weihnachten")
        let first = try bench.logIn("weihnachten", as: "kim")
        let month = 30.0 * 24 * 3600
        #expect(try bench.access.session(first.secret, at: bench.at(month)) != nil)
        #expect(try bench.access.session(first.secret, at: bench.at(month + 1)) == nil)
        let second = try bench.logIn("weihnachten", as: "kim", at: 5)
        try bench.access.logOut(second.secret, from: "192.0.2.1", at: bench.at(6))
        #expect(try bench.access.session(second.secret, at: bench.at(7)) == nil)
        let third = try bench.logIn("weihnachten", as: "kim", at: 8)
        try bench.access.remove(Name("kim"), at: bench.at(9))
        #expect(try bench.access.session(third.secret, at: bench.at(10)) == nil)
    }

    @Test func `the last administrator stays while others need one`() throws {
        let bench = try AccessBench()
        try bench.account()
        try bench.account("kim", passcode: "weihnachten", isAdministrator: false)
        #expect(throws: AccessError.lastAdministrator) { try bench.access.remove(Name("sam"), at: bench.at(1)) }
        #expect(throws: AccessError.lastAdministrator) {
            try bench.access.removePasscode(current: nil, of: Name("sam"), from: nil, at: bench.at(1))
        }
    }

    @Test(arguments: [
        "", "sam", "sam=", "sam=everything", "=last", "a/b/c=last", "a b=last", "sam/=last", "x=last=last",
    ])
    func `a grant that is none is refused`(text: String) {
        #expect(throws: AccessError.badGrant(text)) { try Grant(written: text) }
    }
}
