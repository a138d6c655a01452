import Clouds
import Foundation
import JSON
import Messages
import ServerSupport
import Settings
import Store
import TestSupport
import Testing
import Tracking

@testable import API

/// `/api/v1/ingress`: webhooks of cellular clouds, up to the history.
@Suite(.timeLimit(.minutes(30)))
struct CloudRoutesTests {
    private static let token = "0123456789abcdef0123"
    private static let path = "/api/v1/ingress/hologram/\(token)"
    private static let template = "/api/v1/ingress/{cloud}/{token}"
    private static let json = ["Content-Type": "application/json"]

    private static func entry() throws -> CloudEntry {
        let keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        return CloudEntry(
            name: try Name("hologram"), cloud: HologramCloud(), token: SecretText(token), trackers: ["1502": keys]
        )
    }

    private static func location(_ sequence: Int) -> String {
        let now = Int(Date().timeIntervalSince1970)
        return #"{"_type":"location","lat":46.55,"lon":-14.45,"tst":\#(now),"acc":4.5,"boot":3,"seq":\#(sequence)}"#
    }

    private static func body(_ payload: String, device: Int = 1502) -> String {
        #"{"device":{"id":\#(device)},"data":"\#(Data(payload.utf8).base64EncodedString())"}"#
    }

    private func withClouds(_ body: @Sendable (ConsoleBench) async throws -> Void) async throws {
        let entries = [(entry: try Self.entry(), counters: CloudCounters())]
        try await withConsole(clouds: entries) { console in
            // Until the way in has its broker.
            let own = #"{"device":{"id":1502},"tags":["_API_RESP_"],"data":"T0s="}"#
            try await eventually {
                try await console.send("POST", Self.path, headers: Self.json, body: own).status == 200
            }
            try await eventually {
                let result = Self.body(#"{"_type":"result","id":"x","ok":true}"#)
                return try await console.send("POST", Self.path, headers: Self.json, body: result).status == 200
            }
            try await body(console)
        }
    }

    @Test func `a webhook becomes a fix in the history, and one that comes again no second`() async throws {
        try await withClouds { console in
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let body = Self.body(Self.location(7))
            for _ in 0..<3 {
                let answer = try await console.send("POST", Self.path, headers: Self.json, body: body)
                #expect(answer.status == 200 && answer.text == #"{"published":true}"#)
                #expect(try check.errors("POST", Self.template, answer) == [])
            }
            let another = Self.body(Self.location(8))
            #expect(try await console.send("POST", Self.path, headers: Self.json, body: another).status == 200)
            let keys = try Self.entry().trackers["1502"]
            let device = try #require(keys)
            func sequences() throws -> [UInt32] {
                try console.store.fixes(of: device, from: Timestamp(milliseconds: 0), to: .init(milliseconds: 1 << 50))
                    .compactMap { $0.mark?.sequence }.sorted()
            }
            try await eventually { try sequences().contains(8) }
            #expect(try sequences() == [7, 8])
            let metrics = try await console.get("/metrics").text
            #expect(metrics.contains(#"tagalong_cloud_received_total{cloud="hologram",outcome="published"} 5"#))
        }
    }

    @Test func `a webhook without a type of content is read, and one of another is not`() async throws {
        try await withClouds { console in
            let body = Self.body(Self.location(1))
            let bare = try await console.send("POST", Self.path, body: body)
            #expect(bare.status == 200)
            let picture = ["Content-Type": "image/png"]
            let refused = try await console.send("POST", Self.path, headers: picture, body: body)
            #expect(refused.status == 415)
        }
    }

    @Test(arguments: [
        (body("hello"), 422, "data: one of a tracker's JSON objects or a fix of 55 bytes is expected"),
        (body(location(1), device: 9), 422, "device 9 is not among the 'devices' of this cloud in clouds.yaml"),
        (#"{"device":{"id":1502},"data":"%%"}"#, 422, "data: what the device has sent is expected, in base64"),
        (#"{"data":"AQ=="}"#, 422, "device: "),
        ("[]", 422, "the body: a JSON object is expected"),
        ("x=1", 400, "the body: this is no JSON"),
        ("", 400, "the body: "),
        (String(repeating: " ", count: 70_000), 413, "the body: at most 65536 bytes are expected"),
    ])
    func `what cannot be published is refused with what is wrong`(
        body: String, status: Int, sentence: String
    ) async throws {
        try await withClouds { console in
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let answer = try await console.send("POST", Self.path, headers: Self.json, body: body)
            #expect(answer.status == status && answer.text.contains(sentence), "\(answer.text)")
            #expect(try check.errors("POST", Self.template, answer) == [])
        }
    }

    @Test func `wrong tokens and unknown clouds are told the same, here and where no cloud is set up`() async throws {
        let wrong = ["hologram/\(Self.token)0", "hologram/0", "soracom/\(Self.token)"].map { "/api/v1/ingress/\($0)" }
        let body = Self.body(Self.location(1))
        let send: @Sendable (ConsoleBench) async throws -> Set<String> = { console in
            var answers: Set<String> = []
            for path in wrong {
                let answer = try await console.send("POST", path, headers: Self.json, body: body)
                #expect(answer.status == 404)
                let problem = try answer.object
                answers.insert(problem["detail"] as? String ?? "")
            }
            return answers
        }
        let none = try await withConsole { try await send($0) }
        let some = try await withConsole(clouds: [(try Self.entry(), CloudCounters())]) { try await send($0) }
        #expect(none == some && none.count == 1)
    }

    @Test func `while the broker is away it is to be sent again`() async throws {
        try await withClouds { console in
            await console.broker.stop()
            let body = Self.body(Self.location(1))
            let answer = try await console.send("POST", Self.path, headers: Self.json, body: body)
            #expect(answer.status == 503 && answer.headers["retry-after"] == "30", "\(answer.text)")
            try await console.broker.start()
            try await eventually(every: .milliseconds(50)) {
                try await console.send("POST", Self.path, headers: Self.json, body: body).status == 200
            }
        }
    }

    @Test func `only a post is possible, and a query is refused`() async throws {
        try await withClouds { console in
            #expect(try await console.get(Self.path).status == 405)
            let answer = try await console.send("POST", Self.path + "?x=1", headers: Self.json, body: "{}")
            #expect(answer.status == 400)
        }
    }
}
