import Access
import Foundation
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Web

/// Profiles, contacts and the search over HTTP, as somebody uses them.
@Suite(.timeLimit(.minutes(30)))
struct PeopleRoutesTests {
    private static let profile = """
        {"name": "Kim <b>Dürr</b>", "town": "Bern", "shown": ["name", "town"],
         "entries": [{"section": "work", "kind": "phone", "label": "desk", "value": "+41 31 1"},
                     {"section": "personal", "kind": "mail", "value": "kim@example.org"}]}
        """

    /// An answer, held against the document.
    private func ask(
        _ console: ConsoleBench, _ method: String, _ path: String, _ described: String, as headers: [String: String],
        _ body: String? = nil
    ) async throws -> ConsoleBench.Answer {
        let answer = try await console.send(method, "/api/v1\(path)", headers: headers, body: body)
        let document = try await console.get("/api/v1/openapi.json").object
        let errors = try SchemaCheck(document: document).errors(method, "/api/v1\(described)", answer)
        #expect(errors == [])
        return answer
    }

    @Test func `P-10 a profile is written, and each visitor is told what was granted and not that there is more`()
        async throws
    {
        try await withConsole { console in
            let visitors = try console.meetPeople()
            let expected = [
                "stranger": nil, "asked": [], "contact": [], "personal": ["personal"], "member": ["school"],
                "admin": [],
            ]
            for visitor in visitors {
                guard let sections = expected[visitor.role] else { continue }
                let answer = try await ask(console, "GET", "/people/pat", "/people/{account}", as: visitor.headers)
                guard let sections else {
                    #expect(answer.status == 404)
                    continue
                }
                let person = try answer.object
                let entries = try #require(person["entries"] as? [[String: Any]])
                #expect(entries.compactMap { $0["section"] as? String } == sections, "\(visitor.role)")
                #expect(person["town"] as? String == (visitor.role == "asked" ? nil : "Bern"))
                for section in ProfileSection.allCases.map(\.rawValue) where !sections.contains(section) {
                    #expect(!answer.text.contains("+41 \(section)"))
                }
            }
        }
    }

    @Test func `somebody whom one may not see is answered as nobody, in every member`() async throws {
        try await withConsole { console in
            let visitors = try console.meetPeople()
            let stranger = try #require(visitors.first { $0.role == "stranger" }).headers
            let requests = [
                ("GET", "/people/NAME", nil), ("GET", "/people/NAME/picture", nil), ("DELETE", "/people/NAME", nil),
                ("PUT", "/people/NAME/level", #"{"level": []}"#), ("POST", "/people/NAME/request", "{}"),
                ("DELETE", "/people/NAME/request", nil), ("POST", "/people/NAME/answer", #"{"accept": true}"#),
            ]
            for (method, path, body) in requests {
                let answers = try await ["pat", "nix"].mapAsync { name in
                    let path = "/api/v1" + path.replacing("NAME", with: name)
                    return try await console.send(method, path, headers: stranger, body: body)
                }
                #expect(answers[0].status == answers[1].status && answers[0].status >= 400)
                let details = try answers.map { try #require(try $0.object["detail"] as? String) }
                #expect(details[0].replacing("pat", with: "nix") == details[1])
                #expect(answers[0].body.count == answers[1].body.count)
                #expect(answers[0].headers.keys.sorted() == answers[1].headers.keys.sorted())
            }
            let found = try await console.get("/api/v1/search?q=muster", headers: stranger)
            #expect(found.text == #"{"query":"muster","results":[]}"#)
        }
    }

    @Test func `P-14 and P-15 somebody is found, asked, accepts, changes the level, and is removed`() async throws {
        try await withConsole { console in
            let now = WallClock().now
            for name in ["kim", "sam"] { try console.access.add(Name(name), isAdministrator: false, at: now) }
            let (kim, sam) = (try console.headers(of: "kim"), try console.headers(of: "sam"))
            let written = try await ask(console, "PUT", "/profile", "/profile", as: kim, Self.profile)
            #expect(written.status == 200)
            let found = try await ask(console, "GET", "/search?q=durr", "/search", as: sam)
            #expect(found.text.contains(#""account":"kim""#) && !found.text.contains("kim@example.org"))

            let body = #"{"grants": ["personal"], "wants": ["public", "work"]}"#
            let asked = try await ask(
                console, "POST", "/people/kim/request", "/people/{account}/request", as: sam, body)
            #expect(asked.status == 201)
            #expect(try asked.object["standing"] as? String == "asked")
            let twice = try await ask(
                console, "POST", "/people/kim/request", "/people/{account}/request", as: sam, body)
            #expect(twice.status == 409)
            let requests = try await ask(console, "GET", "/requests", "/requests", as: kim)
            #expect(requests.text.contains(#""wants":["work"]"#))

            let answer = #"{"accept": true, "level": ["work"]}"#
            let accepted = try await ask(
                console, "POST", "/people/sam/answer", "/people/{account}/answer", as: kim, answer
            )
            #expect(try accepted.object["standing"] as? String == "contact")
            let again = try await ask(
                console, "POST", "/people/sam/answer", "/people/{account}/answer", as: kim, answer)
            #expect(again.status == 409)
            let seen = try await ask(console, "GET", "/people/kim", "/people/{account}", as: sam)
            #expect(seen.text.contains(#""link":"tel:+41311""#) && !seen.text.contains("kim@example.org"))
            #expect(seen.text.contains(#""name":"Kim <b>Dürr</b>""#))

            let level = try await ask(
                console, "PUT", "/people/sam/level", "/people/{account}/level", as: kim, #"{"level": ["personal"]}"#
            )
            #expect(try level.object["level"] as? [String] == ["personal"])
            let list = try await ask(console, "GET", "/people?name=d%C3%BC", "/people", as: sam)
            #expect(list.text.contains("kim") && !list.text.contains("entries"))
            #expect(try await ask(console, "GET", "/people?name=im", "/people", as: sam).text == #"{"people":[]}"#)

            #expect(try await ask(console, "DELETE", "/people/kim", "/people/{account}", as: sam).status == 204)
            #expect(try await ask(console, "GET", "/people", "/people", as: kim).text == #"{"people":[]}"#)
        }
    }

    @Test func `what is wrong in a profile is named by its place, and nothing is stored`() async throws {
        try await withConsole { console in
            try console.access.add(Name("kim"), isAdministrator: false, at: WallClock().now)
            let kim = try console.headers(of: "kim")
            let before = try await console.get("/api/v1/profile", headers: kim).text
            let long = String(repeating: "x", count: 61)
            let wrong = [
                (#"{}"#, "/name"), (#"{"name": ""}"#, "/name"), (#"{"name": "\#(long)"}"#, "/name"),
                (#"{"name": "k", "town": 7}"#, "/town"), (#"{"name": "k", "shown": ["phone"]}"#, "/shown"),
                (#"{"name": "k", "entries": [7]}"#, "/entries/0"), (#"{"name": "k", "more": 1}"#, "/more"),
                (
                    #"{"name": "k", "entries": [{"section": "secret", "kind": "mail", "value": "x"}]}"#,
                    "/entries/0/section"
                ),
                (#"{"name": "k", "entries": [{"section": "work", "kind": "mail", "value": ""}]}"#, "/entries/0/value"),
                ("{\"name\": \"k\u{202E}\"}", "/name"),
            ]
            for (body, place) in wrong {
                let answer = try await ask(console, "PUT", "/profile", "/profile", as: kim, body)
                #expect(answer.status == 422)
                let errors = try #require(try answer.object["errors"] as? [[String: String]])
                #expect(errors.contains { $0["pointer"] == place }, "\(body): \(answer.text)")
            }
            let shown = try await ask(
                console, "PUT", "/profile", "/profile", as: kim, #"{"name": "k", "shown": ["town"]}"#)
            #expect(shown.status == 422 && shown.text.contains("shown"))
            #expect(try await console.get("/api/v1/profile", headers: kim).text == before)
        }
    }

    @Test(arguments: [
        (#"{}"#, "it is required"), (#"{"level": "work"}"#, "a list of sections"),
        (#"{"level": [1]}"#, "a list of sections"), (#"{"level": ["all"]}"#, "'all' is no section"),
        (#"{"level": [], "more": 1}"#, "no such member"),
    ]) func `a level that is none is refused in a sentence`(body: String, sentence: String) async throws {
        try await withConsole { console in
            let visitors = try console.meetPeople()
            let contact = try #require(visitors.first { $0.role == "contact" }).headers
            let answer = try await ask(
                console, "PUT", "/people/pat/level", "/people/{account}/level", as: contact, body)
            #expect(answer.status == 422)
            #expect(try (answer.object["detail"] as? String)?.contains(sentence) == true, "\(answer.text)")
        }
    }

    @Test func `a change that is based on a former profile is refused`() async throws {
        try await withConsole { console in
            try console.access.add(Name("kim"), isAdministrator: false, at: WallClock().now)
            var kim = try console.headers(of: "kim")
            kim["If-Match"] = try await console.get("/api/v1/profile", headers: kim).headers["etag"]
            let path = "/api/v1/profile"
            #expect(try await console.send("PUT", path, headers: kim, body: Self.profile).status == 200)
            #expect(try await console.send("PUT", path, headers: kim, body: Self.profile).status == 412)
        }
    }

    @Test func `a picture is cleaned, and is seen by whom it is shown to`() async throws {
        try await withConsole { console in
            for name in ["kim", "sam"] {
                try console.access.add(Name(name), isAdministrator: false, at: WallClock().now)
            }
            let (kim, sam) = (try console.headers(of: "kim"), try console.headers(of: "sam"))
            func chunk(_ name: String, _ content: String) -> [UInt8] {
                [0, 0, 0, UInt8(content.utf8.count)] + Array(name.utf8) + Array(content.utf8) + [0, 0, 0, 0]
            }
            let png =
                PNGFile.signature + chunk("IHDR", "head") + chunk("tEXt", "GPS 47 7") + chunk("IDAT", "d")
                + chunk("IEND", "")
            let path = "/api/v1/profile/picture"
            let set = try await console.send("PUT", path, headers: kim, bytes: png)
            #expect(set.status == 200)
            let url = try #require(try set.object["picture"] as? String)
            let own = try await console.get(url, headers: kim)
            #expect(own.headers["content-type"] == "image/png" && !own.text.contains("GPS"))
            #expect(own.headers["cache-control"]?.contains("immutable") == true)
            #expect(try await console.send("PUT", path, headers: kim, body: "<svg/>").status == 415)
            #expect(try await console.get("/api/v1/people/kim/picture", headers: sam).status == 404)
            let shown = #"{"name": "Kim", "shown": ["name", "picture"]}"#
            _ = try await console.send("PUT", "/api/v1/profile", headers: kim, body: shown)
            #expect(try await console.get("/api/v1/people/kim/picture", headers: sam).status == 200)
            #expect(try await console.send("DELETE", path, headers: kim).status == 204)
            #expect(try await console.get("/api/v1/people/kim/picture", headers: sam).status == 404)
        }
    }

    @Test func `an account searches so often, and is then told how long to wait`() async throws {
        try await withConsole(configure: { $0.rates.peopleSearches = RequestRate(burst: 3, perSecond: 0.001) }) {
            console in
            for name in ["kim", "sam"] {
                try console.access.add(Name(name), isAdministrator: false, at: WallClock().now)
            }
            let (kim, sam) = (try console.headers(of: "kim"), try console.headers(of: "sam"))
            for _ in 0..<3 { #expect(try await console.get("/api/v1/search?q=a", headers: kim).status == 200) }
            let refused = try await ask(console, "GET", "/search?q=a", "/search", as: kim)
            #expect(refused.status == 429)
            #expect((refused.headers["retry-after"].flatMap { Int($0) } ?? 0) > 900)
            #expect(try await console.get("/api/v1/search?q=a", headers: sam).status == 200)
        }
    }

    @Test(arguments: ["", "?q=", "?q=%FF", "?q=1%202%203%204%205%206%207%208%209", "?q=a&q=b", "?p=a"])
    func `a query that is none is refused`(query: String) async throws {
        try await withConsole { console in
            try console.access.add(Name("kim"), isAdministrator: false, at: WallClock().now)
            let answer = try await console.get("/api/v1/search\(query)", headers: try console.headers(of: "kim"))
            #expect(answer.status == 400)
        }
    }

    @Test func `where nobody has to log in there is no profile, and the answer says what to do`() async throws {
        try await withConsole { console in
            let answer = try await console.get("/api/v1/profile")
            #expect(answer.status == 409)
            #expect(answer.text.contains("passcode"))
        }
    }
}

extension Array {
    fileprivate func mapAsync<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
