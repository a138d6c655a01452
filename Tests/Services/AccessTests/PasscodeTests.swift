import Access
import Foundation
import StoreSupport
import Testing
import Tracking

@Suite(.onBothEngines) struct PasscodeTests {
    @Test(arguments: ["", "12345", String(repeating: "x", count: 129), String(repeating: "é", count: 4000)])
    func `a passcode of too few or too many characters is refused`(text: String) {
        #expect(throws: AccessError.badPasscode) { try Passcode(text) }
    }

    @Test func `a passcode counts characters and not bytes, and composes them`() throws {
        _ = try Passcode("ééééé6")
        #expect(try Passcode("cafe\u{301}!!") == Passcode("caf\u{e9}!!"))
    }

    @Test func `the first passcode makes the account, and from then on one has to log in`() throws {
        let bench = try AccessBench()
        #expect(try !bench.access.isProtected())
        let owner = try Name(Account.first)
        try bench.access.setPasscode(Passcode("tannenbaum"), current: nil, of: owner, from: "::1", at: bench.at(0))
        #expect(try bench.access.isProtected())
        #expect(try bench.access.accounts().map(\.isAdministrator) == [true])
        #expect(try bench.logIn("tannenbaum").session.principal.mayAdminister)
    }

    @Test func `over the network a passcode is changed only by who knows the old one`() throws {
        let bench = try AccessBench()
        try bench.account()
        let (sam, new) = (try Name("sam"), try Passcode("new passcode"))
        for current in [nil, "", "wrong passcode"] {
            #expect(throws: AccessError.refused) {
                try bench.access.setPasscode(new, current: current, of: sam, from: "192.0.2.9", at: bench.at(1))
            }
        }
        try bench.access.setPasscode(new, current: "tannenbaum", of: sam, from: "192.0.2.1", at: bench.at(700))
        #expect(throws: AccessError.refused) { try bench.logIn("tannenbaum", at: 701) }
        _ = try bench.logIn("new passcode", at: 702)
    }

    @Test func `a change of the passcode ends the sessions of before`() throws {
        let bench = try AccessBench()
        try bench.account()
        let session = try bench.logIn("tannenbaum")
        try bench.access.setPasscode(
            Passcode("another one"),
            current: "tannenbaum",
            of: Name("sam"),
            from: "192.0.2.1",
            at: bench.at(2)
        )
        #expect(try bench.access.session(session.secret, at: bench.at(3)) == nil)
    }

    @Test func `who changes the passcode stays in with a session of its own`() throws {
        let bench = try AccessBench()
        try bench.account()
        let (sam, before) = (try Name("sam"), try bench.logIn("tannenbaum"))
        let source = "192.0.2.1"
        #expect(throws: AccessError.refused) {
            try bench.access.changePasscode(
                to: Passcode("another one"), current: "guess me", of: sam, from: source, at: bench.at(2)
            )
        }
        #expect(try bench.access.session(before.secret, at: bench.at(3)) != nil)
        let after = try bench.access.changePasscode(
            to: Passcode("another one"), current: "tannenbaum", of: sam, from: source, at: bench.at(4)
        )
        #expect(try bench.access.session(before.secret, at: bench.at(5)) == nil)
        #expect(try bench.access.session(after.secret, at: bench.at(5))?.principal.account == sam)
        #expect(try bench.access.audit(limit: 2).map(\.event) == [.loggedIn, .passcodeSet])
    }

    @Test func `protection is turned off by who knows the passcode`() throws {
        let bench = try AccessBench()
        try bench.account()
        let sam = try Name("sam")
        #expect(throws: AccessError.refused) {
            try bench.access.removePasscode(current: "guess me", of: sam, from: "192.0.2.1", at: bench.at(1))
        }
        try bench.access.removePasscode(current: "tannenbaum", of: sam, from: "192.0.2.1", at: bench.at(2))
        #expect(try !bench.access.isProtected())
    }

    @Test func `a session and a token tell to the minute when they were last used`() throws {
        let bench = try AccessBench()
        try bench.account()
        let sam = try Name("sam")
        let session = try bench.logIn("tannenbaum", at: 0)
        let (token, _) = try bench.access.makeToken("script", of: sam, scope: .admin, at: bench.at(0))
        // The last time is that of a clock that was set back.
        for (second, used, begun) in [(10.0, 10.0, 0.0), (59, 10, 0), (70, 70, 70), (100, 70, 70), (5, 5, 5)] {
            _ = try #require(try bench.access.session(session.secret, at: bench.at(second)))
            _ = try #require(try bench.access.principal(token: token, at: bench.at(second)))
            let portrait = try bench.access.portrait(of: sam, owner: sam)
            #expect(portrait.tokens.map(\.used) == [bench.at(used)])
            // A session is used when it begins.
            #expect(portrait.sessions.map(\.used) == [bench.at(begun)])
        }
    }

    @Test func `nothing in the file tells a passcode or a secret, and others may not read it`() throws {
        let bench = try AccessBench()
        try bench.account()
        let session = try bench.logIn("tannenbaum")
        let (token, _) = try bench.access.makeToken("script", of: Name("sam"), scope: .admin, at: bench.at(1))
        for file in try FileManager.default.contentsOfDirectory(atPath: bench.directory.path) {
            let path = bench.directory.path + "/" + file
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            for secret in ["tannenbaum", session.secret.text, token.text] {
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file)")
            }
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(file)")
        }
    }
}
