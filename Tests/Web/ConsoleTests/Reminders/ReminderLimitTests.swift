import Access
import TestSupport
import Testing
import Tracking

@testable import Console
@testable import Web

/// How much one account may do with reminders over HTTP.
@Suite(.timeLimit(.minutes(30)))
struct ReminderLimitTests {
    private static let umbrella = #"{"name":"Umbrella","place":{"event":"leaves","place":"Home"}}"#

    private static func token(_ name: String, _ grant: String, on access: AccessControl) throws -> [String: String] {
        let (name, now) = (try Name(name), WallClock().now)
        try access.add(name, isAdministrator: false, grants: [try Grant(written: grant)], at: now)
        try access.setPasscode(Passcode("tannenbaum"), current: nil, of: name, from: nil, at: now)
        let (secret, _) = try access.makeToken("t", of: name, scope: .admin, at: now)
        return ["Authorization": "Bearer \(secret.text)"]
    }

    @Test func `an account makes, changes, answers and deletes so many a while, and keeps nobody else from it`()
        async throws
    {
        let rate = RequestRate(burst: 5, perSecond: 0.001)
        try await withConsole(configure: { $0.rates.reminderChanges = rate }) { console in
            let sam = try Self.token("sam", "sam=command", on: console.access)
            let lee = try Self.token("lee", "sam=command", on: console.access)
            let path = "/api/v1/reminders/sam/umbrella"
            let changes: [(String, String, String, Int)] = [
                ("POST", "/api/v1/reminders/sam", Self.umbrella, 201), ("PUT", path, Self.umbrella, 200),
                ("PATCH", path, #"{"colour":"red"}"#, 200), ("POST", "\(path)/dismiss", "{}", 409),
                ("POST", "\(path)/snooze", #"{"for_s":600}"#, 409),
            ]
            for (method, path, body, status) in changes {
                let answer = try await console.send(method, path, json: body, headers: sam)
                #expect(answer.status == status, "\(answer.text)")
            }
            for (method, path, body, _) in changes {
                let answer = try await console.send(method, path, json: body, headers: sam)
                #expect(answer.status == 429 && answer.text.contains("too many changes of reminders by this account"))
                #expect(answer.headers["retry-after"] != nil)
            }
            #expect(try await console.send("DELETE", path, headers: sam).status == 429)
            #expect(try await console.get(path, headers: sam).status == 200)
            #expect(try await console.send("DELETE", path, headers: lee).status == 204)
        }
    }

    @Test(arguments: [#"{"for_s":59}"#, #"{"for_s":2592001}"#, #"{"until":"2026-01-01T00:00:00Z"}"#])
    func `nobody puts one off for less than a minute or longer than 30 days`(_ body: String) async throws {
        try await withConsole { console in
            let path = "/api/v1/reminders/sam/umbrella"
            #expect(try await console.send("PUT", path, json: Self.umbrella).status == 201)
            let answer = try await console.send("POST", "\(path)/snooze", json: body)
            #expect(answer.status == 422, "\(answer.text)")
            let soon = WallClock().now.advanced(by: .seconds(30))
            #expect(try await console.send("POST", "\(path)/snooze", json: #"{"until":"\#(soon)"}"#).status == 422)
            // What is not told at this moment cannot be put off, for whatever time.
            #expect(try await console.send("POST", "\(path)/snooze", json: #"{"for_s":60}"#).status == 409)
        }
    }
}
