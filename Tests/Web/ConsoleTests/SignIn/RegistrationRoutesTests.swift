import Access
import Foundation
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Web

/// Registering and forgotten passcodes over HTTP, with a real SMTP server behind it.
@Suite(.timeLimit(.minutes(30)))
struct RegistrationRoutesTests {
    @Test func `P-2 P-4 P-5 one registers, can only ask for another link, and verifies`() async throws {
        try await SignInBench.with { bench in
            #expect(try await bench.register(with: ["language": "de"]).status == 202)
            let mail = try #require(try await bench.mails(1).first)
            #expect(mail.contains("To: kim@example.org") && mail.contains("From: Tagalong <tagalong@home.example>"))
            #expect(mail.contains("Subject: =?UTF-8?B?") && !mail.contains("Kim Lee"))
            let headers = try await bench.logIn("KIM@example.org", "mistletoe")
            let session = try await bench.console.get("/api/v1/session", headers: headers).object
            #expect(session["verified"] as? Bool == false && (session["may"] as? [Any])?.isEmpty == true)
            let items = try await bench.console.get("/api/v1/items", headers: headers)
            #expect(items.status == 403)
            #expect(try items.object["type"] as? String == "urn:tagalong:not-verified")
            // Another link, which takes the place of the first.
            #expect(try await bench.post("verification", [:], headers: headers).status == 202)
            let again = try await bench.mails(2)
            let (first, second) = (
                try SignInBench.secret(again[0], "verify"), try SignInBench.secret(again[1], "verify")
            )
            let old = try await bench.post("verification/confirmation", ["secret": first])
            #expect(old.status == 410)
            #expect(try old.object["type"] as? String == "urn:tagalong:link-used")
            let forged = try await bench.post("verification/confirmation", ["secret": second + "x"])
            #expect(forged.status == 404)
            #expect(try forged.object["type"] as? String == "urn:tagalong:link-unknown")
            // Somebody who only reads the mails has not registered, and a session counts with its token alone.
            let stranger = try await bench.post("verification/confirmation", ["secret": second])
            #expect(stranger.status == 403)
            #expect(try stranger.object["type"] as? String == "urn:tagalong:passcode-needed")
            let cookie = ["Cookie": headers["Cookie"] ?? ""]
            let foreign = try await bench.post("verification/confirmation", ["secret": second], headers: cookie)
            #expect(foreign.status == 403)
            let wrong = try await bench.post("verification/confirmation", ["secret": second, "passcode": "wrong one"])
            #expect(wrong.status == 403)
            #expect(try wrong.object["detail"] as? String == "the passcode is another one")
            let own = try await bench.post("verification/confirmation", ["secret": second], headers: headers)
            #expect(own.status == 204)
            #expect(try await bench.console.get("/api/v1/items", headers: headers).status == 200)
            let twice = try await bench.post("verification/confirmation", ["secret": second])
            #expect(twice.status == 410)
        }
    }

    @Test func `P-5 before that everything is closed but logging out and asking again`() async throws {
        try await SignInBench.with { bench in
            _ = try await bench.register()
            let headers = try await bench.logIn("kim@example.org", "mistletoe")
            for row in RoleTable.rows + RoleTable.others where row.method != "HEAD" {
                let path = row.path.split(separator: "?").first.map(String.init) ?? ""
                if path.hasSuffix("/verification") || row.statuses[0] != 401 { continue }
                // Where the link was sent is shown beside the button for another.
                if row.method == "GET", path == "/api/v1/mail" { continue }
                let answer = try await bench.console.send(
                    row.method, row.path, headers: headers.merging(["Content-Type": "application/json"]) { $1 }
                )
                #expect(answer.status == 403, "\(row.method) \(row.path): \(answer.text)")
            }
            let mail = try await bench.console.get("/api/v1/mail", headers: headers).object
            #expect(mail["mail"] as? String == "kim@example.org")
            #expect(try await bench.console.send("DELETE", "/api/v1/session", headers: headers).status == 204)
        }
    }

    @Test(arguments: [
        ("/mail", ["mail": "no address"]), ("/mail", ["mail": "kim@exämple.org"]), ("/mail", ["mail": "a@b@c.example"]),
        ("/mail", ["mail": "kim@example.org\r\nBcc: all@example.org"]),
        ("/mail", ["mail": "\(String(repeating: "k", count: 250))@example.org"]), ("/mail", ["mail": ""]),
        ("/again", ["again": "mistletow"]), ("/passcode", ["passcode": "sevenls", "again": "sevenls"]),
        ("/name", ["name": ""]), ("/name", ["name": "   "]), ("/name", ["name": "Kim\r\nBcc: all@example.org"]),
        ("/name", ["name": String(repeating: "k", count: 65)]), ("/language", ["language": "xx"]),
        ("/more", ["more": "1"]),
    ])
    func `P-3 what is wrong is said beside the field, and nothing is stored or sent`(
        place: String, wrong: [String: String]
    ) async throws {
        try await SignInBench.with { bench in
            let answer = try await bench.register(with: wrong)
            #expect(answer.status == 422, "\(answer.text)")
            let places = try answer.object.list("errors").compactMap { $0["pointer"] as? String }
            #expect(places == [place])
            #expect(!answer.text.contains("sevenls") && !answer.text.contains("mistlet"))
            #expect(try bench.console.access.accounts().map(\.name.text) == ["boss"])
            #expect(bench.server.commands.isEmpty)
        }
    }

    @Test(arguments: ["שרה כהן", "<b>Kim</b>", "'; DROP TABLE accounts; --", "Ki\u{301}m 🙂", "李小龙"])
    func `names of any script register`(name: String) async throws {
        try await SignInBench.with { bench in
            #expect(try await bench.register(name: name).status == 202)
            let secret = try SignInBench.secret(try await bench.mails(1)[0], "verify")
            #expect(try await bench.verify(secret).status == 204)
            #expect(try await !bench.logIn("kim@example.org", "mistletoe").isEmpty)
        }
    }

    @Test func `P-3 P-6 an address that is known is answered as one that is not, to the byte`() async throws {
        try await SignInBench.with { bench in
            _ = try await bench.register()
            let secret = try SignInBench.secret(try await bench.mails(1)[0], "verify")
            _ = try await bench.verify(secret)
            let known = try SignInBench.essence(await bench.register("Kim@example.org", passcode: "another one"))
            let unknown = try SignInBench.essence(await bench.register("lee@example.org", passcode: "another one"))
            #expect(known == unknown)
            let mails = try await bench.mails(3)
            #expect(mails.contains { $0.contains("You have an account already") && $0.contains("To: Kim@example.org") })
            let recoveries = try await [
                bench.post("recovery", ["mail": "kim@example.org"]), bench.post("recovery", ["mail": "x@example.org"]),
            ].map(SignInBench.essence)
            #expect(recoveries[0] == recoveries[1])
            // Only one of these was sent.
            #expect(try await bench.mails(4).count == 4)
        }
    }

    @Test func `P-6 a forgotten passcode is replaced by the link of a mail, and what was open ends`() async throws {
        try await SignInBench.with { bench in
            _ = try await bench.register()
            let verify = try SignInBench.secret(try await bench.mails(1)[0], "verify")
            _ = try await bench.verify(verify)
            let headers = try await bench.logIn("kim@example.org", "mistletoe")
            #expect(try await bench.post("recovery", ["mail": "kim@example.org"]).status == 202)
            let mail = try #require(try await bench.mails(2).last)
            #expect(mail.contains("Your account: kim-lee-"))
            let secret = try SignInBench.secret(mail, "recover")
            let differing = try await bench.post(
                "recovery/confirmation", ["secret": secret, "new": "evergreen", "again": "evergreens"]
            )
            #expect(differing.status == 422)
            let body = ["secret": secret, "new": "evergreen", "again": "evergreen"]
            #expect(try await bench.post("recovery/confirmation", body).status == 204)
            #expect(try await bench.console.get("/api/v1/items", headers: headers).status == 401)
            #expect(try await bench.post("recovery/confirmation", body).status == 410)
            #expect(try await bench.logIn("kim@example.org", "mistletoe").isEmpty)
            #expect(try await !bench.logIn("kim@example.org", "evergreen").isEmpty)
        }
    }

    @Test func `P-6 a link for a passcode is over after half an hour`() async throws {
        let clock = AdjustableClock()
        try await SignInBench.with(.open, clock: clock) { bench in
            _ = try await bench.register()
            _ = try await bench.post("recovery", ["mail": "kim@example.org"])
            let mails = try await bench.mails(2)
            let secret = try SignInBench.secret(mails.first { $0.contains("/recover#") } ?? "", "recover")
            clock.advance(by: .seconds(1800))
            let late = try await bench.post(
                "recovery/confirmation", ["secret": secret, "new": "evergreen", "again": "evergreen"]
            )
            #expect(late.status == 410)
            #expect(try late.object["type"] as? String == "urn:tagalong:link-expired")
        }
    }

    @Test func `P-7 a wrong log-in says the same, whichever was wrong`() async throws {
        try await SignInBench.with { bench in
            _ = try await bench.register()
            var answers: Set<[String]> = []
            for name in ["kim@example.org", "nobody@example.org", "boss", "nobody"] {
                answers.insert(
                    try SignInBench.essence(
                        await bench.post("session", ["account": name, "passcode": "wrong one"])))
            }
            #expect(answers.count == 1, "\(answers)")
        }
    }

    @Test func `registration is closed by default, and open to the invited where it is told so`() async throws {
        try await withConsole { console in
            _ = try console.boss()
            let body = #"{"name":"Kim","mail":"kim@example.org","passcode":"mistletoe","again":"mistletoe"}"#
            let answer = try await console.send("POST", "/api/v1/registration", json: body)
            #expect(answer.status == 403)
            #expect(try answer.object["type"] as? String == "urn:tagalong:registration-closed")
            let recovery = try await console.send("POST", "/api/v1/recovery", json: #"{"mail":"kim@example.org"}"#)
            #expect(recovery.status == 409)
        }
        try await SignInBench.with(.invitation) { bench in
            #expect(try await bench.register().status == 403)
            let boss = try await bench.logIn("boss", "tannenbaum")
            let made = try await bench.post("invitations", [:], headers: boss)
            #expect(made.status == 201)
            let url = try #require(try made.object["url"] as? String)
            #expect(url.hasPrefix("\(SignInBench.pages)/register#"))
            let secret = String(url.drop { $0 != "#" }.dropFirst())
            #expect(try await bench.register(with: ["invitation": secret]).status == 202)
            #expect(try await bench.register("lee@example.org", with: ["invitation": secret]).status == 410)
            // By mail: whoever has it needs no other.
            let sent = try await bench.post("invitations", ["mail": "max@example.org", "send": true], headers: boss)
            #expect(sent.status == 202)
            let mail = try #require(try await bench.mails(2).first { $0.contains("To: max@example.org") })
            let invited = try SignInBench.secret(mail, "register")
            #expect(try await bench.register("max@example.org", with: ["invitation": invited]).status == 202)
            let max = try await bench.logIn("max@example.org", "mistletoe")
            #expect(try await bench.console.get("/api/v1/items", headers: max).status == 200)
        }
    }

    @Test func `mails for one source end after twenty, and it is told when to come again`() async throws {
        let clock = AdjustableClock()
        try await SignInBench.with(.open, clock: clock) { bench in
            var statuses: [Int: Int] = [:]
            for index in 0..<60 {
                let answer = try await bench.post("recovery", ["mail": "somebody-\(index)@example.org"])
                statuses[answer.status, default: 0] += 1
                if answer.status == 429 { #expect(Int(answer.headers["retry-after"] ?? "") ?? 0 > 3000) }
            }
            #expect(statuses == [202: 20, 429: 40])
            #expect(try await bench.register().status == 429)
            #expect(try bench.console.access.accounts().count == 1)
            clock.advance(by: .seconds(3600))
            #expect(try await bench.register().status == 202)
        }
    }

    @Test(arguments: [
        ("POST", "registration"), ("POST", "recovery"), ("POST", "recovery/confirmation"), ("GET", "openid/x"),
        ("GET", "openid/x/callback"), ("POST", "session/identity"),
    ])
    func `whoever tries secrets, or has other sites asked, is slowed down`(method: String, path: String) async throws {
        try await withConsole(configure: { $0.rates.logins = RequestRate(burst: 3, perSecond: 0.001) }) { console in
            _ = try console.boss()
            var statuses: [Int] = []
            for _ in 0..<4 {
                statuses.append(try await console.send(method, "/api/v1/\(path)", json: "{}").status)
            }
            #expect(statuses.last == 429 && !statuses.dropLast().contains(429), "\(statuses)")
        }
    }

    @Test func `a mail is tried again while the server is not to be had`() async throws {
        let clock = AdjustableClock()
        try await SignInBench.with(.open, .init(answers: ["MAIL": "421 later"]), clock: clock) { bench in
            _ = try await bench.register()
            try await eventually { bench.server.commands.contains { $0.hasPrefix("MAIL") } }
            bench.server.become(.init())
            // The second try comes after five seconds.
            try await eventually {
                clock.advance(by: .seconds(1))
                return !bench.server.mails.isEmpty
            }
        }
    }
}
