import Access
import Foundation
import JSON
import TestSupport
import Testing
import Tracking

@testable import API

/// `/api/v1/broker`: who may connect to the private broker.
///
/// A desk stands for it here; the browser's tests have a real one.
@Suite(.timeLimit(.minutes(30)))
struct BrokerRoutesTests {
    private static let path = "/api/v1/broker"
    private static let clients = "\(path)/clients"
    private static let wish = #"{"kind":"phone","for":"sam/mobile"}"#

    private static let credential = JSONValue.object([
        "user": .text("sam.mobile"), "url": .text("mqtt://sam.mobile:secret@127.0.0.1:1883"),
        "client_id": .text("sam.mobile"),
    ])

    /// A broker that does what it is told, or refuses everything for a reason.
    private static func desk(_ refusal: BrokerDesk.Refusal? = nil) -> BrokerDesk {
        let client = JSONValue.object([
            "user": .text("gateway.den"), "kind": .text("gateway"), "for": .text("den"),
            "client_id": .text("tagalong-gateway-den"), "trackers": .list([.text("sam/keys")]),
        ])
        return BrokerDesk(
            list: { .init(url: "mqtts://home.example:8883", authority: "-----BEGIN …", clients: [client]) },
            add: { _ throws(BrokerDesk.Refusal) in try answer(refusal) },
            rotate: { _ throws(BrokerDesk.Refusal) in try answer(refusal) },
            revoke: { _ throws(BrokerDesk.Refusal) in _ = try answer(refusal) }
        )
    }

    private static func answer(_ refusal: BrokerDesk.Refusal?) throws(BrokerDesk.Refusal) -> JSONValue {
        if let refusal { throw refusal }
        return credential
    }

    @Test func `clients are let in, given another password and let in no more, and the audit has it`() async throws {
        try await withConsole(broker: Self.desk()) { console in
            let headers = try console.boss()
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let list = try await console.get(Self.path, headers: headers)
            #expect(try check.errors("GET", Self.path, list) == [])
            #expect(try list.object["url"] as? String == "mqtts://home.example:8883")
            let added = try await console.send("POST", Self.clients, headers: headers, body: Self.wish)
            #expect(added.status == 201 && Array(added.text.utf8) == Self.credential.encoded())
            #expect(try check.errors("POST", Self.clients, added) == [])
            let password = "\(Self.clients)/sam.mobile/password"
            let rotated = try await console.send("POST", password, headers: headers)
            #expect(rotated.status == 200)
            #expect(try check.errors("POST", "\(Self.clients)/{user}/password", rotated) == [])
            #expect(try await console.send("DELETE", "\(Self.clients)/sam.mobile", headers: headers).status == 204)
            let events = try console.access.audit(limit: 50).filter { $0.account == "boss" }.map(\.event)
            #expect(events.prefix(3) == [.brokerClientRevoked, .brokerPasswordChanged, .brokerClientAdded])
        }
    }

    @Test(arguments: [
        (BrokerDesk.Refusal.wrong("OWNER/DEVICE is expected for a phone"), 422), (.unknown("no client 'x'"), 404),
        (.taken("there is a client 'sam.mobile' already"), 409), (.failed("the broker is away"), 503),
    ])
    func `what the broker refuses is told with its reason, and is not in the audit`(
        refusal: BrokerDesk.Refusal, status: Int
    ) async throws {
        try await withConsole(broker: Self.desk(refusal)) { console in
            let headers = try console.boss()
            let answer = try await console.send("POST", Self.clients, headers: headers, body: Self.wish)
            #expect(answer.status == status)
            #expect(try console.access.audit(limit: 50).allSatisfy { $0.event != .brokerClientAdded })
            if status == 422 {
                #expect(try answer.object.list("errors").first?["pointer"] as? String == "/for")
            } else {
                #expect(try await console.send("DELETE", "\(Self.clients)/x", headers: headers).status == status)
                #expect(try await console.send("POST", "\(Self.clients)/x/password", headers: headers).status == status)
            }
        }
    }

    @Test(arguments: [
        ("{}", "/kind"), (#"{"kind":"phone"}"#, "/for"), (#"{"kind":"fax","for":"sam/mobile"}"#, "/kind"),
        (#"{"kind":"phone","for":""}"#, "/for"), (#"{"kind":"leaving","for":"sam/keys"}"#, "/kind"),
        (#"{"kind":"phone","for":"sam/mobile","owner":"sam"}"#, "/owner"),
    ])
    func `what is no client is refused with its place`(body: String, pointer: String) async throws {
        try await withConsole(broker: Self.desk()) { console in
            let answer = try await console.send("POST", Self.clients, headers: try console.boss(), body: body)
            #expect(answer.status == 422)
            #expect(try answer.object.list("errors").contains { $0["pointer"] as? String == pointer })
        }
    }

    @Test func `nobody is let in where nobody has to log in, and a token lets nobody in`() async throws {
        try await withConsole(broker: Self.desk()) { console in
            #expect(try await console.send("POST", Self.clients, json: Self.wish).status == 409)
            var headers = try console.boss()
            let now = WallClock().now
            let (secret, _) = try console.access.makeToken("all", of: Name("boss"), scope: .admin, at: now)
            headers = ["Authorization": "Bearer \(secret.text)", "Content-Type": "application/json"]
            #expect(try await console.get(Self.path, headers: headers).status == 200)
            #expect(try await console.send("POST", Self.clients, headers: headers, body: Self.wish).status == 403)
            #expect(try await console.send("DELETE", "\(Self.clients)/x", headers: headers).status == 403)
        }
    }

    @Test func `where the broker is another's there is none to keep`() async throws {
        try await withConsole { console in
            let headers = try console.boss()
            #expect(try await console.get(Self.path, headers: headers).text == #"{"clients":[]}"#)
            let answer = try await console.send("POST", Self.clients, headers: headers, body: Self.wish)
            #expect(answer.status == 404)
        }
    }
}
