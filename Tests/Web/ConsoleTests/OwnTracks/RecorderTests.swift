import API
import Console
import Exchange
import Messages
import Store
import Testing
import Tracking
import Web

@Suite(.timeLimit(.minutes(30)))
struct RecorderTests {
    private static func answers(of console: ConsoleBench) async throws -> [String: String] {
        var answers: [String: String] = [:]
        for (name, path) in OwnTracksFixtures.questions {
            let answer = try await console.get(path)
            #expect(answer.status == 200, "\(path): \(answer.text)")
            answers[name] = name.hasSuffix(".csv") ? Self.withoutArrival(csv: answer.text) : answer.withoutArrival
        }
        return answers
    }

    /// CSV with the same word for each time of arrival, which is its last column but two.
    private static func withoutArrival(csv: String) -> String {
        let lines = csv.split(separator: "\n")
        let header = lines.first?.split(separator: ",") ?? []
        guard let column = header.firstIndex(of: "isorcv") else { return csv }
        let behind = header.count - column
        return lines.enumerated().map { index, line in
            var values = line.split(separator: ",", omittingEmptySubsequences: false)
            if index > 0 { values[values.count - behind] = "…" }
            return values.joined(separator: ",") + "\n"
        }.joined()
    }

    @Test func `a phone over HTTP and one over MQTT are answered alike, as the golden files say`() async throws {
        let overHTTP = try await withConsole { console in
            for message in OwnTracksFixtures.messages {
                let answer = try await console.post(message)
                #expect(answer.text == "[]")
            }
            return try await Self.answers(of: console)
        }
        let overMQTT = try await withConsole { console in
            for message in OwnTracksFixtures.messages {
                try await console.feed.publish(Message(topic: "owntracks/sam/phone", payload: Array(message.utf8)))
            }
            let phone = try DeviceID(owner: Name("sam"), device: Name("phone"))
            try await console.wait { try console.store.fixCount(of: phone) == 3 }
            return try await Self.answers(of: console)
        }
        #expect(overHTTP == overMQTT)
        for (name, answer) in overHTTP { #expect(try OwnTracksFixtures.golden(name, for: answer) == answer) }
    }

    @Test(arguments: ["csv", "geojson", "gpx"])
    func `a history that was told is known when it is imported, to the millisecond`(format: String) async throws {
        try await withConsole { console in
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            let messages = try [0, 1250, 3_601_999].enumerated().map { index, milliseconds in
                let location = LocationMessage(
                    fix: Fix(
                        coordinate: try Coordinate(latitude: 46.05, longitude: 14.5),
                        time: Timestamp(milliseconds: 1_780_000_000_000 + Int64(milliseconds))
                    ),
                    mark: format == "csv" ? nil : FixMark(boot: 1, sequence: UInt32(index + 1))
                )
                return Message(topic: console.topics.location(keys), payload: location.encoded())
            }
            try await console.ingest(messages)
            let told = try await console.get(
                "/api/0/locations?user=sam&device=keys&from=2026-05-28T20:00&to=2026-05-28T22:00&format=\(format)"
            )
            #expect(format != "gpx" || told.text.split(separator: "<trkseg>").count == 2)
            let answer = try await console.send("POST", "/api/v1/import?item=sam/keys", body: told.text)
            let report = try answer.decode(ImportReport.self)
            #expect((report.stored, report.duplicates) == (0, 3))
        }
    }

    @Test func `the last position is the last that is plausible, or the last where none is`() async throws {
        try await withConsole { console in
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            let bodies = [
                #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1780000300}"#,
                #"{"_type":"location","lat":-46.05,"lon":-14.5,"tst":1780000360}"#,
            ]
            try await console.ingest(
                bodies.map { Message(topic: console.topics.location(keys), payload: Array($0.utf8)) }
            )
            let plausible = try await console.get("/api/0/last?user=sam&device=keys&fields=tst")
            #expect(plausible.text == #"[{"tst":1780000300}]"#)
            let friends = try await console.post(OwnTracksFixtures.messages[0])
            #expect(friends.text.contains(#""tst":1780000300"#))
            let first = try #require(try console.store.latest(of: keys, limit: 1, isPlausible: true).first)
            _ = try console.store.write { transaction in
                try transaction.mark(first.fix, nil, of: keys, isImplausible: true)
            }
            let doubted = try await console.get("/api/0/last?user=sam&device=keys&fields=tst")
            #expect(doubted.text == #"[{"tst":1780000360}]"#)
        }
    }

    @Test(arguments: [
        ("/api/0/locations", 416, "user and device are required"), ("/api/0/kill?user=sam&device=phone", 404, "kill"),
        ("/api/0/locations?user=sam&device=a/b", 400, "device: "), ("/api/0/last?user=%FF", 400, "percent"),
        ("/api/0/locations?user=a&device=b&from=tomorrowish", 400, "from: a time"),
        ("/api/0/locations?user=a&device=b&from=2026-05-02&to=2026-05-01", 416, "impossible"),
        ("/api/0/locations?user=a&device=b&limit=-1", 400, "limit: "),
        ("/api/0/locations?user=a&device=b&limit=99999999999999999999", 400, "limit: "),
        ("/api/0/locations?user=a&device=b&format=doc", 400, "format: "), ("/api/0/photo", 416, "user is required"),
    ])
    func `a bad question is a problem document with a sentence`(path: String, status: Int, word: String) async throws {
        try await withConsole { console in
            let answer = try await console.get(path)
            #expect(answer.status == status)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(answer.text.contains(word))
        }
    }

    @Test func `questions may be posted, and a header is stronger than a form`() async throws {
        try await withConsole { console in
            _ = try await console.post(OwnTracksFixtures.messages[0])
            _ = try await console.post(OwnTracksFixtures.messages[0], as: "kim")
            let headers = ["Content-Type": "application/x-www-form-urlencoded"]
            let form = try await console.send("POST", "/api/0/last", headers: headers, body: "user=kim&fields=username")
            #expect(form.text == #"[{"username":"kim"}]"#)
            let limited = headers.merging(["X-Limit-User": "sam"]) { $1 }
            let header = try await console.send(
                "POST",
                "/api/0/last",
                headers: limited,
                body: "user=kim&fields=username"
            )
            #expect(header.text == #"[{"username":"sam"}]"#)
            let json = try await console.send(
                "POST",
                "/api/0/last",
                headers: ["Content-Type": "application/json"],
                body: "{}"
            )
            #expect(json.status == 415)
            let long = try await console.send(
                "POST",
                "/api/0/last",
                headers: headers,
                body: String(repeating: "a", count: 9000)
            )
            #expect(long.status == 413)
        }
    }

    @Test func `a history of many pages is told whole, in order`() async throws {
        try await withConsole { console in
            let bodies = (0..<5000).map {
                #"{"_type":"location","lat":46.05,"lon":14.5,"tst":\#(1_780_000_000 + $0 / 2),"x":\#($0)}"#
                    .replacing("14.5,", with: "14.\($0 % 2 + 1),")
            }
            for start in stride(from: 0, to: 5000, by: 1000) {
                let answer = try await console.post("[\(bodies[start..<start + 1000].joined(separator: ","))]")
                #expect(answer.status == 200)
            }
            let answer = try await console.get("/api/0/locations?user=sam&device=phone&from=2026-05&fields=tst,lon")
            struct History: Decodable {
                struct Entry: Decodable, Hashable {
                    let tst: Int
                    let lon: Double
                }

                let count: Int
                let data: [Entry]
            }
            let history = try answer.decode(History.self)
            #expect(history.count == 5000)
            #expect(history.data == history.data.sorted { ($0.tst, $0.lon) < ($1.tst, $1.lon) })
            #expect(Set(history.data).count == 5000)
        }
    }

    @Test func `a device of which all was refused is in no list`() async throws {
        try await withConsole { console in
            _ = try await console.post("{", as: "kim")
            _ = try await console.post("{", as: "sam", "watch")
            _ = try await console.post(OwnTracksFixtures.messages[0])
            #expect(try console.store.devices().count == 3)
            #expect(try await console.get("/api/0/list").text == #"{"results":["sam"]}"#)
            #expect(try await console.get("/api/0/list?user=sam").text == #"{"results":["phone"]}"#)
            #expect(try await console.get("/api/0/list?user=kim").text == #"{"results":[]}"#)
        }
    }

    @Test func `the monitor says when a message came, and on which topic`() async throws {
        try await withConsole { console in
            let none = try await console.get("/api/0/monitor")
            #expect(none.text == "not available\n")
            #expect(none.headers["content-type"] == "text/plain; charset=utf-8")
            _ = try await console.post("{", as: "kim", "watch")
            let told = try await console.get("/api/0/monitor")
            #expect(told.text.wholeMatch(of: /[0-9]{10} owntracks\/kim\/watch\n/) != nil, "\(told.text)")
        }
    }

    @Test func `points of interest are those with a text, and named by it`() async throws {
        try await withConsole { console in
            for (second, poi) in [#""Gate & co""#, #""""#, "5", "null"].enumerated() {
                let body = #"{"_type":"location","lat":46,"lon":14,"tst":\#(1_780_000_000 + second),"poi":\#(poi)}"#
                _ = try await console.post(body)
            }
            let answer = try await console.get("/api/0/locations?\(OwnTracksFixtures.window)&format=geojsonpoi")
            let names = answer.text.split(separator: #""name":"#).dropFirst().map { $0.prefix { $0 != "," } }
            #expect(names == [#""Gate & co""#, #""ne""#])
        }
    }

    @Test func `photos of nobody are a frame of 40 by 40`() async throws {
        try await withConsole { console in
            let answer = try await console.get("/api/0/photo?user=sam")
            #expect(answer.headers["content-type"] == "image/png")
            #expect(Array(answer.body.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
        }
    }
}
