import Access
import StoreSupport
import Testing
import Tracking

/// Accounts as an administrator keeps them from another machine.
@Suite(.onBothEngines) struct AccountTests {
    private let bench: AccessBench
    private let kim: Name

    init() throws {
        bench = try AccessBench()
        kim = try Name("kim")
        try bench.account()
    }

    private func audit() throws -> [String] {
        try bench.access.audit(limit: 20).reversed().map { entry in
            "\(entry.event.rawValue) \(entry.account ?? "nobody") \(entry.source ?? "here")"
        }
    }

    private func add(_ passcode: String? = "mistletoe") throws {
        let grants = [try Grant(written: "sam/keys=last")]
        let code = try passcode.map { try Passcode($0) }
        try bench.access.add(
            kim, isAdministrator: false, grants: grants, passcode: code, from: "192.0.2.7", at: bench.at(1)
        )
    }

    @Test func `an account is added with its passcode at once, and the audit has where from`() throws {
        try add()
        let principal = try bench.logIn("mistletoe", as: "kim").session.principal
        #expect(principal.grants.map(\.description) == ["sam/keys=last"])
        #expect(try audit().suffix(3).dropLast() == ["account-added kim 192.0.2.7", "passcode-set kim 192.0.2.7"])
        #expect(throws: AccessError.accountExists(kim)) { try add("another one") }
        // What was refused has changed nothing.
        #expect(throws: AccessError.refused) { try bench.logIn("another one", as: "kim") }
        _ = try bench.logIn("mistletoe", as: "kim")
    }

    @Test func `a passcode is given anew: sessions end, locks are lifted`() throws {
        try add()
        let opened = try bench.logIn("mistletoe", as: "kim")
        for second in 2...6 {
            #expect(throws: AccessError.self) { try bench.logIn("wrong one", as: "kim", at: Double(second)) }
        }
        #expect(throws: AccessError.self) { try bench.logIn("mistletoe", as: "kim", at: 7) }
        try bench.access.resetPasscode(Passcode("evergreen"), of: kim, from: "192.0.2.9", at: bench.at(8))
        #expect(try bench.access.session(opened.secret, at: bench.at(8)) == nil)
        #expect(throws: AccessError.refused) { try bench.logIn("mistletoe", as: "kim", at: 9) }
        _ = try bench.logIn("evergreen", as: "kim", at: 10)
        #expect(try audit().contains("passcode-set kim 192.0.2.9"))
        let lee = try Name("lee")
        #expect(throws: AccessError.noSuchAccount(lee)) {
            try bench.access.resetPasscode(Passcode("evergreen"), of: lee, from: "192.0.2.9", at: bench.at(8))
        }
    }

    @Test func `what is changed from another machine is in the audit with its address`() throws {
        try add()
        let (access, source, now) = (bench.access, "192.0.2.8", bench.at(2))
        try access.setGrants([], of: kim, from: source, at: now)
        let (_, token) = try access.makeToken("phone", of: kim, scope: .command, from: source, at: now)
        try access.revokeToken(token.id, from: source, at: now)
        try access.remove(kim, from: source, at: now)
        #expect(
            try audit().suffix(4) == [
                "grants-changed kim 192.0.2.8", "token-made kim 192.0.2.8", "token-revoked kim 192.0.2.8",
                "account-removed kim 192.0.2.8",
            ])
    }
}
