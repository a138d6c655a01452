import Access
import Foundation
import NIOHTTP1
import OpenID
import ServerSupport
import Testing
import Tracking

@testable import API
@testable import Web

/// Logging in by a real OpenID Connect provider over HTTP; scripts/openid-mock installs it.
@Suite(.timeLimit(.minutes(30)))
struct ProviderMockTests {
    /// A browser: what it keeps of cookies.
    private struct Browser {
        let bench: SignInBench
        private(set) var cookies: [String: String] = [:]

        init(_ bench: SignInBench) { self.bench = bench }

        var header: String { cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; ") }

        /// Asks for something here, and keeps the cookies of the answer; the status, where it leads, and the body.
        @discardableResult
        mutating func ask(
            _ method: String, _ path: String, json: String? = nil, csrf: String? = nil
        ) async throws -> (status: Int, location: String, body: String) {
            var headers = ["Cookie": header]
            if json != nil { headers["Content-Type"] = "application/json" }
            headers["X-Tagalong-CSRF"] = csrf
            let answer = try await TestWebClient.plain.send(
                method, bench.console.base + path, headers: headers, body: json.map { Array($0.utf8) }
            )
            for (name, value) in answer.headers where name.lowercased() == "set-cookie" {
                let pair = value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
                if value.contains("Max-Age=0") {
                    cookies[pair[0]] = nil
                } else if pair.count == 2 {
                    cookies[pair[0]] = pair[1]
                }
            }
            let location = answer.headers.first { $0.name.lowercased() == "location" }?.value ?? ""
            return (answer.status, location, String(decoding: answer.body, as: UTF8.self))
        }

        /// Goes to the provider, says there who one is, and comes back; where one is led then.
        mutating func visit(
            _ provider: TestOpenIDProvider, as subject: String?, _ query: String = ""
        ) async throws -> String {
            let address = try await ask("GET", "/api/v1/openid/mock\(query)").location
            let back = try await provider.agree(at: address, as: subject)
            return try await ask("GET", back.replacing(SignInBench.pages, with: "")).location
        }

        /// The account that is logged in; nil for nobody.
        mutating func account() async throws -> String? {
            let body = try await ask("GET", "/api/v1/session").body
            let session = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
            return session?["account"] as? String
        }
    }

    private static let kim = """
        {"name": "Kim Lee", "email": "kim@example.org", "email_verified": true, "picture": "ISSUER/picture.png"}
        """

    private func withProvider(
        _ registration: RegistrationPolicy = .open,
        clock: any UTCClock = WallClock(),
        _ body: @Sendable (SignInBench, TestOpenIDProvider) async throws -> Void
    ) async throws {
        try await withTestOpenIDProvider { provider in
            let site = try #require(
                OpenIDProvider(
                    Name("mock"), title: "Mock", issuer: provider.issuer, clientID: "us", secret: "hush & co")
            )
            try await provider.know("7", Self.kim.replacing("ISSUER", with: provider.issuer))
            try await SignInBench.with(registration, clock: clock, openID: [OpenIDClient(site)]) { bench in
                try await body(bench, provider)
            }
        }
    }

    @Test func `P-8 the first log-in fills name, mail and picture in, and later ones go straight in`() async throws {
        try await withProvider { bench, provider in
            var browser = Browser(bench)
            #expect(try await browser.visit(provider, as: "7") == "/")
            let account = try #require(try await browser.account())
            #expect(account.hasPrefix("kim-lee-"))
            let access = bench.console.access
            #expect(try access.mail(of: Name(account))?.text == "kim@example.org")
            let (kinds, names) = try bench.stored(account)
            #expect(kinds == ["image/png"] && names == ["Kim Lee"])
            #expect(try await browser.ask("GET", "/api/v1/items").status == 200)
            // From another browser.
            var other = Browser(bench)
            #expect(try await other.visit(provider, as: "7") == "/")
            #expect(try await other.account() == account)
            #expect(try access.accounts().count == 2)
            // Somebody of whom the site says no name and no verified address.
            var stranger = Browser(bench)
            #expect(try await stranger.visit(provider, as: "8") == "/")
            let unnamed = try #require(try await stranger.account())
            #expect(unnamed.hasPrefix("person-") && unnamed != account)
            #expect(try access.mail(of: Name(unnamed)) == nil)
        }
    }

    @Test func `who comes back without having left, with another state, or twice, is not let in`() async throws {
        try await withProvider { bench, provider in
            var (mine, theirs) = (Browser(bench), Browser(bench))
            let address = try await theirs.ask("GET", "/api/v1/openid/mock").location
            let back = try await provider.agree(at: address, as: "7").replacing(SignInBench.pages, with: "")
            // Somebody has another's browser open the address that theirs was sent to.
            #expect(try await mine.ask("GET", back).location == "/#openid=stale")
            try await mine.ask("GET", "/api/v1/openid/mock")
            #expect(try await mine.ask("GET", back).location == "/#openid=stale")
            #expect(try await theirs.ask("GET", back).location == "/")
            #expect(try await theirs.ask("GET", back).location == "/#openid=stale")
            #expect(try await mine.account() == nil)
            // A code of another try is not taken: the verifier is another.
            var third = Browser(bench)
            let own = try await third.ask("GET", "/api/v1/openid/mock").location
            let state = try #require(URLComponents(string: own)?.queryItems?.first { $0.name == "state" }?.value)
            let forged = "/api/v1/openid/mock/callback?code=forged&state=\(state)"
            #expect(try await third.ask("GET", forged).location == "/#openid=refused")
        }
    }

    @Test func `who does not want to at the site is back where they were`() async throws {
        try await withProvider { bench, provider in
            var browser = Browser(bench)
            let place = try await browser.visit(provider, as: nil)
            #expect(place == "/#openid=refused")
            #expect(try await browser.account() == nil)
            #expect(try bench.console.access.accounts().count == 1)
        }
    }

    @Test func `where nobody can register, nobody does by another site; an invitation lets one in`() async throws {
        try await withProvider(.invitation) { bench, provider in
            var browser = Browser(bench)
            #expect(try await browser.visit(provider, as: "7") == "/#openid=closed")
            #expect(try bench.console.access.accounts().count == 1)
            let link = try bench.console.access.makeMailLink(
                .invite, of: Name("boss"), from: nil, at: WallClock().now
            )
            // The secret is in no address: neither here nor at the site.
            let query = try await browser.ask("GET", "/api/v1/openid/mock?invitation=\(link.secret.text)")
            #expect(query.status == 400)
            let body = #"{"invitation":"\#(link.secret.text)"}"#
            let sent = try await browser.ask("POST", "/api/v1/openid/mock", json: body)
            let answer = try JSONSerialization.jsonObject(with: Data(sent.body.utf8)) as? [String: String]
            let address = try #require(answer?["address"])
            #expect(sent.status == 200 && !address.contains(link.secret.text))
            let back = try await provider.agree(at: address, as: "7").replacing(SignInBench.pages, with: "")
            #expect(!back.contains(link.secret.text))
            #expect(try await browser.ask("GET", back).location == "/")
            #expect(try await browser.account()?.hasPrefix("kim-lee-") == true)
        }
    }

    @Test func `an account with the same address is opened once its owner has confirmed it with the passcode`()
        async throws
    {
        try await withProvider(.closed) { bench, provider in
            let (access, kim, now) = (bench.console.access, try Name("kim"), WallClock().now)
            try access.add(kim, isAdministrator: false, passcode: Passcode("mistletoe"), at: now)
            _ = try access.setMail(MailAddress("Kim@example.org"), of: kim, from: nil, at: now)
            var browser = Browser(bench)
            #expect(try await browser.visit(provider, as: "7") == "/#openid=confirm")
            #expect(try await browser.account() == nil)
            let waiting = try await browser.ask("GET", "/api/v1/session/identity")
            #expect(waiting.status == 200 && waiting.body.contains(#""title":"Mock""#))
            let path = "/api/v1/session/identity"
            #expect(try await browser.ask("POST", path, json: #"{"passcode":"wrong one"}"#).status == 401)
            #expect(try await browser.account() == nil)
            #expect(try await browser.ask("POST", path, json: #"{"passcode":"mistletoe"}"#).status == 204)
            #expect(try await browser.account() == "kim")
            #expect(try await browser.ask("GET", path).status == 404)
            var other = Browser(bench)
            #expect(try await other.visit(provider, as: "7") == "/")
            #expect(try await other.account() == "kim")
        }
    }

    @Test func `whoever is logged in takes an identity, lists it, and lets it go`() async throws {
        try await withProvider(.closed) { bench, provider in
            let (access, kim, now) = (bench.console.access, try Name("kim"), WallClock().now)
            try access.add(kim, isAdministrator: false, passcode: Passcode("mistletoe"), at: now)
            var browser = Browser(bench)
            try await browser.ask("POST", "/api/v1/session", json: #"{"account":"kim","passcode":"mistletoe"}"#)
            #expect(try await browser.visit(provider, as: "9", "?link=true") == "/settings#openid=confirm")
            let path = "/api/v1/identities"
            // Another site's form has no token.
            #expect(try await browser.ask("POST", path).status == 403)
            let session = try await browser.ask("GET", "/api/v1/session").body
            let csrf = try #require(session.firstMatch(of: /"csrf":"([^"]+)"/)?.output.1).description
            #expect(try await browser.ask("POST", path, json: "{}", csrf: csrf).status == 403)
            #expect(try await browser.ask("POST", path, json: #"{"passcode":"mistletoe"}"#, csrf: csrf).status == 204)
            #expect(try await browser.ask("GET", path).body.contains(#""provider":"mock""#))
            var other = Browser(bench)
            #expect(try await other.visit(provider, as: "9") == "/")
            #expect(try await other.account() == "kim")
            #expect(try await browser.ask("DELETE", "\(path)/mock", json: "{}", csrf: csrf).status == 403)
            let own = #"{"passcode":"mistletoe"}"#
            #expect(try await browser.ask("DELETE", "\(path)/mock", json: own, csrf: csrf).status == 204)
            var third = Browser(bench)
            #expect(try await third.visit(provider, as: "9") == "/#openid=closed")
        }
    }

    @Test func `an account without a passcode takes a log-in of the last ten minutes for what changes who gets in`()
        async throws
    {
        let clock = AdjustableClock()
        try await withProvider(.open, clock: clock) { bench, provider in
            var browser = Browser(bench)
            #expect(try await browser.visit(provider, as: "7") == "/")
            let account = try #require(try await browser.account())
            func csrf() async throws -> String {
                let session = try await browser.ask("GET", "/api/v1/session").body
                #expect(session.contains(#""passcode":false"#))
                return try #require(session.firstMatch(of: /"csrf":"([^"]+)"/)?.output.1).description
            }
            let (old, new) = (try await csrf(), #"{"new":"evergreen","again":"evergreen"}"#)
            clock.advance(by: .seconds(601))
            for (method, path, body) in [
                ("DELETE", "/api/v1/mail", "{}"), ("PUT", "/api/v1/mail", #"{"mail":"x@example.org"}"#),
                ("PUT", "/api/v1/passcode", new), ("POST", "/api/v1/deactivation", "{}"),
                ("DELETE", "/api/v1/passcode", #"{"current":""}"#),
                ("DELETE", "/api/v1/identities/mock", "{}"),
                ("POST", "/api/v1/passkeys/options", "{}"), ("POST", "/api/v1/passkeys", "{}"),
                ("POST", "/api/v1/accounts/\(account)/erasure", #"{"account":"\#(account)"}"#),
            ] {
                let answer = try await browser.ask(method, path, json: body, csrf: old)
                #expect(answer.status == 403 && answer.body.contains("urn:tagalong:log-in-again"), "\(method) \(path)")
            }
            #expect(try await browser.visit(provider, as: "7") == "/")
            let fresh = try await csrf()
            let options = try await browser.ask("POST", "/api/v1/passkeys/options", json: "{}", csrf: fresh)
            #expect(!options.body.contains("urn:tagalong:log-in-again"))
            // The only way in stays.
            #expect(
                try await browser.ask("DELETE", "/api/v1/identities/mock", json: "{}", csrf: fresh).status == 409)
            #expect(try await browser.ask("PUT", "/api/v1/passcode", json: new, csrf: fresh).status == 204)
            #expect(try await browser.ask("GET", "/api/v1/session").body.contains(#""passcode":true"#))
        }
    }

    @Test func `a site that signs with another key is asked for its keys again, at most once a minute`() async throws {
        let clock = AdjustableClock()
        try await withProvider(.open, clock: clock) { bench, provider in
            var browser = Browser(bench)
            #expect(try await browser.visit(provider, as: "7") == "/")
            try await provider.rotate()
            #expect(try await browser.visit(provider, as: "7") == "/#openid=refused")
            clock.advance(by: .seconds(60))
            #expect(try await browser.visit(provider, as: "7") == "/")
        }
    }

    @Test func `a site that is away leads back with a word, and a site that is none is not found`() async throws {
        let gone = try await withTestOpenIDProvider { $0.issuer }
        let site = try #require(OpenIDProvider(Name("mock"), title: "Mock", issuer: gone, clientID: "us"))
        try await SignInBench.with(openID: [OpenIDClient(site)]) { bench in
            var browser = Browser(bench)
            let place = try await browser.ask("GET", "/api/v1/openid/mock").location
            #expect(place == "/#openid=away")
            #expect(try await browser.ask("GET", "/api/v1/openid/other").status == 404)
        }
    }
}
