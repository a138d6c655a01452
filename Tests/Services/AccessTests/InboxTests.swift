import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

@Suite(.onBothEngines) struct InboxTests {
    private let bench: AccessBench
    private let (sam, kim, lee): (Name, Name, Name)
    private var inbox: Inbox { bench.access.inbox }

    private func page(_ name: Name, before: Int64? = nil, limit: Int = 100) throws -> [InboxNotice] {
        try inbox.page(of: name, before: before, limit: limit, at: bench.at(99))
    }

    init() throws {
        bench = try AccessBench()
        (sam, kim, lee) = (try Name("sam"), try Name("kim"), try Name("lee"))
        for name in [sam, kim, lee] { try bench.access.add(name, isAdministrator: false, at: bench.start) }
    }

    /// Puts a notice into an inbox.
    private func tell(
        _ account: Name, _ kind: NoticeKind = .request, about other: Name? = nil, group: String? = nil,
        item: DeviceID? = nil, text: String = "", at second: Double = 1
    ) throws {
        let now = bench.at(second)
        try bench.access.database.write {
            try $0.notify(account, kind, about: other, group: group, item: item, text: text, at: now)
        }
    }

    private func change(_ sql: String) throws { try bench.access.database.write { try $0.execute(sql) } }

    @Test func `P-17 notices come newest first, a page at a time, and others have none of them`() throws {
        for second in 1...5 { try tell(sam, .acceptance, about: kim, text: "\(second)", at: Double(second)) }
        try tell(lee, about: kim)
        let first = try page(sam, limit: 2)
        #expect(first.map(\.text) == ["5", "4"])
        #expect(first.first?.time == bench.at(5) && first.first?.about == kim && first.first?.kind == .acceptance)
        #expect(try page(sam, before: first.last?.id).map(\.text) == ["3", "2", "1"])
        #expect(try page(lee).count == 1)
        #expect(try page(kim).isEmpty)
        #expect(try inbox.standing(of: kim, at: bench.at(99)) == InboxStanding(unread: 0, newest: nil))
    }

    @Test func `a number is never given again, also where all notices are gone and the clock was set back`() throws {
        try tell(sam, at: 50)
        let first = try #require(try page(sam).first).id
        try change("DELETE FROM notices")
        try tell(sam, at: 10)
        #expect(try #require(try page(sam).first).id > first)
        // Nor is one of another's that has been told in a browser, so that none is taken for told.
        _ = try inbox.takeUntold(at: bench.at(60))
        let told = try inbox.newest()
        try change("DELETE FROM notices")
        try tell(kim, at: 5)
        #expect(try #require(try page(kim).first).id > told)
    }

    @Test func `P-17 what was read is counted no more, all up to a notice or one alone`() throws {
        for second in 1...4 { try tell(sam, at: Double(second)) }
        try tell(kim)
        let ids = try page(sam).map(\.id)
        #expect(try inbox.unread(of: sam) == 4)
        #expect(try inbox.markRead(ids[0], of: sam, at: bench.at(9)) == 3)
        #expect(try inbox.markRead(of: sam, upTo: ids[2], at: bench.at(10)) == 1)
        #expect(try page(sam).map(\.isRead) == [true, false, true, true])
        #expect(try inbox.standing(of: sam, at: bench.at(99)).unread == 1)
        // Of somebody else nothing is read, nor is there a hint that a number is theirs.
        let foreign = try #require(try page(kim).first).id
        for id in [foreign, 7] {
            #expect(throws: AccessError.people(.noSuchNotice(id))) {
                try inbox.markRead(id, of: sam, at: bench.at(11))
            }
        }
        #expect(try inbox.unread(of: kim) == 1)
    }

    @Test func `P-17 of a kind that is silenced nothing comes, and what is there stays`() throws {
        try tell(sam, .share)
        try inbox.silence([.share, .removal], of: sam)
        for kind in NoticeKind.allCases { try tell(sam, kind, at: 2) }
        try tell(kim, .share, at: 3)
        #expect(try inbox.silenced(of: sam) == [.share, .removal])
        #expect(try page(sam).count == 1 + NoticeKind.allCases.count - 2)
        #expect(try page(kim).count == 1)
        try inbox.silence([], of: sam)
        #expect(try inbox.silenced(of: sam).isEmpty)
        #expect(throws: AccessError.noSuchAccount(try Name("nobody"))) {
            try inbox.silence([.share], of: Name("nobody"))
        }
    }

    @Test func `the name of somebody is told to whoever may see it now, and to nobody else`() throws {
        try change(
            """
            INSERT INTO profiles (account, name, town, school, employer, shown, updated_ms)
            VALUES ('kim', 'Kim Öztürk', 'Ulm', '', '', '', 1)
            """)
        try tell(sam, .removal, about: kim)
        func name() throws -> String? { try page(sam).first?.aboutName }
        #expect(try name() == nil)
        let request = "INSERT INTO contact_requests (asker, asked, grants, wants, asked_ms) VALUES"
        let ways = [
            ("INSERT INTO contacts VALUES ('sam', 'kim', '', 1), ('kim', 'sam', '', 1)", "DELETE FROM contacts"),
            ("\(request) ('kim', 'sam', '', '', 1)", "DELETE FROM contact_requests"),
            ("UPDATE profiles SET shown = 'name town'", "UPDATE profiles SET shown = ''"),
            ("UPDATE accounts SET administrator = 1 WHERE name = 'sam'", "UPDATE accounts SET administrator = 0"),
        ]
        for (open, close) in ways {
            try change(open)
            #expect(try name() == "Kim Öztürk", "\(open)")
            try change(close)
            #expect(try name() == nil, "\(close)")
        }
        // Whom one has asked is the account that one has asked.
        try change("\(request) ('sam', 'kim', '', '', 1)")
        #expect(try name() == "kim")
        try change("DELETE FROM contact_requests")
        #expect(try name() == nil)
        try change("INSERT INTO user_groups VALUES ('g', 'Choir', '', 0, 'kim', 1)")
        for member in ["sam", "kim"] { try change("INSERT INTO group_members VALUES ('g', '\(member)', 1, '', 1)") }
        #expect(try name() == "Kim Öztürk")
        // Who has filled nothing in is called by the account's name.
        try change("DELETE FROM profiles")
        #expect(try name() == "kim")
    }

    @Test func `a group is called by its name for its members, for who is invited, and where it is open`() throws {
        try change("INSERT INTO user_groups VALUES ('g', 'Choir', '', 0, 'kim', 1)")
        try tell(sam, .invitation, about: kim, group: "g")
        func group() throws -> String? { try page(sam).first?.groupName }
        #expect(try group() == nil)
        #expect(try page(sam).first?.group == "g")
        for open in [
            "UPDATE user_groups SET open = 1",
            "INSERT INTO group_invitations VALUES ('g', 'sam', 'kim', 1)",
            "INSERT INTO group_members VALUES ('g', 'sam', 0, '', 1)",
        ] {
            try change(open)
            #expect(try group() == "Choir", "\(open)")
            try change("UPDATE user_groups SET open = 0")
        }
        // With the group goes what was told of it.
        try change("DELETE FROM user_groups")
        #expect(try page(sam).isEmpty)
    }

    @Test func `a thing is named, and a notice of a kind of tomorrow is left out`() throws {
        let keys = DeviceID(owner: kim, device: try Name("keys"))
        try tell(sam, .share, about: kim, item: keys)
        try change("INSERT INTO notices (id, account, kind, time_ms, text) VALUES (9, 'sam', 'greeting', 1, 'hi')")
        #expect(try page(sam).map(\.item) == [keys])
        #expect(try inbox.unread(of: sam) == 1)
    }

    @Test func `the number of a notice is greater than that of all before, also of those that are gone`() throws {
        try tell(sam, at: 5)
        let first = try inbox.newest()
        // Two at the same time, and one with a clock that was set back.
        try tell(kim, at: 5)
        try tell(sam, at: 3)
        #expect(try inbox.newest() == first + 2)
        try change("DELETE FROM notices WHERE account = 'sam'")
        try tell(lee, at: 6)
        #expect(try inbox.newest() > first + 2)
    }

    @Test func `of a thousand notices and more the newest thousand are kept`() throws {
        try bench.access.database.write { session in
            for second in 1...1003 { try session.notify(sam, .share, text: "\(second)", at: bench.at(Double(second))) }
        }
        #expect(try bench.count("SELECT count(*) FROM notices") == 1000)
        #expect(try page(sam).first?.text == "1003")
        #expect(try page(sam, limit: 5000).count == Inbox.longestPage)
        #expect(try inbox.unread(of: sam) == 1000)
    }

    @Test func `a text with markup, of the other direction, or with SQL in it is what it was`() throws {
        let texts = ["<b>Robert'); DROP TABLE notices;--</b>", "مرحبا بك", "𝓚𝓲𝓶 \" ' ; %_"]
        for (place, text) in texts.enumerated() { try tell(sam, .finder, text: text, at: Double(place)) }
        #expect(try page(sam).map(\.text) == texts.reversed())
    }
}
