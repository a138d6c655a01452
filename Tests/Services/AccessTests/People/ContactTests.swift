import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// Requests and connections.
@Suite(.onBothEngines) struct ContactTests {
    private let people: PeopleBench
    private let (pat, kim, sam): (Name, Name, Name)

    init() throws {
        people = try PeopleBench("pat", "kim", "sam")
        (pat, kim, sam) = (try Name("pat"), try Name("kim"), try Name("sam"))
        try people.write("pat", "Pat Duval")
        try people.write("kim", "Kim Duong")
    }

    private var book: ContactBook { people.access.contacts }

    private func ask(
        _ other: Name, by asker: Name, _ grants: TrustLevel = TrustLevel(), at now: Timestamp? = nil
    ) throws {
        try book.ask(other, by: asker, granting: grants, wanting: TrustLevel([.work]), at: now ?? people.at(1))
    }

    private func standing(_ account: String, as viewer: String, at now: Timestamp? = nil) throws -> PersonView.Standing?
    {
        try people.see(account, as: viewer, at: now)?.standing
    }

    @Test func `P-9 contacts are in the order of their names, and found by the beginning of any word of a name`() throws
    {
        let names = [
            "z1": "Ägidius Zumthor", "z2": "Dürrenmatt", "z3": "anna du Pont", "z4": "Mae-Du Li", "z5": "Zoë Adu",
        ]
        for (account, name) in names {
            try people.access.add(Name(account), isAdministrator: false, at: people.at(0))
            try people.write(account, name, shown: [])
            try people.connect("pat", account)
        }
        #expect(
            try book.list(of: pat).map(\.name)
                == ["Ägidius Zumthor", "anna du Pont", "Dürrenmatt", "Mae-Du Li", "Zoë Adu"]
        )
        #expect(try book.list(of: pat, beginning: "DU").map(\.name) == ["anna du Pont", "Dürrenmatt", "Mae-Du Li"])
        #expect(try book.list(of: pat, beginning: "zoe").map(\.name) == ["Zoë Adu"])
        #expect(try book.list(of: pat, beginning: "anna du").map(\.name) == ["anna du Pont"])
        #expect(try book.list(of: pat, beginning: "  ").count == 5)
        #expect(try book.list(of: kim) == [])
    }

    @Test func `P-11 the level that one grants a contact is shown, changed and kept`() throws {
        try people.connect("pat", "kim", granting: TrustLevel([.personal]))
        #expect(try people.see("kim", as: "pat")?.connection?.level == TrustLevel([.personal]))
        try book.setLevel(TrustLevel([.work, .school]), of: kim, by: pat, at: people.at(5))
        #expect(try people.see("kim", as: "pat")?.connection?.level == TrustLevel([.work, .school]))
        #expect(try people.see("pat", as: "kim")?.connection?.level == TrustLevel())
        let connection = try AccessControl(path: people.bench.path).profiles.person(kim, for: pat, at: people.at(6))
            .connection
        #expect(connection == Connection(level: TrustLevel([.work, .school]), since: people.at(0)))
    }

    @Test func `P-12 a contact that is removed is told, and both lose what they saw`() throws {
        try people.write("pat", "Pat", shown: [], entries: [ProfileEntry(section: .work, kind: .phone, value: "1")])
        try people.connect("pat", "kim", granting: TrustLevel([.work]))
        try people.access.database.write { session in
            try session.execute(
                "INSERT INTO contact_shares VALUES ('pat', 'kim', 'pat', 'keys', 'last', 0, 0, NULL)"
            )
        }
        try book.remove(kim, by: pat, at: people.at(3))
        #expect(try people.see("pat", as: "kim") == nil)
        #expect(try book.list(of: pat) == [] && book.list(of: kim) == [])
        #expect(try people.notices("kim") == ["removal pat"])
        #expect(try people.notices("pat") == [])
        #expect(try people.bench.count("SELECT count(*) FROM contact_shares") == 0)
        #expect(throws: AccessError.people(.notConnected(kim))) { try book.remove(kim, by: pat, at: people.at(4)) }
    }

    @Test func `P-14 a request is asked once, and the button then says asked`() throws {
        try ask(kim, by: pat, TrustLevel([.personal]))
        #expect(try standing("kim", as: "pat") == .asked)
        #expect(try standing("pat", as: "kim") == .asking)
        let request = try #require(try people.see("pat", as: "kim")?.request)
        #expect(
            request == ContactRequest(grants: TrustLevel([.personal]), wants: TrustLevel([.work]), asked: people.at(1)))
        #expect(try people.notices("kim") == ["request pat"])
        #expect(throws: AccessError.people(.alreadyAsked(kim))) { try ask(kim, by: pat) }
        #expect(try book.requests(of: kim, at: people.at(2)).received.map(\.account) == [pat])
        #expect(try book.requests(of: pat, at: people.at(2)).sent.map(\.account) == [kim])
    }

    @Test func `P-14 who is asked by somebody whom nobody can find sees who it is`() throws {
        try people.write("sam", "Sam Muster", town: "Bern", shown: [])
        #expect(try people.see("sam", as: "kim") == nil)
        try ask(kim, by: sam)
        let seen = try #require(try people.see("sam", as: "kim"))
        #expect(seen.name == "Sam Muster" && seen.town == nil && seen.standing == .asking)
    }

    @Test func `P-15 a request that is accepted makes both contacts, each at what the other grants`() throws {
        try ask(kim, by: pat, TrustLevel([.personal]))
        try book.accept(pat, by: kim, granting: TrustLevel([.school]), at: people.at(2))
        #expect(try book.list(of: pat).map(\.account) == [kim] && book.list(of: kim).map(\.account) == [pat])
        #expect(try people.see("kim", as: "pat")?.connection?.level == TrustLevel([.personal]))
        #expect(try people.see("pat", as: "kim")?.connection?.level == TrustLevel([.school]))
        #expect(try people.notices("pat") == ["acceptance kim"])
        #expect(try people.bench.count("SELECT count(*) FROM contact_requests") == 0)
        #expect(throws: AccessError.people(.alreadyConnected(kim))) { try ask(kim, by: pat) }
    }

    @Test func `P-15 of a rejection the asker is not told, and may ask again after a week`() throws {
        try ask(kim, by: pat)
        try book.reject(pat, by: kim, at: people.at(60))
        #expect(try standing("kim", as: "pat") == .asked)
        #expect(try book.requests(of: pat, at: people.day(6)).sent.map(\.account) == [kim])
        #expect(try standing("pat", as: "kim") == .stranger)
        #expect(try people.notices("pat") == [])
        #expect(throws: AccessError.people(.alreadyAsked(kim))) { try ask(kim, by: pat, at: people.day(7)) }
        #expect(throws: AccessError.people(.noRequest(pat))) { try book.reject(pat, by: kim, at: people.day(1)) }
        #expect(throws: AccessError.people(.noRequest(pat))) {
            try book.accept(pat, by: kim, granting: TrustLevel(), at: people.day(1))
        }
        let week = people.day(7).advanced(by: .seconds(60))
        #expect(try standing("kim", as: "pat", at: week) == .stranger)
        try ask(kim, by: pat, at: week)
        #expect(try people.notices("kim") == ["request pat", "request pat"])
        #expect(try standing("pat", as: "kim", at: week) == .asking)
    }

    @Test func `P-15 to withdraw a request that was rejected, and ask anew, does not reach the other`() throws {
        try ask(kim, by: pat)
        try book.reject(pat, by: kim, at: people.at(60))
        try book.withdraw(kim, by: pat, at: people.at(70))
        #expect(try standing("kim", as: "pat") == .stranger)
        try ask(kim, by: pat, at: people.at(80))
        #expect(try standing("kim", as: "pat", at: people.at(81)) == .asked)
        #expect(try standing("pat", as: "kim", at: people.at(81)) == .stranger)
        #expect(try people.notices("kim") == ["request pat"])
    }

    @Test func `a request that was withdrawn is open again as before, and told of once`() throws {
        try ask(kim, by: pat)
        try book.withdraw(kim, by: pat, at: people.at(2))
        #expect(try standing("pat", as: "kim") == .stranger)
        #expect(throws: AccessError.people(.notAsked(kim))) { try book.withdraw(kim, by: pat, at: people.at(3)) }
        #expect(throws: AccessError.people(.noRequest(pat))) {
            try book.accept(pat, by: kim, granting: TrustLevel(), at: people.at(3))
        }
        try ask(kim, by: pat, TrustLevel([.school]), at: people.at(4))
        #expect(try people.see("pat", as: "kim")?.request?.grants == TrustLevel([.school]))
        #expect(try people.notices("kim") == ["request pat"])
    }

    @Test func `P-15 two who ask each other are contacts at once, each at what the other grants`() throws {
        try ask(kim, by: pat, TrustLevel([.personal]))
        try ask(pat, by: kim, TrustLevel([.work]), at: people.at(2))
        #expect(try people.see("kim", as: "pat")?.connection?.level == TrustLevel([.personal]))
        #expect(try people.see("pat", as: "kim")?.connection?.level == TrustLevel([.work]))
        #expect(try people.bench.count("SELECT count(*) FROM contact_requests") == 0)
    }

    @Test func `who has rejected somebody and then asks them is connected, as they had asked`() throws {
        try ask(kim, by: pat)
        try book.reject(pat, by: kim, at: people.at(2))
        try people.write("pat", "Pat")
        try ask(pat, by: kim, at: people.at(3))
        #expect(try standing("pat", as: "kim") == .contact)
    }

    @Test func `P-15 of two who accept at the same time, one connects and the other is told so`() async throws {
        try ask(kim, by: pat)
        let path = people.bench.path
        let others = try (0..<2).map { _ in try AccessControl(path: path, rounds: 1 << 10) }
        let (pat, kim, now) = (pat, kim, people.at(2))
        let outcomes = await withTaskGroup(of: AccessError?.self) { group in
            for access in others {
                group.addTask {
                    do throws(AccessError) {
                        try access.contacts.accept(pat, by: kim, granting: TrustLevel(), at: now)
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.contains(.people(.alreadyConnected(pat))))
        #expect(try people.bench.count("SELECT count(*) FROM contacts") == 2)
    }

    @Test func `nobody is asked whom one may not see, and it reads as for nobody`() throws {
        for name in ["sam", "nobody"] {
            let other = try Name(name)
            #expect(throws: AccessError.people(.noSuchPerson(other))) { try ask(other, by: pat) }
            #expect(throws: AccessError.people(.notConnected(other))) {
                try book.remove(other, by: pat, at: people.at(1))
            }
            #expect(throws: AccessError.people(.notConnected(other))) {
                try book.setLevel(TrustLevel(), of: other, by: pat, at: people.at(1))
            }
            #expect(throws: AccessError.people(.noRequest(other))) { try book.reject(other, by: pat, at: people.at(1)) }
            #expect(throws: AccessError.people(.notAsked(other))) {
                try book.withdraw(other, by: pat, at: people.at(1))
            }
        }
        #expect(throws: AccessError.people(.oneself)) { try ask(pat, by: pat) }
        #expect(try people.notices("sam") == [])
    }

    @Test func `of a thousand requests of one account twenty an hour go out, and fifty stay open`() throws {
        try people.access.database.write { session in
            for number in 0..<1000 {
                try session.add(Name("m\(number)"), isAdministrator: false, at: people.at(0))
                try session.replaceProfile(
                    of: Name("m\(number)"), by: Profile(name: "M", shown: [.name]), at: people.at(0))
            }
        }
        var errors: [AccessError] = []
        for number in 0..<1000 {
            let other = try Name("m\(number)")
            do throws(AccessError) { try book.ask(other, by: pat, at: people.at(Double(number))) } catch {
                errors.append(error)
            }
        }
        #expect(errors.count == 980)
        #expect(Set(errors) == [.people(.askLater(from: people.at(3600)))])
        // What is withdrawn counts as well.
        try book.withdraw(Name("m0"), by: pat, at: people.at(1001))
        #expect(throws: AccessError.people(.askLater(from: people.at(3600)))) {
            try ask(Name("m999"), by: pat, at: people.at(1002))
        }
        for hour in 1...2 {
            for number in 0..<20 where hour * 20 + number <= 50 {
                try ask(Name("m\(hour * 20 + number)"), by: pat, at: people.at(Double(hour * 4000 + number)))
            }
        }
        #expect(throws: AccessError.people(.tooManyRequests)) { try ask(Name("m60"), by: pat, at: people.at(20_000)) }
        #expect(try people.notices("m0") == ["request pat"])
    }

    @Test func `nobody has more contacts than there may be, and neither side of a new one may`() throws {
        try people.access.database.write { session in
            for number in 0..<ContactLimits.contacts {
                let name = try Name("m\(number)")
                try session.add(name, isAdministrator: false, at: people.at(0))
                try session.execute(
                    "INSERT INTO contacts (account, other, level, since_ms) VALUES ('pat', ?, '', 0)", [name.text]
                )
            }
        }
        #expect(throws: AccessError.people(.tooManyContacts)) { try ask(kim, by: pat) }
        try ask(pat, by: kim, at: people.at(2))
        #expect(throws: AccessError.people(.tooManyContacts)) {
            try book.accept(kim, by: pat, granting: TrustLevel(), at: people.at(3))
        }
        #expect(try standing("kim", as: "pat", at: people.at(3)) == .asking)
    }

    @Test func `with an account go its requests and connections on both sides`() throws {
        try people.connect("pat", "sam")
        try ask(kim, by: pat)
        try people.access.remove(pat, at: people.at(2))
        #expect(try book.list(of: sam) == [])
        #expect(try book.requests(of: kim, at: people.at(3)).received == [])
        for table in ["contacts", "contact_requests", "notices"] {
            #expect(try people.bench.count("SELECT count(*) FROM \(table)") == 0)
        }
    }
}
