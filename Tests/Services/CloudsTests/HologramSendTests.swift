import Foundation
import ServerSupport
import Settings
import TestSupport
import Testing

@testable import Clouds

/// Requests to Hologram's REST interface, at a real server, and what its answers mean.
@Suite(.timeLimit(.minutes(5)))
struct HologramSendTests {
    static let taken = #"{"success":true,"data":[{"deviceid":1502,"messageid":"9a9e55f0"}]}"#

    static func reply(
        _ status: Int, _ text: String = taken, headers: [(name: String, value: String)] = []
    )
        -> TestWebServer.Reply
    {
        var reply = TestWebServer.Reply(status)
        (reply.body, reply.headers) = (Array(text.utf8), headers)
        return reply
    }

    @Test func `a message goes to one device, in base64, with the key of the account`() async throws {
        try await withTestWebServer(reply: { _, _ in Self.reply(200) }) { server in
            var cloud = HologramCloud()
            (cloud.url, cloud.key, cloud.port) = (server.url + "/api/1", SecretText("K"), 4010)
            try await cloud.send(Array("hi".utf8), to: "1502")
            (cloud.organization, cloud.transport, cloud.isEncrypted) = (144, .udp, false)
            try await cloud.send([0, 255], to: "1503")
            let requests = server.requests
            #expect(requests.map(\.method) == ["POST", "POST"])
            #expect(Set(requests.map(\.path)) == ["/api/1/devices/messages"])
            #expect(Set(requests.map { $0.headers["authorization"] }) == ["Basic YXBpa2V5Oks="])
            #expect(Set(requests.map { $0.headers["content-type"] }) == ["application/json"])
            #expect(
                requests.map { String(decoding: $0.body, as: UTF8.self) } == [
                    #"{"deviceids":[1502],"protocol":"TCP","port":4010,"base64data":"aGk="}"#,
                    #"{"orgid":144,"deviceids":[1503],"protocol":"UDP","port":4010,"base64data":"AP8=","encrypted":false}"#,
                ]
            )
        }
    }

    @Test(arguments: [
        (
            200, #"{"success":false,"error":"Device is not active"}"#,
            CloudFailure.refused(
                "Hologram does not take it: Device is not active")
        ),
        (200, "<html>", .unreachable("Hologram answered 200 with something else than its documents say")),
        (400, #"{"success":false,"error":"bad port"}"#, .refused("Hologram answered 400: bad port")),
        (404, "", .refused("Hologram answered 404")),
        (401, "", .unreachable("Hologram answered 401; is the key in 'api-key-file' right?")),
        (302, "", .unreachable("Hologram answered 302; is 'url' right?")),
        (503, "", .unreachable("Hologram answered 503", retryAfter: .seconds(7))),
        (429, "", .unreachable("Hologram answered 429", retryAfter: .seconds(7))),
        (500, "", .failed("Hologram answered 500")),
    ])
    func `an answer tells what has to wait and what never will be taken`(
        status: Int, body: String, expected: CloudFailure
    ) async throws {
        try await withTestWebServer(reply: { _, _ in Self.reply(status, body, headers: [("Retry-After", "7")]) }) {
            let entry = try CloudFixtures.entry($0.url)
            await #expect(throws: expected) { try await entry.cloud.send([1], to: "1502") }
        }
    }

    @Test func `nobody there and a message too long are told apart`() async throws {
        let entry = try CloudFixtures.entry()
        await #expect(throws: CloudFailure.unreachable("Hologram cannot be reached: connection refused")) {
            try await entry.cloud.send([1], to: "1502")
        }
        let long = CloudFailure.refused("Hologram takes at most 10000 bytes, the message has 10001")
        await #expect(throws: long) { try await entry.cloud.send([UInt8](repeating: 1, count: 10_001), to: "1502") }
    }
}
