import Access
import Foundation
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Web

/// Invitations by mail over HTTP, sent by a real SMTP server.
@Suite(.timeLimit(.minutes(30)))
struct InvitationRoutesTests {
    /// Sam, who invites; the headers of Sam's session.
    private static func with(
        _ registration: RegistrationPolicy = .invitation,
        _ inviting: InvitingPolicy = .everybody,
        _ body: @Sendable (SignInBench, _ sam: [String: String], SchemaCheck) async throws -> Void
    ) async throws {
        try await SignInBench.with(registration, inviting: inviting) { bench in
            let sam = try bench.console.person("sam")
            try bench.console.access.profiles.replace(Profile(name: "Sam Muster"), of: Name("sam"), at: WallClock().now)
            let check = SchemaCheck(document: try await bench.console.get("/api/v1/openapi.json").object)
            try await body(bench, sam, check)
        }
    }

    private static let path = "people/invitations"

    @Test func `G-4 somebody is invited, registers by the link, and finds the request and the group`() async throws {
        try await Self.with { bench, sam, check in
            let made = try await bench.post("groups", ["name": "Family"], headers: sam)
            let group = try #require((made.object["group"] as? [String: Any])?["id"] as? String)
            let body: [String: Any] = ["mail": "kim@example.org", "grants": ["work"], "group": group, "language": "de"]
            let sent = try await bench.post(Self.path, body, headers: sam)
            #expect(try sent.status == 201 && check.errors("POST", "/api/v1/\(Self.path)", sent) == [])
            #expect(!sent.text.contains("secret") && !sent.text.contains("register#"))
            let list = try await bench.console.get("/api/v1/\(Self.path)", headers: sam)
            #expect(try check.errors("GET", "/api/v1/\(Self.path)", list) == [])
            #expect(try list.object.list("invitations").map { $0["mail"] as? String } == ["kim@example.org"])
            #expect(try list.object["may_invite"] as? Bool == true)

            let mail = try await bench.mails(1)[0]
            #expect(mail.contains("Sam Muster") && !mail.contains("Family"))
            let secret = try SignInBench.secret(mail, "register")
            let shown = try await bench.post("registration/invitation", ["secret": secret])
            #expect(try check.errors("POST", "/api/v1/registration/invitation", shown) == [])
            #expect(
                try shown.object as? [String: String] == [
                    "inviter": "Sam Muster", "group": "Family", "mail": "kim@example.org",
                ])

            #expect(try await bench.register(with: ["invitation": secret]).status == 202)
            let kim = try await bench.logIn("kim@example.org", "mistletoe")
            let requests = try await bench.console.get("/api/v1/requests", headers: kim).object.list("received")
            #expect(requests.map { $0["account"] as? String } == ["sam"])
            let groups = try await bench.console.get("/api/v1/groups", headers: kim).object.list("groups")
            #expect(groups.map { $0["role"] as? String } == ["invited"])
            #expect(try await bench.post("people/sam/answer", ["accept": true], headers: kim).status == 200)
            #expect(try await bench.post("groups/\(group)/join", [:], headers: kim).status == 200)
            let over = try await bench.post("registration/invitation", ["secret": secret])
            #expect(try over.status == 410 && over.object["type"] as? String == "urn:tagalong:link-used")
        }
    }

    @Test func `P-16 an address that an account has is answered alike, and its owner decides`() async throws {
        try await Self.with { bench, sam, check in
            let (access, now) = (bench.console.access, WallClock().now)
            let eve = try bench.console.person("eve")
            _ = try access.setMail(MailAddress("eve@example.org"), of: Name("eve"), from: nil, at: now)
            let known = try await bench.post(Self.path, ["mail": "eve@example.org"], headers: sam)
            let unknown = try await bench.post(Self.path, ["mail": "kim@example.org"], headers: sam)
            #expect(known.status == 201 && unknown.status == 201)
            #expect(try Set(known.object.keys) == Set(unknown.object.keys))
            #expect(Set(known.headers.keys) == Set(unknown.headers.keys))
            let mails = try await bench.mails(2)
            let mail = try #require(mails.first { $0.contains("eve@example.org") })
            let secret = try SignInBench.secret(mail, "register")
            let inbox = try await bench.console.get("/api/v1/inbox", headers: eve).object
            #expect(inbox.list("notices").isEmpty)
            let used = try await bench.post("\(Self.path)/acceptance", ["secret": secret], headers: eve)
            #expect(used.status == 204)
            let requests = try await bench.console.get("/api/v1/requests", headers: eve).object.list("received")
            #expect(requests.map { $0["account"] as? String } == ["sam"])
            let again = try await bench.post("\(Self.path)/acceptance", ["secret": secret], headers: eve)
            #expect(try again.status == 410 && check.errors("POST", "/api/v1/\(Self.path)/acceptance", again) == [])
        }
    }

    @Test func `inviting is closed until it is opened, and needs registration and mails`() async throws {
        try await Self.with(.invitation, .administrators) { bench, sam, _ in
            let body = ["mail": "kim@example.org"]
            #expect(try await bench.post(Self.path, body, headers: sam).status == 403)
            let list = try await bench.console.get("/api/v1/\(Self.path)", headers: sam).object
            #expect(list["may_invite"] as? Bool == false)
            let boss = try await bench.logIn("boss", "tannenbaum")
            #expect(try await bench.post(Self.path, body, headers: boss).status == 201)
        }
        try await Self.with(.closed) { bench, sam, _ in
            let refused = try await bench.post(Self.path, ["mail": "kim@example.org"], headers: sam)
            #expect(
                try refused.status == 403 && refused.object["type"] as? String == "urn:tagalong:registration-closed")
        }
        var desk = SignInDesk()
        (desk.registration, desk.inviting) = (.invitation, .everybody)
        try await withConsole(signIn: desk) { console in
            _ = try console.boss()
            let sam = try console.person("sam")
            let body = #"{"mail": "kim@example.org"}"#
            let refused = try await console.send("POST", "/api/v1/\(Self.path)", json: body, headers: sam)
            #expect(try refused.status == 409 && refused.object["type"] as? String == "urn:tagalong:no-mail")
        }
    }

    @Test func `P-16 an address is invited once, told as invited, and withdrawn`() async throws {
        try await Self.with { bench, sam, check in
            let sent = try await bench.post(Self.path, ["mail": "kim@example.org"], headers: sam)
            let id = try #require(try sent.object["id"] as? String)
            let twice = try await bench.post(Self.path, ["mail": "KIM@example.org"], headers: sam)
            #expect(try twice.status == 409 && twice.object["type"] as? String == "urn:tagalong:already-invited")
            let book = "BEGIN:VCARD\nVERSION:3.0\nFN:Kim\nEMAIL:kim@example.org\nEND:VCARD\n"
            let fields = sam.merging(["Content-Type": "text/vcard"]) { $1 }
            func standing() async throws -> String? {
                let answer = try await bench.console.send(
                    "POST", "/api/v1/people/address-book", headers: fields, body: book
                )
                return try answer.object.list("people").first?["standing"] as? String
            }
            #expect(try await standing() == "invited")
            let gone = try await bench.console.send("DELETE", "/api/v1/\(Self.path)/\(id)", headers: sam)
            #expect(try gone.status == 204 && check.errors("DELETE", "/api/v1/\(Self.path)/{id}", gone) == [])
            #expect(try await bench.console.send("DELETE", "/api/v1/\(Self.path)/\(id)", headers: sam).status == 404)
            #expect(try await standing() == "invitable")
            for index in 1..<InvitationLimits.mailsADay {
                #expect(try await bench.post(Self.path, ["mail": "x\(index)@example.org"], headers: sam).status == 201)
            }
            let late = try await bench.post(Self.path, ["mail": "late@example.org"], headers: sam)
            #expect(late.status == 429 && Int(late.headers["retry-after"] ?? "") ?? 0 > 80_000)
        }
    }

    @Test func `G-4 an admin invites an address to a group, and who is seen by it is told at once`() async throws {
        try await Self.with { bench, sam, check in
            let access = bench.console.access
            let eve = try bench.console.person("eve")
            _ = try access.setMail(MailAddress("eve@example.org"), of: Name("eve"), from: nil, at: WallClock().now)
            let entry = ProfileEntry(section: .work, kind: .mail, value: "eve@example.org")
            try access.profiles.replace(
                Profile(name: "Eve", shown: [.name, .mail], entries: [entry]), of: Name("eve"), at: WallClock().now
            )
            let made = try await bench.post("groups", ["name": "Family"], headers: sam)
            let group = try #require((made.object["group"] as? [String: Any])?["id"] as? String)
            let (path, template) = ("groups/\(group)/invitations", "/api/v1/groups/{group}/invitations")
            let told = try await bench.post(path, ["mail": "eve@example.org"], headers: sam)
            #expect(try told.status == 201 && told.object["account"] as? String == "eve")
            let sent = try await bench.post(path, ["mail": "kim@example.org"], headers: sam)
            #expect(sent.status == 201)
            for answer in [told, sent] { #expect(try check.errors("POST", template, answer) == []) }
            let notices = try await bench.console.get("/api/v1/inbox", headers: eve).object.list("notices")
            #expect(notices.map { $0["kind"] as? String } == ["invitation"])
            #expect(try await bench.mails(1).count == 1)
            #expect(try await bench.post(path, ["mail": "lee@example.org"], headers: eve).status == 403)
            let asked = try await bench.post(Self.path, ["mail": "eve@example.org"], headers: sam)
            #expect(try asked.status == 409 && asked.object["type"] as? String == "urn:tagalong:is-here")
        }
    }

    @Test(arguments: [
        ("https://evil.example/", "Somebody"), ("buy at evil.example", "Somebody"), ("J. R. Muster", "J. R. Muster"),
    ])
    func `a name that is an address is in no mail`(name: String, said: String) throws {
        let mail = try #require(MailAddress("kim@example.org"))
        let letter = AccountLetter(.invitedBy(name, AccessSecret()), to: mail, language: .english)
        let text = LetterText(letter, pages: "https://tagalong.example")
        #expect(text.subject == "\(said) invites you to Tagalong")
        #expect(!text.lines.joined().contains("evil"))
    }
}
