import API
import Access
import Console
import Foundation
import Messages
import TestSupport
import Testing
import Tracking
import Web

/// Calibrating over HTTP: what goes to the gateway, what is refused, and who may.
@Suite(.timeLimit(.minutes(30)))
struct CalibrationRoutesTests {
    private static let path = "/api/v1/items/{owner}/{tracker}/calibration"
    private static let keys = "/api/v1/items/sam/keys/calibration"
    private static let measure = #"{"gateway":"attic","action":"measure","distance_m":5,"seconds":20}"#

    /// What the gateway answers.
    private static func response(_ id: String, _ state: GatewayResponse.State) -> GatewayResponse {
        var status = CalibrationStatus(
            usual: .init(powerAtOneMetre: -59, exponent: 2),
            levels: [.init(distance: 5, strength: -75.9, reports: 29)]
        )
        status.found = .init(powerAtOneMetre: -62.1, exponent: 2, factor: 1.4)
        if state == .working { status.measuring = .init(distance: 5, reports: 3, secondsLeft: 17) }
        var response = GatewayResponse(transaction: id, state: state)
        (response.tracker, response.message, response.calibration) = ("sam/keys", "measuring at 5 m", status)
        return response
    }

    @Test func `a gateway is asked for the item's tag, and what it measures is told`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            try await console.meetAttic()
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let gateways = try await console.get(Self.keys)
            #expect(try check.errors("GET", Self.path, gateways) == [])
            #expect(try gateways.object.list("gateways").map { $0["gateway"] as? String } == ["attic"])
            let asked = await console.feed.messages()
            let answer = try await console.send("POST", Self.keys, json: Self.measure)
            #expect(answer.status == 202)
            #expect(try check.errors("POST", Self.path, answer) == [])
            let id = try #require(try answer.object["id"] as? String)
            let url = try #require(answer.headers["location"])
            let topic = console.topics.gatewayRequest(try Name("attic"), verb: "calibrate")
            for await message in asked where message.topic == topic {
                let request = try GatewayRequest(decoding: message.payload)
                #expect(request.tag == "sam/keys" && request.action == .measure)
                #expect(request.distance == 5 && request.seconds == 20)
                break
            }
            let told = console.topics.gatewayResponse(try Name("attic"), verb: "calibrate")
            for state in [GatewayResponse.State.working, .done] {
                try await console.feed.publish(Message(topic: told, payload: Self.response(id, state).encoded()))
            }
            let end = try await console.get(url + "?wait=60")
            #expect(try check.errors("GET", "/api/v1/operations/{operation}", end) == [])
            #expect(try end.object["state"] as? String == "done")
            #expect(try end.object["steps"] as? [String] == ["measuring at 5 m"])
            let calibration = try #require(try end.object["calibration"] as? [String: Any])
            let level = try #require((calibration["levels"] as? [[String: Any]])?.first)
            #expect(level["distance_m"] as? Double == 5 && level["reports"] as? Int == 29)
            let found = try #require(calibration["found"] as? [String: Any])
            #expect(found["rssi_1m_dbm"] as? Double == -62.1 && found["factor"] as? Double == 1.4)
        }
    }

    @Test(arguments: [
        (#"{"action":"show"}"#, 422, "gateway"), (#"{"gateway":"attic"}"#, 422, "action"),
        (#"{"gateway":"attic","action":"guess"}"#, 422, "action"),
        (#"{"gateway":"attic","action":"measure"}"#, 422, "distance_m"),
        (#"{"gateway":"attic","action":"measure","distance_m":0.4}"#, 422, "distance_m"),
        (#"{"gateway":"attic","action":"measure","distance_m":5,"seconds":4}"#, 422, "seconds"),
        (#"{"gateway":"attic","action":"show","tag":"kim/purse"}"#, 422, "tag"),
        (#"{"gateway":"cellar","action":"show"}"#, 409, "cellar"),
    ])
    func `what cannot be asked is refused in a sentence`(body: String, status: Int, about: String) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            try await console.meetAttic()
            let answer = try await console.send("POST", Self.keys, json: body)
            #expect(answer.status == status)
            #expect(answer.text.contains(about))
        }
    }

    @Test func `a gateway is asked directly, too`() async throws {
        try await withConsole { console in
            try await console.meetAttic()
            let path = "/api/v1/gateways/attic/request/calibrate"
            let lacking = try await console.send("POST", path, json: "{}")
            #expect(lacking.status == 422)
            #expect(try lacking.object.list("errors").count == 2)
            let body = #"{"tag":"sam/keys","action":"show"}"#
            #expect(try await console.send("POST", path, json: body).status == 202)
        }
    }

    @Test func `whoever may change an item follows its calibration, and nobody else`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            try await console.meetAttic()
            try console.access.setPasscode(
                Passcode("tannenbaum"), current: nil, of: try Name(Account.first), from: nil, at: WallClock().now
            )
            let sam = try Self.session(console, "sam", ["sam=command"])
            let kim = try Self.session(console, "kim", ["sam/keys=last"])
            #expect(try await console.get(Self.keys, headers: sam).status == 200)
            #expect(try await console.get(Self.keys, headers: kim).status == 403)
            // Who only reads learns nothing of the gateways of the house.
            let ada = try Self.session(console, "ada", ["sam=history"])
            #expect(try await console.get(Self.keys, headers: sam).object.list("gateways").count == 1)
            #expect(try await console.get(Self.keys, headers: ada).object.list("gateways").isEmpty)
            #expect(try await console.send("POST", Self.keys, json: Self.measure, headers: kim).status == 403)
            let answer = try await console.send("POST", Self.keys, json: Self.measure, headers: sam)
            #expect(answer.status == 202)
            let url = try #require(answer.headers["location"])
            #expect(try await console.get(url, headers: sam).status == 200)
            #expect(try await console.get(url, headers: kim).status == 404)
            let listed = try await console.get("/api/v1/operations", headers: sam).object.list("operations")
            #expect(listed.map { $0["verb"] as? String } == ["calibrate"])
            #expect(listed.first?["tracker"] as? String == "keys")
        }
    }

    private static func session(
        _ console: ConsoleBench, _ person: String, _ grants: [String]
    ) throws -> [String: String] {
        let (name, now) = (try Name(person), WallClock().now)
        try console.access.add(name, isAdministrator: false, grants: try grants.map { try Grant(written: $0) }, at: now)
        let (secret, _) = try console.access.makeToken("t", of: name, scope: .command, at: now)
        return ["Authorization": "Bearer \(secret.text)"]
    }
}
