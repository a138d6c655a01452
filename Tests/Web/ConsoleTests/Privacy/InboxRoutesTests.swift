import Store
import Testing
import Tracking

@testable import API
@testable import Access
@testable import Console
@testable import Web

/// The inbox over HTTP, and in the stream of events.
@Suite(.timeLimit(.minutes(30)))
struct InboxRoutesTests {
    private let (sam, kim): (Name, Name)

    init() throws { (sam, kim) = (try Name("sam"), try Name("kim")) }

    /// The headers of an account that has logged in with a passcode; the account is made.
    private func visitor(_ name: Name, _ console: ConsoleBench) throws -> [String: String] {
        let now = WallClock().now
        try console.access.add(name, isAdministrator: false, passcode: Passcode("tannenbaum"), at: now)
        let opened = try console.access.logIn(name.text, passcode: "tannenbaum", from: "127.0.0.1", at: now)
        return [
            "Cookie": "tagalong=\(opened.secret.text)", "X-Tagalong-CSRF": opened.session.csrf,
            "Content-Type": "application/json",
        ]
    }

    private func token(_ scope: Scope, of name: Name, _ console: ConsoleBench) throws -> [String: String] {
        let (secret, _) = try console.access.makeToken("t", of: name, scope: scope, at: WallClock().now)
        return ["Authorization": "Bearer \(secret.text)", "Content-Type": "application/json"]
    }

    private func tell(
        _ name: Name, _ kind: NoticeKind = .request, about other: Name? = nil, text: String = "",
        item: DeviceID? = nil, _ access: AccessControl
    ) throws {
        let now = WallClock().now
        try access.database.write { try $0.notify(name, kind, about: other, item: item, text: text, at: now) }
    }

    @Test func `P-17 an inbox has pages, and what was read is counted no more`() async throws {
        try await withConsole { console in
            _ = try console.boss()
            let (headers, others) = (try visitor(sam, console), try visitor(kim, console))
            let keys = DeviceID(owner: kim, device: try Name("keys"))
            for number in 1...3 { try tell(sam, .removal, about: kim, text: "\(number)", console.access) }
            try tell(sam, .share, item: keys, console.access)
            let page = try await console.get("/api/v1/inbox?limit=2", headers: headers).object
            let (notices, next) = (page.list("notices"), try #require(page["next"] as? Int))
            #expect(notices.map { $0["kind"] as? String } == ["share", "removal"])
            #expect(notices.first?["owner"] as? String == "kim" && notices.first?["tracker"] as? String == "keys")
            // Whom they had to do with, and not what that one is called by now.
            #expect(notices.last?["account"] as? String == "kim" && notices.last?["name"] == nil)
            #expect(page["unread"] as? Int == 4 && notices.last?["read"] as? Bool == false)
            let rest = try await console.get("/api/v1/inbox?before=\(next)", headers: headers).object
            #expect(rest.list("notices").map { $0["text"] as? String } == ["2", "1"] && rest["next"] == nil)
            #expect(try await console.get("/api/v1/session", headers: headers).object["inbox"] as? Int == 4)
            #expect(try await console.get("/api/v1/session", headers: others).object["inbox"] as? Int == 0)
            func read(_ body: String, _ headers: [String: String]) async throws -> ConsoleBench.Answer {
                try await console.send("POST", "/api/v1/inbox/read", headers: headers, body: body)
            }
            #expect(try await read("{\"id\": \(next)}", headers).object["unread"] as? Int == 3)
            #expect(try await read("{\"id\": \(next)}", others).status == 404)
            #expect(try await read("{\"upto\": \(next)}", headers).object["unread"] as? Int == 1)
            for body in ["{}", "{\"upto\": 1, \"id\": 1}", "{\"upto\": 1.5}", "{\"upto\": \"1\"}", "[]", "{\"x\": 1}"] {
                #expect(try await read(body, headers).status == 422, "\(body)")
            }
            #expect(try await console.get("/api/v1/inbox?limit=101", headers: headers).status == 400)
            #expect(try await console.get("/api/v1/session", headers: headers).object["inbox"] as? Int == 1)
        }
    }

    @Test func `P-17 kinds are silenced and heard again`() async throws {
        try await withConsole { console in
            _ = try console.boss()
            let headers = try visitor(sam, console)
            let path = "/api/v1/inbox/silenced"
            let before = try await console.get(path, headers: headers).object
            #expect(before["silenced"] as? [String] == [])
            #expect(before["kinds"] as? [String] == NoticeKind.allCases.map(\.rawValue))
            let body = #"{"silenced": ["share", "request", "share"]}"#
            let after = try await console.send("PUT", path, headers: headers, body: body)
            #expect(after.status == 200)
            #expect(try after.object["silenced"] as? [String] == ["request", "share"])
            try tell(sam, .share, console.access)
            try tell(sam, .finder, text: "found it <b>here</b>", console.access)
            let notices = try await console.get("/api/v1/inbox", headers: headers).object.list("notices")
            #expect(notices.map { $0["text"] as? String } == ["found it <b>here</b>"])
            for body in ["{}", #"{"silenced": ["all"]}"#, #"{"silenced": "share"}"#, #"{"silenced": [1]}"#] {
                let answer = try await console.send("PUT", path, headers: headers, body: body)
                #expect(answer.status == 422, "\(body)")
            }
            let wrong = try await console.send("PUT", path, headers: headers, body: #"{"silenced": ["share", "all"]}"#)
            let place = try #require(try wrong.object.list("errors").first)
            #expect(place["pointer"] as? String == "/silenced")
            #expect((place["detail"] as? String)?.hasSuffix("found 'all'") == true)
            #expect(try console.access.inbox.silenced(of: sam) == [.request, .share])
        }
    }

    @Test func `an inbox is read with a session or a token for people, and with no other`() async throws {
        try await withConsole { console in
            // Before anybody logs in there is nobody who would have one.
            #expect(try await console.get("/api/v1/inbox").status == 409)
            _ = try console.boss()
            _ = try visitor(sam, console)
            let paths = [
                ("GET", "/api/v1/inbox"), ("POST", "/api/v1/inbox/read"), ("GET", "/api/v1/inbox/silenced"),
                ("PUT", "/api/v1/inbox/silenced"),
            ]
            for (method, path) in paths {
                #expect(try await console.send(method, path, body: "{}").status == 401)
                for scope in Scope.allCases {
                    let headers = try token(scope, of: sam, console)
                    let answer = try await console.send(
                        method, path, headers: headers, body: method == "GET" ? nil : "{}")
                    let isLetIn = scope == .people || scope == .admin
                    #expect(answer.status == (isLetIn ? method == "GET" ? 200 : 422 : 403), "\(path) \(scope)")
                }
            }
        }
    }

    @Test func `P-17 a stream tells how the inbox stands, what comes and what is read, and nobody else`() async throws {
        try await withConsole { console in
            _ = try console.boss()
            let (headers, others) = (try visitor(sam, console), try visitor(kim, console))
            try tell(sam, text: "first", console.access)
            var stream = try await EventStream(console, "?types=inbox", headers: headers)
            var foreign = try await EventStream(console, "?types=inbox", headers: others)
            let before = try await stream.snapshot()
            #expect(before.map(\.type) == ["inbox"])
            #expect(before.first?.json["account"] as? String == "sam")
            #expect(before.first?.document?["unread"] as? Int == 1)
            #expect((before.first?.document?["newest"] as? [String: Any])?["text"] as? String == "first")
            #expect(try await foreign.snapshot().map { $0.document?["unread"] as? Int } == [0])
            // By another connection to the accounts, as another service or a command has.
            try tell(sam, .acceptance, text: "second", try console.otherAccess())
            let second = try #require(try await stream.next())
            #expect(second.document?["unread"] as? Int == 2)
            let newest = try #require(second.document?["newest"] as? [String: Any])
            #expect(newest["text"] as? String == "second" && newest["kind"] as? String == "acceptance")
            let id = try #require(newest["id"] as? Int)
            let body = "{\"upto\": \(id)}"
            _ = try await console.send("POST", "/api/v1/inbox/read", headers: headers, body: body)
            #expect(try await stream.next()?.document?["unread"] as? Int == 0)
            // The first that the other hears is what is theirs.
            try tell(kim, text: "theirs", console.access)
            let theirs = try #require(try await foreign.next())
            #expect((theirs.document?["newest"] as? [String: Any])?["text"] as? String == "theirs")
        }
    }

    @Test func `a token for people hears of the own inbox in a stream, and of no item`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let boss = try Name("boss")
            _ = try console.boss()
            let headers = try token(.people, of: boss, console)
            for query in ["?types=state", "?types=inbox,fix", "?types=nonsense", "?items=sam/keys", "?types=services"] {
                #expect(try await console.get("/api/v1/events\(query)", headers: headers).status == 403, "\(query)")
            }
            try tell(boss, text: "hello", console.access)
            for query in ["", "?types=inbox", "?types=inbox,beat"] {
                var stream = try await EventStream(console, query, headers: headers)
                #expect(try await stream.snapshot().map(\.type) == ["inbox"], "\(query)")
            }
            // Nor does one for items hear of the inbox.
            let items = try token(.command, of: boss, console)
            var stream = try await EventStream(console, "?types=inbox", headers: items)
            #expect(try await stream.snapshot().isEmpty)
        }
    }

    @Test func `what an erased account is named in is told no more, in streams neither`() async throws {
        try await withConsole { console in
            let boss = try console.boss()
            let headers = try visitor(sam, console)
            _ = try visitor(kim, console)
            try tell(sam, text: "other", console.access)
            try tell(sam, .request, about: kim, text: "Zaunkoenig", console.access)
            var stream = try await EventStream(console, "?types=inbox", headers: headers)
            #expect(try await stream.snapshot().first?.data.contains("Zaunkoenig") == true)
            let answer = try await console.send(
                "POST", "/api/v1/accounts/kim/erasure", headers: boss,
                body: #"{"account": "kim", "passcode": "tannenbaum"}"#)
            #expect(answer.status < 300, "\(answer.text)")
            let after = try #require(try await stream.next())
            #expect(after.document?["unread"] as? Int == 1 && !after.data.contains("Zaunkoenig"))
            var late = try await EventStream(console, "?types=inbox", headers: headers)
            #expect(try await late.snapshot().map { $0.data.contains("Zaunkoenig") } == [false])
        }
    }
}
