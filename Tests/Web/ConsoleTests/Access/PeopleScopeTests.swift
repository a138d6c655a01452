import Access
import Testing
import Tracking

@testable import Web

/// A token for people is for no item and for no service.
@Suite(.timeLimit(.minutes(30)))
struct PeopleScopeTests {
    @Test func `a token for people reads nothing of items, whoever has it`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let (first, now) = (try Name(Account.first), WallClock().now)
            try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: first, from: nil, at: now)
            let (secret, _) = try console.access.makeToken("t", of: first, scope: .people, at: now)
            for row in RoleTable.rows + RoleTable.others {
                let headers = ["Authorization": "Bearer \(secret.text)"]
                let answer = try await console.send(row.method, row.path, headers: headers)
                // What is open to nobody at all is not closed to it.
                let expected = row.statuses[0] != 401 ? row.statuses[0] : 403
                #expect(answer.status == expected, "\(row.method) \(row.path): \(answer.text)")
            }
        }
    }

    @Test(arguments: [Scope.people, .admin]) func `a token shares no item, which would outlive it`(
        scope: Scope
    )
        async throws
    {
        try await withConsole { console in
            _ = try console.boss()
            let kim = try console.person("kim", "kim=command")
            _ = try console.person("lee")
            try console.connect("kim", "lee")
            let (secret, _) = try console.access.makeToken("t", of: Name("kim"), scope: scope, at: WallClock().now)
            let token = ["Authorization": "Bearer \(secret.text)"]
            let (things, base) = (#""things":["kim/keys=command"]"#, "/api/v1")
            let group = #"{"name":"Riders","open":true}"#
            let made = try await console.send("POST", "\(base)/groups", json: group, headers: kim)
            let id = try #require((made.object["group"] as? [String: Any])?["id"] as? String)
            for (method, path, body) in [
                ("PUT", "people/lee/things", "{\(things)}"), ("POST", "groups", #"{"name":"More",\#(things)}"#),
                ("PUT", "groups/\(id)/membership", #"{"level":[],\#(things)}"#),
                ("POST", "groups/\(id)/join", "{\(things)}"),
            ] {
                let answer = try await console.send(method, "\(base)/\(path)", json: body, headers: token)
                #expect(answer.status == 403, "\(method) \(path): \(answer.text)")
            }
            let shared = "{\(things)}"
            #expect(
                try await console.send("PUT", "\(base)/people/lee/things", json: shared, headers: kim).status == 200)
        }
    }
}
