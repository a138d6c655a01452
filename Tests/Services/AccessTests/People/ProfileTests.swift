import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// What people tell of themselves.
@Suite(.onBothEngines) struct ProfileTests {
    private let people: PeopleBench
    private let pat: Name

    init() throws {
        people = try PeopleBench("pat", "kim", "sam")
        pat = try Name("pat")
    }

    @Test func `a profile that nobody has filled in has the name of the account and shows nothing`() throws {
        let profile = try people.access.profiles.profile(of: pat)
        #expect(profile == Profile(name: "pat"))
        #expect(profile.updated == nil)
        #expect(try people.see("pat", as: "kim") == nil)
        #expect(try people.see("pat", as: "pat")?.name == "pat")
    }

    @Test func `what is looked at before a change is what is changed, if that is wanted`() throws {
        try people.access.profiles.replace(Profile(name: "One"), of: pat, at: people.at(1))
        var seen: [String] = []
        try people.access.profiles.replace(Profile(name: "Two"), of: pat, at: people.at(2)) { known, picture in
            seen.append(known.name)
            return picture != nil
        }
        #expect(seen == ["One"])
        #expect(try people.access.profiles.profile(of: pat).name == "One")
    }

    @Test func `a profile is kept as it was written, in any script and with markup, after a restart too`() throws {
        var profile = Profile(
            name: "נעמי ⟨b⟩ <b>O'Neil</b>; DROP TABLE profiles; --",
            town: "北京",
            school: "Školní 1\\\"",
            employer: "🏴󠁧󠁢󠁳󠁣󠁴󠁿 & Söhne",
            shown: [.name, .mail],
            entries: [
                ProfileEntry(section: .work, kind: .phone, label: "دفتر", value: "+98 21 ۱۲۳"),
                ProfileEntry(section: .personal, kind: .mail, value: "n@example.org"),
            ]
        )
        try people.access.profiles.replace(profile, of: pat, at: people.at(1))
        profile.updated = people.at(1)
        #expect(try AccessControl(path: people.bench.path).profiles.profile(of: pat) == profile)
        try people.access.profiles.replace(Profile(name: "Pat"), of: pat, at: people.at(2))
        #expect(try people.access.profiles.profile(of: pat).entries == [])
    }

    /// A profile with one thing wrong, and the field that is named.
    static let wrong: [(Profile, String)] = [
        (Profile(name: ""), "name"), (Profile(name: "   "), "name"),
        (Profile(name: String(repeating: "a", count: 61)), "name"), (Profile(name: "a\u{202E}b"), "name"),
        (Profile(name: "a\nb"), "name"), (Profile(name: "P", town: String(repeating: "t", count: 61)), "town"),
        (Profile(name: "P", school: "\u{0}"), "school"), (Profile(name: "P", employer: "\u{2066}x"), "employer"),
        (Profile(name: "P", shown: [.town]), "shown"), (Profile(name: "P", shown: [.mail]), "shown"),
        (
            Profile(name: "P", entries: [ProfileEntry(section: .work, kind: .mail, label: "\t", value: "x")]),
            "entries/0/label"
        ),
        (Profile(name: "P", entries: [ProfileEntry(section: .work, kind: .mail, value: " ")]), "entries/0/value"),
        (
            Profile(
                name: "P", entries: Array(repeating: ProfileEntry(section: .work, kind: .mail, value: "x"), count: 31)
            ), "entries"
        ),
    ]

    @Test(arguments: wrong.indices) func `a text that may not stand there is refused, and nothing is changed`(
        place: Int
    ) throws {
        let (profile, field) = Self.wrong[place]
        try people.write("pat", "Pat")
        let before = try people.bench.rows()
        let error = #expect(throws: AccessError.self) {
            try people.access.profiles.replace(profile, of: pat, at: people.at(1))
        }
        guard case .people(.badText(field, _)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try people.bench.rows() == before)
    }

    @Test func `P-10 a contact shows what its level grants, and a section that was not granted leaves no trace`() throws
    {
        let entries = ProfileSection.allCases.map { ProfileEntry(section: $0, kind: .phone, value: "+41 \($0)") }
        try people.write("pat", "Pat", town: "Bern", shown: [], entries: entries)
        try people.connect("pat", "kim", granting: TrustLevel([.work]))
        let seen = try #require(try people.see("pat", as: "kim"))
        #expect(seen.entries.map(\.value) == ["+41 work"])
        #expect(seen.town == "Bern" && seen.standing == .contact)
        #expect(try people.see("pat", as: "sam") == nil)
    }

    @Test func `P-10 a number starts a call, an address opens a map, a mail address a mail`() {
        func link(_ kind: ProfileEntry.Kind, _ value: String) -> String? {
            ProfileEntry(section: .work, kind: kind, value: value).link
        }
        #expect(link(.phone, "+41 (0)31 123-45 67") == "tel:+410311234567")
        #expect(link(.phone, "*100#") == "tel:*100%23")
        #expect(link(.phone, "javascript:alert") == nil)
        #expect(link(.address, "Gasse 1, 3000 Bern") == "geo:0,0?q=Gasse%201%2C%203000%20Bern")
        #expect(link(.mail, "pat@example.org") == "mailto:pat@example.org")
        #expect(link(.mail, "a?bcc=b@x\"&") == "mailto:a%3Fbcc%3Db@x%22%26")
    }

    @Test func `a group shows its members to each other at the level of the membership, and the levels add up`() throws
    {
        let entries = ProfileSection.allCases.map { ProfileEntry(section: $0, kind: .phone, value: $0.rawValue) }
        try people.write("pat", "Pat", shown: [], entries: entries)
        try people.group("g", "G", isOpen: false, ["pat": TrustLevel([.school]), "kim": TrustLevel()])
        #expect(try people.see("pat", as: "kim")?.entries.map(\.value) == ["school"])
        #expect(try people.see("pat", as: "kim")?.standing == .stranger)
        try people.connect("pat", "kim", granting: TrustLevel([.personal]))
        #expect(try people.see("pat", as: "kim")?.entries.map(\.value).sorted() == ["personal", "school"])
        #expect(try people.see("kim", as: "pat")?.entries == [])
    }

    @Test func `a picture is kept, and only who sees it gets it`() throws {
        let picture = PhotoRow(kind: .png, data: [1, 2, 3], updated: people.at(3))
        let book = people.access.profiles
        try book.setPicture(picture, of: pat, at: people.at(3))
        #expect(try book.picture(of: pat) == picture)
        #expect(throws: AccessError.people(.noSuchPerson(pat))) {
            try book.picture(of: pat, for: people.name("kim"), at: people.at(4))
        }
        try people.write("pat", "Pat", shown: [.name])
        #expect(try book.picture(of: pat, for: people.name("kim"), at: people.at(4)) == nil)
        try people.write("pat", "Pat", shown: [.name, .picture])
        #expect(try book.picture(of: pat, for: people.name("kim"), at: people.at(4)) == picture)
        try book.setPicture(nil, of: pat, at: people.at(5))
        #expect(try book.picture(of: pat) == nil)
    }

    @Test func `changes of a profile are one entry of the audit an hour`() throws {
        for second in 0..<5 {
            try people.access.profiles.replace(
                Profile(name: "Pat"), of: pat, from: "192.0.2.1", at: people.at(Double(second)))
        }
        try people.access.profiles.replace(Profile(name: "Pat"), of: pat, from: "192.0.2.2", at: people.at(9))
        try people.access.profiles.replace(Profile(name: "Pat"), of: pat, from: "192.0.2.1", at: people.at(4000))
        let entries = try people.access.audit().filter { $0.event == .profileChanged }
        #expect(entries.map(\.count) == [1, 1, 5])
        #expect(entries.last?.last == people.at(4))
    }

    @Test func `with an account goes all that it told of itself`() throws {
        try people.write("pat", "Zebulon Muster", entries: [ProfileEntry(section: .work, kind: .phone, value: "4711")])
        try people.access.profiles.setPicture(
            PhotoRow(kind: .png, data: [1], updated: people.at(1)), of: pat, at: people.at(1)
        )
        try people.access.remove(pat, at: people.at(2))
        for table in ["profiles", "profile_entries", "pictures", "found"] {
            #expect(try people.bench.count("SELECT count(*) FROM \(table)") == 0)
        }
        #expect(try people.access.peopleSearch.find("zebulon", for: people.name("kim"), at: people.at(3)) == [])
    }
}
