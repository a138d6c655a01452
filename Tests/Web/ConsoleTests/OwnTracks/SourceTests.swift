import API
import Access
import Foundation
import History
import JSON
import Logging
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking
import Web

/// Other apps than OwnTracks, by the requests that they send.
@Suite(.timeLimit(.minutes(30)))
struct SourceTests {
    private static let form = "application/x-www-form-urlencoded; charset=UTF-8"

    private static func traccar(_ time: Int64, id: String = "sam/phone") -> String {
        "id=\(id)&lat=46.0569465&lon=14.5057515&timestamp=\(time)&accuracy=4.5&altitude=298.2&speed=9.33&bearing=271.5&batt=87"
    }

    private static func overland(_ times: [String], device: String = "phone") -> String {
        let features = times.map { time in
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[14.5057515,46.0569465]},"properties":{"timestamp":"\#(time)","altitude":298,"speed":5,"course":271,"horizontal_accuracy":5,"vertical_accuracy":3,"motion":["walking"],"device_id":"\#(device)","battery_state":"unplugged","battery_level":0.87}}"#
        }
        return #"{"locations":[\#(features.joined(separator: ","))]}"#
    }

    private static func fixes(_ console: ConsoleBench, of device: String = "phone") throws -> [StoredFix] {
        try console.store.latest(of: DeviceID(owner: Name("sam"), device: Name(device)), limit: 10)
    }

    @Test(arguments: [
        ("GET", "/pub/traccar?\(traccar(1_780_000_180))", "", ""),
        ("POST", "/pub/traccar", form, traccar(1_780_000_180)),
        ("POST", "/pub/traccar/", "", traccar(1_780_000_180, id: "sam%2Fphone")),
        ("POST", "/pub/traccar?u=sam&d=phone", form, traccar(1_780_000_180, id: "48241179")),
        ("POST", "/pub/traccar/sam/phone", form, traccar(1_780_000_180, id: "48241179")),
        ("POST", "/pub/traccar?\(traccar(1_780_000_180))", "", ""),
        (
            "POST", "/pub/traccar/sam/phone", "application/json",
            #"{"location":{"timestamp":"2026-05-28T20:29:40Z","coords":{"latitude":46.0569465,"longitude":14.5057515,"accuracy":4.5,"speed":4.8,"heading":271.5,"altitude":298.2},"battery":{"level":0.87,"is_charging":false}},"device_id":"1"}"#
        ),
        (
            "GET",
            "/pub/gpslogger?u=sam&d=phone&lat=46.0569465&lon=14.5057515&alt=298.2&acc=4.5&dir=271.5&spd=4.8&timestamp=1780000180&batt=87.0",
            "", ""
        ),
        (
            "POST", "/pub/gpslogger/sam/phone", form,
            "latitude=46.0569465&longitude=14.5057515&accuracy=4.5&battery=87.0&speed=4.8&direction=271.5&altitude=298.2&time=2026-05-28T20:29:40Z"
        ),
        ("POST", "/pub/overland?u=sam&d=phone", "application/json", overland(["2026-05-28T20:29:40Z"])),
        ("POST", "/pub/overland/sam/phone", "application/json", overland(["2026-05-28T20:29:40Z"], device: "x")),
        (
            "POST", "/pub/api/v1/overland/batches", "application/json",
            overland(["2026-05-28T20:29:40Z"], device: "sam/phone").replacing("0.87", with: "87")
        ),
    ])
    func `each app's request is stored once, however often it comes`(
        method: String, path: String, type: String, body: String
    ) async throws {
        try await withConsole { console in
            for _ in 0..<2 {
                let headers = type.isEmpty ? [:] : ["Content-Type": type]
                let answer = try await console.send(method, path, headers: headers, body: body.isEmpty ? nil : body)
                #expect(answer.status == 200)
                let isBatch = path.contains("overland")
                #expect(answer.text == (isBatch ? #"{"result":"ok"}"# : "{}"))
                #expect(answer.headers["content-type"] == "application/json")
            }
            let fixes = try Self.fixes(console)
            #expect(fixes.count == 1)
            let fix = try #require(fixes.first?.fix)
            #expect(fix.time == Timestamp(milliseconds: 1_780_000_180_000))
            #expect(abs(fix.coordinate.latitude - 46.0569465) < 1e-7)
            #expect(fix.course.map { (271...271.5).contains($0) } == true)
            #expect(fix.speed.map { (17...18.1).contains($0) } == true)
            #expect(try console.store.quarantine().isEmpty)
            // As every phone's position it goes to the broker.
            try await console.wait { try console.store.pendingOutbox().isEmpty }
        }
    }

    @Test(arguments: [
        "/pub/traccar?id=sam/phone&timestamp=1777626000&batt=86",
        "/pub/traccar?id=sam/phone&notificationToken=fPq%3AAPA91b", "/pub/gpslogger/sam/phone?lat=&lon=",
    ])
    func `what has no place is answered 200 and leaves nothing behind`(path: String) async throws {
        try await withConsole { console in
            let answer = try await console.send("POST", path)
            #expect(answer.status == 200)
            #expect(try console.store.devices().isEmpty)
            #expect(try console.store.quarantine().isEmpty)
        }
    }

    @Test func `a point that can never be stored is in the quarantine, and the others of its batch are stored`()
        async throws
    {
        try await withConsole { console in
            let bad = try await console.get("/pub/traccar/sam/phone?lat=95&lon=14.5&timestamp=1780000180")
            #expect(bad.status == 200)
            #expect(try console.store.quarantine().map(\.reason) == ["range"])
            let batch = Self.overland(["2026-05-28T20:29:40Z", "never", "2026-05-28T20:29:41Z"])
            let answer = try await console.send("POST", "/pub/overland/sam/phone", body: batch)
            #expect(answer.text == #"{"result":"ok"}"#)
            #expect(try Self.fixes(console).count == 2)
            #expect(try console.store.quarantine().count == 2)
        }
    }

    @Test(arguments: [
        ("POST", "/pub/traccar", "lat=1&lon=2", 400), ("GET", "/pub/traccar?id=phone&lat=1&lon=2", "", 400),
        ("GET", "/pub/traccar?id=sam/a/b&lat=1&lon=2", "", 400), ("GET", "/pub/traccar/alerts/x?lat=1&lon=2", "", 400),
        ("POST", "/pub/traccar/sam/phone", #"{"lat":1e400,"lon":1}"#, 400),
        ("POST", "/pub/overland/sam/phone", #"{"locations":[],"x":-1e999}"#, 400),
        ("GET", "/pub/traccar/sam/phone?lat=1&lon=2&speed=3&speed_unit=mph", "", 400),
        ("POST", "/pub/traccar/sam/phone", "{", 400), ("POST", "/pub/overland/sam/phone", "hello", 400),
        ("POST", "/pub/overland", #"{"locations":[]}"#, 400),
        ("POST", "/pub/overland/sam/phone", #"{"locations":[\#(String(repeating: "1,", count: 2600))1]}"#, 413),
        ("POST", "/pub/overland/sam/phone", String(repeating: " ", count: 2 << 20 + 1), 413),
        ("POST", "/pub/traccar/sam/phone", String(repeating: "x", count: 65_537), 413),
    ])
    func `what is set up wrongly is refused in a sentence`(
        method: String, path: String, body: String, status: Int
    ) async throws {
        try await withConsole { console in
            let answer = try await console.send(method, path, body: body.isEmpty ? nil : body)
            #expect(answer.status == status)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(try console.store.devices().isEmpty)
        }
    }

    @Test(arguments: [
        (form, "", "46.05,14.5", 400, "the body: a form or JSON is expected"),
        (form, "", "speed=3", 400, "'lat' and 'lon'"), ("", "", #"{"latitud":1}"#, 400, "'lat' and 'lon'"),
        ("application/json", "", "lat=1&lon=2", 400, "a JSON value"),
        ("multipart/form-data; boundary=x", "", "--x", 415, "found multipart/form-data"),
        ("application/xml", "", "<trkpt lat=\"1\" lon=\"2\"/>", 415, "found application/xml"),
        (form, "gzip", "\u{1F}lat=1&lon=2", 415, "found gzip"), (form, "", "", 400, "'lat' and 'lon'"),
        ("application/json", "br", #"{"lat":1,"lon":2}"#, 415, "found br"),
    ])
    func `a body that could not be read is not answered 200`(
        type: String, coding: String, body: String, status: Int, sentence: String
    ) async throws {
        try await withConsole { console in
            let told = [("Content-Type", type), ("Content-Encoding", coding)].filter { !$0.1.isEmpty }
            for path in ["/pub/traccar/sam/phone", "/pub/gpslogger/sam/phone"] {
                let headers = Dictionary(uniqueKeysWithValues: told)
                let answer = try await console.send("POST", path, headers: headers, body: body.isEmpty ? nil : body)
                #expect(answer.status == status)
                #expect((try answer.object["detail"] as? String)?.contains(sentence) == true)
                #expect(answer.headers["accept-encoding"] == (coding.isEmpty ? nil : "identity"))
            }
            #expect(try console.store.devices().isEmpty)
        }
    }

    @Test(arguments: [
        ("/pub/traccar?u=sam&d=%FF&id=phone", "'d'"), ("/pub/traccar?u=%C3%28&d=phone&id=sam/phone", "'u'"),
        ("/pub/traccar?u=sam&u=%FF&d=phone", "'u'"), ("/pub/traccar?d=\(String(repeating: "x", count: 2000))", "'d'"),
        ("/pub/traccar/sam/%FF?id=phone", "tracker"), ("/pub/gpslogger/%C3%28/phone?id=ann/x", "owner"),
        ("/pub/traccar?id=%FF&device=sam/phone", "'id'"),
    ])
    func `a name that cannot be read is refused, and nothing becomes somebody else's`(
        path: String, field: String
    ) async throws {
        try await withConsole { console in
            let answer = try await console.get("\(path)\(path.contains("?") ? "&" : "?")lat=1&lon=2")
            #expect(answer.status == 400)
            #expect(answer.text.contains("\(field): UTF-8 in percent encoding"))
            #expect(try console.store.devices().isEmpty)
            let batch = Self.overland(["2026-05-28T20:29:40Z"], device: "ann/phone")
            #expect(try await console.send("POST", "/pub/overland?u=sam&d=%FF", body: batch).status == 400)
            #expect(try console.store.devices().isEmpty)
            // What nobody needs may be anything.
            let named = try await console.get("/pub/traccar/sam/phone?u=%FF&id=%FF&lat=1&lon=2&timestamp=1780000180")
            #expect(named.status == 200)
        }
    }

    @Test(arguments: [
        "\r\n\t {\"lat\":46.0569465,\"lon\":14.5057515,\"timestamp\":1780000180}",
        #" [{"lat":46.0569465,"lon":14.5057515,"timestamp":1780000180}]"#,
    ])
    func `JSON is known by its first byte, whatever it is called`(body: String) async throws {
        try await withConsole { console in
            for type in [Self.form, "text/plain", "application/octet-stream"] {
                let headers = ["Content-Type": type, "Content-Encoding": "identity"]
                let answer = try await console.send("POST", "/pub/traccar/sam/phone", headers: headers, body: body)
                #expect(answer.status == 200)
            }
            #expect(try Self.fixes(console).count == 1)
            #expect(try console.store.quarantine().isEmpty)
        }
    }

    @Test(arguments: ["+02:00", "%2B02:00", "%2002:00"])
    func `an offset whose plus was not encoded is one, wherever a query has a time`(offset: String) async throws {
        try await withConsole { console in
            let query = "lat=1&lon=2&timestamp=2026-05-28T22:29:40\(offset)"
            #expect(try await console.get("/pub/traccar/sam/phone?\(query)").status == 200)
            #expect(try Self.fixes(console).map(\.fix.time.milliseconds) == [1_780_000_180_000])
            let span = "from=2026-05-28T22:29:40\(offset)&to=2026-05-28T22:29:40\(offset)"
            for path in ["/api/0/locations?user=sam&device=phone&", "/api/v1/items/sam/phone/fixes?"] {
                let answer = try await console.get(path + span)
                #expect(answer.status == 200)
                #expect(answer.text.contains("1780000180") || answer.text.contains("2026-05-28T20:29:40"))
            }
        }
    }

    /// What the automation of docs/sources.md makes in Home Assistant 2025.4.4 of what its apps tell: on iOS and Android,
    /// with all that there is, and with nothing else known.
    @Test(arguments: [
        (
            #"{"_type":"location","tst":1777626000,"lat":46.0569465,"lon":14.5057515,"acc":5,"alt":344,"vac":3,"vel":3.6,"cog":271,"batt":87,"tid":"ha"}"#,
            5.0
        ),
        (
            #"{"_type":"location","tst":1777626000,"lat":46.0569465,"lon":14.5057515,"acc":null,"alt":0,"vac":null,"vel":0.0,"cog":0,"batt":null,"tid":"ha"}"#,
            nil
        ),
        (
            #"{"_type":"location","tst":1777626000,"lat":46.0569465,"lon":14.5057515,"acc":65.0,"alt":null,"vac":null,"vel":null,"cog":null,"batt":50,"tid":"ha"}"#,
            65
        ),
    ])
    func `what Home Assistant passes on of its companion is stored`(payload: String, accuracy: Double?) async throws {
        try await withConsole { console in
            try await console.feed.publish(Message(topic: "owntracks/sam/phone", payload: Array(payload.utf8)))
            try await console.wait { try Self.fixes(console).count == 1 }
            let fix = try #require(try Self.fixes(console).first?.fix)
            #expect(fix.accuracy == accuracy)
            #expect(fix.time == Timestamp(milliseconds: 1_777_626_000_000))
            #expect(try console.store.quarantine().isEmpty)
        }
    }

    @Test func `a batch of two thousand is stored, as Overland sends one after a day without a network`() async throws {
        try await withConsole { console in
            let start = Timestamp(milliseconds: 1_780_000_000_000)
            let times = (0..<2000).map { start.advanced(by: .seconds($0)).description }
            let answer = try await console.send("POST", "/pub/overland/sam/phone", body: Self.overland(times))
            #expect(answer.status == 200)
            let phone = try DeviceID(owner: Name("sam"), device: Name("phone"))
            #expect(try console.store.fixCount(of: phone) == 2000)
        }
    }

    @Test func `who only looks stores nothing, and commands wait for an app that reads them`() async throws {
        try await withConsole { console in
            let head = try await console.send("HEAD", "/pub/traccar?\(Self.traccar(1_780_000_180))")
            #expect(head.status == 200)
            #expect(try console.store.devices().isEmpty)
            _ = try await console.post(OwnTracksFixtures.messages[0])
            let command = #"{"_type":"cmd","action":"reportLocation"}"#
            try await console.feed.publish(Message(topic: "owntracks/sam/phone/cmd", payload: Array(command.utf8)))
            // What is published behind it is stored behind it.
            try await console.feed.publish(
                Message(topic: "owntracks/sam/keys", payload: Array(OwnTracksFixtures.messages[2].utf8))
            )
            try await console.wait { try Self.fixes(console, of: "keys").count == 1 }
            #expect(try await console.get("/pub/traccar?\(Self.traccar(1_780_000_300))").text == "{}")
            #expect(try await console.post(OwnTracksFixtures.messages[1]).text.contains(command))
        }
    }

    @Test(arguments: [
        ["Origin": "https://other.example"], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
    ])
    func `a page of another site stores nothing, by no method`(headers: [String: String]) async throws {
        try await withConsole { console in
            for path in ["/pub/traccar", "//pub/traccar", "/pub/gpslogger"] {
                for method in ["GET", "POST"] {
                    let query = "?\(Self.traccar(1_780_000_180))"
                    #expect(try await console.send(method, path + query, headers: headers).status == 403)
                }
            }
            #expect(try console.store.devices().isEmpty)
            let typed = try await console.get(
                "/pub/traccar?\(Self.traccar(1_780_000_180))", headers: ["Sec-Fetch-Site": "none"]
            )
            #expect(typed.status == 200)
        }
    }

    @Test func `a token in the address lets in there and nowhere else, and is written nowhere`() async throws {
        let log = LogLines(from: .trace)
        try await withConsole(logger: log.logger) { console in
            let (sam, now) = (try Name("sam"), WallClock().now)
            try console.access.setPasscode(
                Passcode("tannenbaum"), current: nil, of: Name(Account.first), from: nil, at: now
            )
            try console.access.add(sam, isAdministrator: false, grants: [Grant(written: "sam=command")], at: now)
            let token = try console.access.makeToken("phone", of: sam, scope: .command, at: now).0.text
            let other = Self.traccar(1_780_000_180, id: "ben/phone")
            for (path, status) in [
                ("/pub/traccar?token=\(token)&\(Self.traccar(1_780_000_180))", 200),
                // The one owner that it may speak for need not be named.
                ("/pub/traccar?token=\(token)&\(Self.traccar(1_780_000_181, id: "48241179"))", 200),
                ("/pub/gpslogger/sam/phone?api_key=\(token)&lat=1&lon=2&timestamp=1780000182", 200),
                ("/pub/traccar?token=\(token)&\(other)", 404), ("/pub/traccar?\(Self.traccar(1_780_000_180))", 401),
                ("/pub/traccar?token=x\(token)&\(Self.traccar(1_780_000_180))", 401),
                ("/api/v1/items?token=\(token)", 401), ("/pub/nothing?token=\(token)", 404),
                ("/pub/traccar/a%2Fb/c?token=\(token)&lat=1&lon=2", 400),
            ] {
                let answer = try await console.get(path)
                #expect(answer.status == status, "\(path)")
                #expect(!answer.text.contains(token))
            }
            #expect(try Self.fixes(console, of: "48241179").count == 1)
            let basic = Data("sam:\(token)".utf8).base64EncodedString()
            let posted = try await console.send(
                "POST", "/pub/overland", headers: ["Authorization": "Basic \(basic)"],
                body: Self.overland(["2026-05-28T20:29:40Z"], device: "tablet")
            )
            #expect(posted.status == 200)
            let files = try FileManager.default.contentsOfDirectory(
                at: console.directory, includingPropertiesForKeys: nil)
            #expect(files.count > 1)
            for file in files { #expect(try Data(contentsOf: file).range(of: Data(token.utf8)) == nil) }
            #expect(!log.contain(token))
        }
    }
}
