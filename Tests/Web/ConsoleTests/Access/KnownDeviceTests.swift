import Access
import Foundation
import NIOHTTP1
import ServerSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// Who still gets in while strangers lock an account.
@Suite(.timeLimit(.minutes(30)))
struct KnownDeviceTests {
    private static let right = #"{"passcode":"tannenbaum"}"#

    private static func logIn(
        _ console: ConsoleBench,
        _ body: String,
        from source: String?,
        cookie: String? = nil
    ) async throws -> (status: Int, cookies: [String]) {
        var headers = ["Content-Type": "application/json"]
        headers["X-Forwarded-For"] = source
        headers["Cookie"] = cookie
        let url = console.base + "/api/v1/session"
        let answer = try await TestWebClient.plain.send("POST", url, headers: headers, body: Array(body.utf8))
        return (answer.status, answer.headers["set-cookie"])
    }

    @Test func `the owner's browser and the machine itself get in while strangers lock the account`() async throws {
        let trusted = try #require(AddressRange(written: "127.0.0.1"))
        try await withConsole(configure: { $0.trustedProxies = [trusted] }) { console in
            let owner = try Name(Account.first)
            let passcode = try Passcode("tannenbaum")
            try console.access.setPasscode(passcode, current: nil, of: owner, from: nil, at: WallClock().now)
            let first = try await Self.logIn(console, Self.right, from: "198.51.100.1")
            #expect(first.status == 204)
            let device = try #require(first.cookies.first { $0.hasPrefix("tagalong-device=") })
            #expect(device.contains("HttpOnly") && device.contains("SameSite=Strict") && device.contains("Path=/"))
            let cookie = String(device.prefix { $0 != ";" })
            for number in 1...5 {
                _ = try await Self.logIn(console, #"{"passcode":"weihnachten"}"#, from: "203.0.113.\(number)")
            }
            #expect(try await Self.logIn(console, Self.right, from: "198.51.100.1").status == 429)
            // The cookie alone opens nothing.
            let alone = try await console.get("/api/v1/items", headers: ["Cookie": cookie])
            #expect(alone.status == 401)
            let again = try await Self.logIn(console, Self.right, from: "198.51.100.77", cookie: cookie)
            #expect(again.status == 204)
            #expect(again.cookies.contains { $0.hasPrefix(cookie + ";") })
            #expect(try await Self.logIn(console, Self.right, from: nil).status == 204)
        }
    }
}
