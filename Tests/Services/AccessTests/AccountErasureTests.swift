import Foundation
import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

@Suite(.onBothEngines) struct AccountErasureTests {
    private let bench: AccessBench
    private let sam: Name

    init() throws {
        bench = try AccessBench()
        sam = try Name("samantha")
        try bench.account("kim")
        try bench.account("samantha", passcode: "tannenbaum", isAdministrator: false)
        _ = try bench.logIn("tannenbaum", as: "samantha")
        _ = try bench.access.makeToken("samantha's phone", of: sam, scope: .command, at: bench.start)
        let lee = try Name("lee")
        let grant = try Grant(written: "samantha=last")
        try bench.access.add(lee, isAdministrator: false, grants: [grant], at: bench.start)
        let device = DeviceID(owner: sam, device: try Name("keys"))
        let look = AccessLogEntry(
            viewer: lee,
            device: device,
            kind: .history,
            source: "192.0.2.1",
            first: bench.start,
            last: bench.start
        )
        try bench.access.record([look], at: bench.start)
    }

    /// Whether a text is in anything that is stored.
    private func has(_ text: String) throws -> Bool { try bench.stored().range(of: Data(text.utf8)) != nil }

    @Test func `nothing of an account is left in any file, and the audit has a line without a name`() throws {
        #expect(try has("samantha"))
        let erasure = try bench.access.beginErasure(of: sam, owner: sam, waits: true, at: bench.at(5))
        #expect(try bench.access.finish(erasure, at: bench.at(6)))
        #expect(try !has("samantha"))
        #expect(try bench.access.erasures() == [])
        let entry = try #require(try bench.access.audit(limit: 1).first)
        #expect(entry.event == .accountErased && entry.account == nil && entry.source == nil)
        #expect(try bench.access.accounts().map(\.name.text) == ["kim", "lee"])
        #expect(try bench.access.accounts().last?.grants == [])
    }

    @Test func `nothing of what somebody has among people is left in any file, nor in others' inboxes`() throws {
        let (kim, lee) = (try Name("kim"), try Name("lee"))
        try bench.meetPeople(sam, "Zaunkoenig", others: [lee, kim])
        let tables = AccessTable.people + AccessTable.foundPages + AccessTable.invitations
        for table in tables { #expect(try bench.count("SELECT count(*) FROM \(table.name)") > 0) }
        #expect(try bench.found().count == 3 && has("Zaunkoenig"))
        let erasure = try bench.access.beginErasure(of: sam, owner: sam, waits: true, at: bench.at(5))
        // The group with others has the longest of them as its admin, and keeps what it is called.
        let admins = "SELECT count(*) FROM group_members WHERE admin = 1 AND account = 'lee'"
        #expect(try bench.count(admins) == 1)
        let counts = ["user_groups": 1, "group_members": 2, "pictures": 1]
        for table in tables {
            #expect(try bench.count("SELECT count(*) FROM \(table.name)") == counts[table.name] ?? 0, "\(table.name)")
        }
        #expect(try bench.found().count == 1)
        try bench.access.database.write { try $0.execute("DELETE FROM user_groups") }
        #expect(try bench.access.finish(erasure, at: bench.at(6)))
        // The index of words has them in lower case, and of some only the beginning.
        for word in ["samantha", "Zaunkoenig", "zaunkoenig", "zaunk"] { #expect(try !has(word), "\(word)") }
    }

    @Test func `an account that is removed leaves its groups as one that is erased does`() throws {
        let (kim, lee) = (try Name("kim"), try Name("lee"))
        try bench.meetPeople(sam, "Zaunkoenig", others: [kim, lee])
        try bench.access.remove(sam, at: bench.at(5))
        let admins = "SELECT count(*) FROM group_members WHERE admin = 1 AND account = 'kim'"
        #expect(try bench.count(admins) == 1)
        #expect(try bench.count("SELECT count(*) FROM user_groups") == 1)
        #expect(try bench.count("SELECT count(*) FROM user_groups WHERE creator IS NULL") == 1)
        #expect(try bench.count("SELECT count(*) FROM group_members") == 2)
        let gone = [
            "profiles", "contacts", "contact_requests", "contact_shares", "group_invitations", "silenced",
            "found_pages",
            "finder_messages",
        ]
        for table in gone {
            #expect(try bench.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
        }
        // The things are their owner's, who is another thing than an account.
        #expect(try bench.count("SELECT count(*) FROM group_shares") == 1)
        #expect(try bench.count("SELECT count(*) FROM notices") == 1)
    }

    @Test func `from the first step on nobody logs in as the account`() throws {
        _ = try bench.access.beginErasure(of: sam, owner: sam, waits: true, at: bench.at(5))
        #expect(throws: AccessError.refused) { try bench.logIn("tannenbaum", as: "samantha", at: 6) }
    }

    @Test func `one that was interrupted is found by the next to open the file, and ended by it`() throws {
        _ = try bench.access.beginErasure(of: sam, owner: sam, waits: true, at: bench.at(5))
        let other = try AccessControl(path: bench.path, rounds: 1 << 10)
        let erasure = try #require(try other.erasures().first)
        #expect(erasure.account == sam && erasure.waits)
        #expect(try other.finish(erasure, at: bench.at(6)))
        #expect(try !has("samantha"))
    }

    @Test func `asking twice is one erasure, of what there is the second time`() throws {
        let first = try bench.access.beginErasure(of: sam, owner: sam, waits: true, at: bench.at(5))
        // Also where the clock has not gone on, or was set back.
        for time in [5, 4.0] {
            let again = try bench.access.beginErasure(of: sam, owner: sam, waits: false, at: bench.at(time))
            #expect(again.id == first.id && !again.waits)
            #expect(again.asked > first.asked)
        }
        #expect(try bench.access.erasures().count == 1)
    }

    @Test func `one that was asked for anew is not ended by whoever had begun before`() throws {
        let first = try bench.access.beginErasure(of: sam, owner: sam, waits: true, at: bench.at(5))
        let again = try bench.access.beginErasure(of: sam, owner: sam, waits: true, at: bench.at(6))
        #expect(try !bench.access.finish(first, at: bench.at(7)))
        #expect(try bench.access.erasures() == [again])
        #expect(try !bench.access.audit(limit: 9).contains { $0.event == .accountErased })
        #expect(try bench.access.finish(again, at: bench.at(8)))
        #expect(try bench.access.erasures() == [])
        // Nor is one that is asked for after the end anything of the old one.
        let later = try bench.access.beginErasure(of: sam, owner: sam, waits: true, at: bench.at(9))
        #expect(try bench.access.finish(again, at: bench.at(10)))
        #expect(try bench.access.erasures() == [later])
    }

    @Test func `an account that was made anew stays when the erasure ends, with what is written of it`() throws {
        let erasure = try bench.access.beginErasure(of: sam, owner: sam, waits: true, at: bench.at(5))
        try bench.access.add(sam, isAdministrator: false, at: bench.at(6))
        try bench.access.setPasscode(Passcode("tannenbaum"), current: nil, of: sam, from: nil, at: bench.at(6))
        _ = try bench.logIn("tannenbaum", as: "samantha", at: 7)
        let (old, new) = (try Name("keys"), try Name("bike"))
        for (tracker, second) in [(old, 5.0), (old, 7), (new, 7)] {
            let look = AccessLogEntry(
                viewer: try Name("kim"),
                device: DeviceID(owner: sam, device: tracker),
                kind: .history,
                source: "192.0.2.\(Int(second))",
                first: bench.at(second),
                last: bench.at(second)
            )
            try bench.access.record([look], at: bench.at(8))
        }
        let since = [DeviceID(owner: sam, device: new)]
        #expect(try bench.access.finish(erasure, sparing: since, at: bench.at(9)))
        #expect(try bench.access.accounts().map(\.name).contains(sam))
        _ = try bench.logIn("tannenbaum", as: "samantha", at: 10)
        #expect(try bench.access.audit(limit: 99).contains { $0.account == "samantha" })
        #expect(try bench.access.looks(of: sam, limit: 9).map(\.device.device) == [new])
    }

    @Test func `the last one that may manage the others has to stay`() throws {
        #expect(throws: AccessError.lastAdministrator) {
            try bench.access.beginErasure(of: Name("kim"), owner: Name("kim"), waits: true, at: bench.at(5))
        }
        #expect(try bench.access.erasures() == [])
    }

    @Test func `a passcode is confirmed, and a wrong one counts as a wrong try`() throws {
        let session = try bench.logIn("tannenbaum", as: "samantha").session
        try bench.access.confirm("tannenbaum", of: session, from: "192.0.2.9", at: bench.at(1))
        // The fifth is told at once how long to wait.
        for _ in 1...4 {
            #expect(throws: AccessError.refused) {
                try bench.access.confirm("weihnachten", of: session, from: "192.0.2.9", at: bench.at(2))
            }
        }
        for passcode in ["weihnachten", "tannenbaum"] {
            #expect(throws: AccessError.self) {
                try bench.access.confirm(passcode, of: session, from: "192.0.2.9", at: bench.at(3))
            }
        }
    }
}
