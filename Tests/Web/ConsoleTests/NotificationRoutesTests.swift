import Access
import Foundation
import JSON
import TestSupport
import Testing
import Tracking

@testable import API

/// `/api/v1/notifications`: the channels that alerts are sent on.
@Suite(.timeLimit(.minutes(30)))
struct NotificationRoutesTests {
    private static let path = "/api/v1/notifications"

    /// As `notify list --json` prints one.
    private static let phone = JSONValue.object([
        "channel": .text("phone"), "kind": .text("ntfy"), "to": .text("https://ntfy.example"),
        "levels": .list([.text("critical")]), "brief": .flag(true), "waiting": .whole(1), "sent": .whole(2),
        "superseded": .whole(0), "failed": .whole(0), "failing_since": .text("2026-05-01T09:00:00.000Z"),
        "why": .text("https://ntfy.example answered 503"), "next_try": .text("2026-05-01T09:10:00.000Z"),
    ])

    private static func desk(
        _ file: NotificationDesk.File, _ test: NotificationDesk.Test = .init(.delivered)
    ) -> NotificationDesk {
        NotificationDesk {
            [phone]
        } file: {
            file
        } test: { name in
            name.text == "phone" ? test : nil
        }
    }

    private static let used = NotificationDesk.File(path: "/etc/tagalong/notifications.yaml", state: .used)

    @Test func `the channels are listed with how they stand, and where they are written down`() async throws {
        try await withConsole(channels: Self.desk(Self.used)) { console in
            let answer = try await console.get(Self.path)
            let document = try await console.get("/api/v1/openapi.json").object
            let check = SchemaCheck(document: document)
            #expect(try check.errors("GET", Self.path, answer) == [])
            #expect(answer.text.contains(#""next_try":"2026-05-01T09:10:00.000Z""#))
            let file = try #require(try answer.object["file"] as? [String: String])
            #expect(file == ["path": "/etc/tagalong/notifications.yaml", "state": "used"])
        }
    }

    @Test func `a file that is wrong is told with its mistake`() async throws {
        let file = NotificationDesk.File(path: "/n.yaml", state: .wrong, problem: "/n.yaml:3: unknown key 'kin'")
        try await withConsole(channels: Self.desk(file)) { console in
            let told = try await console.get(Self.path).object["file"] as? [String: String]
            #expect(told == ["path": "/n.yaml", "state": "wrong", "problem": "/n.yaml:3: unknown key 'kin'"])
        }
    }

    @Test(arguments: [
        (NotificationDesk.Test(.delivered), #"{"channel":"phone","outcome":"delivered"}"#),
        (
            NotificationDesk.Test(.refused, reason: "it answered 403"),
            #"{"channel":"phone","outcome":"refused","reason":"it answered 403"}"#
        ),
        (
            NotificationDesk.Test(.unreachable, reason: "no route"),
            #"{"channel":"phone","outcome":"unreachable","reason":"no route"}"#
        ),
    ])
    func `a test tells what became of it`(test: NotificationDesk.Test, expected: String) async throws {
        try await withConsole(channels: Self.desk(Self.used, test)) { console in
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let answer = try await console.send("POST", "\(Self.path)/phone/test")
            #expect(try check.errors("POST", "\(Self.path)/{channel}/test", answer) == [])
            #expect(answer.status == 200 && answer.text == expected)
            #expect(try await console.send("POST", "\(Self.path)/fax/test").status == 404)
        }
    }

    @Test func `a session tests with the header of the pages only`() async throws {
        try await withConsole(channels: Self.desk(Self.used)) { console in
            let (sam, now) = (try Name("sam"), WallClock().now)
            try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: sam, from: nil, at: now)
            let opened = try console.access.logIn("sam", passcode: "tannenbaum", from: "127.0.0.1", at: now)
            let cookie = ["Cookie": "tagalong=\(opened.secret.text)"]
            let path = "\(Self.path)/phone/test"
            #expect(try await console.send("POST", path, headers: cookie).status == 403)
            let headers = cookie.merging(["X-Tagalong-CSRF": opened.session.csrf]) { $1 }
            #expect(try await console.send("POST", path, headers: headers).status == 200)
        }
    }

    @Test func `where notifications are off there are no channels, and no file`() async throws {
        try await withConsole { console in
            let list = try await console.get(Self.path)
            #expect(list.text == #"{"channels":[]}"#)
            let test = try await console.send("POST", "\(Self.path)/phone/test")
            #expect(test.status == 404)
        }
    }
}
