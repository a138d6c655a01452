import Access
import Foundation
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Web

/// Address books over HTTP: who of one is here, and one's contacts as one.
@Suite(.timeLimit(.minutes(30)))
struct AddressBookRoutesTests {
    private static let path = "/api/v1/people/address-book"

    private static func card(_ name: String, _ mails: String..., version: String = "4.0") -> String {
        let lines =
            ["BEGIN:VCARD", "VERSION:\(version)", "FN:\(name)"] + mails.map { "EMAIL:\($0)" } + ["END:VCARD", ""]
        return lines.joined(separator: "\r\n")
    }

    /// Kim, who looks; Sam, who lets himself be found by mail; Ida, who is a contact; and Eve, who shows nothing.
    private static func withPeople(
        configure: @Sendable @escaping (inout ConsoleConfiguration) -> Void = { _ in },
        _ body: @Sendable (ConsoleBench, _ kim: [String: String]) async throws -> Void
    ) async throws {
        try await withConsole(configure: configure) { console in
            _ = try console.boss()
            let kim = try console.person("kim")
            let now = WallClock().now
            for (account, name, shown) in [
                ("sam", "Sam Muster", Set<ShownField>([.name, .mail])), ("ida", "Ida", []), ("eve", "Eve", []),
            ] {
                _ = try console.person(account)
                let entry = ProfileEntry(section: .work, kind: .mail, label: "desk", value: "\(account)@example.org")
                try console.access.profiles.replace(
                    Profile(name: name, town: "Bern", shown: shown, entries: [entry]), of: Name(account), at: now
                )
            }
            try console.connect("kim", "ida")
            try await body(console, kim)
        }
    }

    private static func look(
        _ console: ConsoleBench, _ book: String, as headers: [String: String], type: String = "text/vcard"
    ) async throws -> ConsoleBench.Answer {
        let fields = headers.merging(["Content-Type": type]) { $1 }
        return try await console.send("POST", path, headers: fields, body: book)
    }

    @Test func `P-16 who of a book of versions 3 and 4 is here is told, and of nobody else anything`() async throws {
        try await Self.withPeople { console, kim in
            try console.access.contacts.setLevel(
                TrustLevel([.work]), of: Name("kim"), by: Name("ida"), at: WallClock().now)
            let book =
                Self.card("Sam from work", "nobody@example.org", "SAM@example.org", version: "3.0")
                + Self.card("My Ida", "ida@example.org") + "BEGIN:VCARD\r\nEND:VCARD\r\n"
                + Self.card("Eve", "eve@example.org") + Self.card("Nobody", "nobody@example.org") + Self.card("No mail")
            let answer = try await Self.look(console, book, as: kim)
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            #expect(try answer.status == 200 && check.errors("POST", Self.path, answer) == [])
            let people = try answer.object.list("people")
            #expect(
                people.map { $0["standing"] as? String } == ["here", "contact", "unknown", "unknown", "unreachable"])
            #expect(people.map { $0["account"] as? String } == ["sam", "ida", nil, nil, nil])
            #expect(people.first?["called"] as? String == "Sam Muster")
            #expect(people.first?["mail"] as? String == "SAM@example.org")
            #expect(people.map { $0["line"] as? Int } == [1, 7, 14, 19, 24])
            // Nothing of it tells Eve, who has an account, from nobody.
            #expect(Set(people[2].keys) == Set(people[3].keys))
            let skipped = try answer.object.list("skipped")
            #expect(try skipped.map { $0["line"] as? Int } == [12] && answer.object["skipped_count"] as? Int == 1)
            #expect(try answer.object["may_invite"] as? Bool == false)
        }
    }

    @Test func `P-16 what is no address book is refused, and none is kept`() async throws {
        try await Self.withPeople { console, kim in
            #expect(try await Self.look(console, "name,mail", as: kim).status == 422)
            #expect(try await Self.look(console, "", as: kim).status == 422)
            #expect(try await Self.look(console, Self.card("x"), as: kim, type: "application/json").status == 415)
            #expect(
                try await Self.look(console, Self.card("x"), as: kim, type: "Text/X-vCard; charset=utf-8").status == 200
            )
            let large = [UInt8](repeating: 0x20, count: (10 << 20) + 1)
            let fields = kim.merging(["Content-Type": "text/vcard"]) { $1 }
            #expect(try await console.send("POST", Self.path, headers: fields, bytes: large).status == 413)
            let many = (0..<5001).map { Self.card("Person \($0)") }.joined()
            let refused = try await Self.look(console, many, as: kim)
            #expect(refused.status == 422 && refused.text.contains("5000"))
        }
    }

    @Test func `P-16 an account looks at so many addresses a day, each book as a whole`() async throws {
        let rate = RequestRate(burst: 3, perSecond: 0.001)
        try await Self.withPeople(configure: { $0.rates.addressLookups = rate }) { console, kim in
            let two = Self.card("a", "a@example.org", "b@example.org", "B@Example.org")
            #expect(try await Self.look(console, two, as: kim).status == 200)
            let refused = try await Self.look(console, two, as: kim)
            #expect(refused.status == 429 && Int(refused.headers["retry-after"] ?? "") ?? 0 > 900)
            // What was refused is not counted.
            #expect(try await Self.look(console, Self.card("a", "a@example.org"), as: kim).status == 200)
            #expect(try await Self.look(console, Self.card("No mail"), as: kim).status == 200)
        }
    }

    @Test func `P-10 contacts are exported with what they grant, in either version`() async throws {
        try await Self.withPeople { console, kim in
            let path = "/api/v1/people/contacts.vcf"
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let bare = try await console.get(path, headers: kim)
            #expect(bare.status == 200 && bare.headers["content-type"] == "text/vcard; charset=utf-8")
            #expect(bare.headers["content-disposition"]?.contains("tagalong-contacts.vcf") == true)
            let head = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID;VALUE=text:tagalong-ida\r\nFN:Ida\r\nN:;Ida;;;\r\n"
            #expect(bare.text == head + "ADR:;;;Bern;;;\r\nEND:VCARD\r\n")
            #expect(try check.errors("GET", path, bare) == [])
            try console.access.contacts.setLevel(
                TrustLevel([.work]), of: Name("kim"), by: Name("ida"), at: WallClock().now)
            let old = try await console.get("\(path)?version=3.0", headers: kim)
            #expect(old.text.contains("VERSION:3.0\r\nUID:tagalong-ida\r\n"))
            #expect(old.text.contains("item1.EMAIL;TYPE=work:ida@example.org\r\nitem1.X-ABLABEL:desk\r\n"))
            #expect(try await console.get("\(path)?version=2.1", headers: kim).status == 400)
            // A book of one's own contacts has nobody but these.
            let again = try await Self.look(console, old.text, as: kim)
            #expect(try again.object.list("people").map { $0["standing"] as? String } == ["contact"])
        }
    }
}
