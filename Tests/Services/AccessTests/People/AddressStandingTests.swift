import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// Who of an address book is here, as far as the one who has it may know.
@Suite(.onBothEngines) struct AddressStandingTests {
    private let bench: PeopleBench

    init() throws { bench = try PeopleBench("me", "kim", "lee", "ida", "max", "eve") }

    private func address(_ text: String) throws -> MailAddress { try #require(MailAddress(text)) }

    /// The standings of addresses of example.org, by what stands before the `@`.
    private func standings(_ names: String..., as viewer: String = "me", at seconds: Double = 1) throws -> [String] {
        let mails = try names.map { try address("\($0)@example.org") }
        let found = try bench.access.contacts.standings(of: mails, for: Name(viewer), at: bench.at(seconds))
        return mails.map { mail in
            found[mail.folded].map { "\($0.standing) \($0.account?.text ?? "-")" } ?? "nothing"
        }
    }

    private func mail(_ text: String, _ section: ProfileSection = .work) -> ProfileEntry {
        ProfileEntry(section: section, kind: .mail, value: text)
    }

    @Test func `P-16 who lets themselves be found by mail is here, whatever the case of the letters`() throws {
        try bench.write("kim", "Kim Lee", shown: [.name, .mail], entries: [mail("Kim@Example.org")])
        try bench.write("lee", "Lee", shown: [.name], entries: [mail("lee@example.org")])
        try bench.write("ida", "Ida", shown: [], entries: [mail("ida@example.org")])
        #expect(try standings("kIM", "lee", "ida", "nobody") == ["here kim", "nothing", "nothing", "nothing"])
        let found = try bench.access.contacts.standings(
            of: [address("kim@example.org")], for: Name("me"), at: bench.at(1))
        #expect(found["kim@example.org"]?.name == "Kim Lee")
    }

    @Test func `P-16 a contact is known by the addresses that they grant, and by no other`() throws {
        let entries = [mail("work@example.org"), mail("home@example.org", .personal)]
        try bench.write("kim", "Kim", shown: [], entries: entries)
        try bench.connect("kim", "me", granting: TrustLevel([.work]))
        #expect(try standings("work", "home") == ["contact kim", "nothing"])
        // Nobody else learns of it.
        #expect(try standings("work", "home", as: "eve") == ["nothing", "nothing"])
    }

    @Test func `P-16 members of one's groups are known by what they grant these`() throws {
        try bench.write("kim", "Kim", shown: [], entries: [mail("kim@example.org", .school)])
        try bench.write("lee", "Lee", shown: [], entries: [mail("lee@example.org", .school)])
        try bench.group(
            "g", "Class", isOpen: false, ["me": TrustLevel(), "kim": TrustLevel([.school]), "lee": TrustLevel()])
        #expect(try standings("kim", "lee") == ["here kim", "nothing"])
        #expect(try standings("kim", as: "eve") == ["nothing"])
    }

    @Test func `P-16 who was asked, who asks and oneself are told apart`() throws {
        for name in ["kim", "lee", "max"] {
            try bench.write(name, name, shown: [.name, .mail], entries: [mail("\(name)@example.org")])
        }
        try bench.write("me", "Me", shown: [.name], entries: [mail("me@example.org", .personal)])
        try bench.access.contacts.ask(Name("kim"), by: Name("me"), at: bench.at(1))
        try bench.access.contacts.ask(Name("me"), by: Name("lee"), at: bench.at(1))
        #expect(try standings("kim", "lee", "max", "me") == ["asked kim", "asking lee", "here max", "oneself me"])
        // A request that was rejected still looks open to who asked.
        try bench.access.contacts.reject(Name("me"), by: Name("kim"), at: bench.at(2))
        #expect(try standings("kim", at: 3) == ["asked kim"])
        #expect(try standings("kim", at: 8 * 86_400) == ["here kim"])
    }

    @Test func `P-16 the address that one logs in with is one's own, and nobody is known by theirs`() throws {
        _ = try bench.access.setMail(address("me@example.org"), of: Name("me"), from: nil, at: bench.at(0))
        _ = try bench.access.setMail(address("kim@example.org"), of: Name("kim"), from: nil, at: bench.at(0))
        try bench.write("kim", "Kim", shown: [.name, .mail])
        #expect(try standings("me", "kim") == ["oneself me", "nothing"])
    }

    @Test func `whoever is deactivated is nobody`() throws {
        try bench.write("kim", "Kim", shown: [.name, .mail], entries: [mail("kim@example.org")])
        try bench.access.deactivate(Name("kim"), from: nil, at: bench.at(1))
        #expect(try standings("kim") == ["nothing"])
    }

    @Test func `of two who tell one address the nearer is told`() throws {
        for name in ["ida", "kim", "lee"] {
            try bench.write(name, name, shown: [.name, .mail], entries: [mail("both@example.org")])
        }
        #expect(try standings("both") == ["here ida"])
        try bench.connect("lee", "me")
        #expect(try standings("both") == ["contact lee"])
    }

    @Test func `names with quotes and SQL in them are names, and any number of addresses is asked for`() throws {
        try bench.write(
            "kim", "'; DROP TABLE profiles; --", shown: [.name, .mail], entries: [mail("o'kim@example.org")])
        let many = try (0..<1000).map { try address("x\($0)@example.org") } + [address("o'kim@example.org")]
        let found = try bench.access.contacts.standings(of: many, for: Name("me"), at: bench.at(1))
        #expect(found.count == 1 && found["o'kim@example.org"]?.name == "'; DROP TABLE profiles; --")
        #expect(try bench.access.contacts.standings(of: [], for: Name("me"), at: bench.at(1)).isEmpty)
    }

    @Test func `addresses are looked up in their index`() throws {
        guard case .postgres = TestDatabase.current else { return }
        let plan = try bench.access.database.write { session in
            // So few rows would be read without an index.
            try session.execute("SET LOCAL enable_seqscan = off")
            let sql = """
                EXPLAIN SELECT e.account FROM profile_entries e
                WHERE e.kind = 'mail' AND \(session.lowered("e.value")) IN ('kim@example.org', 'lee@example.org')
                """
            return try session.rows(sql) { $0[0] as String }.joined(separator: "\n")
        }
        #expect(plan.contains("profile_entries_by_mail") && plan.contains("Index Cond"), "\(plan)")
    }

    @Test func `P-10 the list of contacts with entries has what they grant, and nothing else`() throws {
        let entries = [
            mail("work@example.org"), mail("home@example.org", .personal), mail("class@example.org", .school),
        ]
        try bench.write("kim", "Kim", shown: [], entries: entries)
        try bench.write("lee", "Anna", shown: [], entries: entries)
        try bench.connect("kim", "me", granting: TrustLevel([.work]), granted: TrustLevel([.personal]))
        try bench.connect("lee", "me")
        try bench.group("g", "Class", isOpen: false, ["me": TrustLevel(), "kim": TrustLevel([.school])])
        let people = try bench.access.contacts.listWithEntries(of: Name("me"))
        #expect(people.map(\.name) == ["Anna", "Kim"])
        #expect(people.map { $0.entries.map(\.value) } == [[], ["work@example.org", "class@example.org"]])
        for person in people {
            let seen = try #require(try bench.see(person.account.text, as: "me"))
            #expect(seen.entries == person.entries)
        }
    }
}
