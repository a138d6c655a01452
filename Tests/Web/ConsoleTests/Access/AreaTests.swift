import Access
import Foundation
import History
import Messages
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// Whoever is told of a thing by area only: held against every way on which positions leave.
@Suite(.timeLimit(.minutes(30)))
struct AreaTests {
    /// Where the thing is, as exactly as it is stored; every number of an answer is held against it.
    private let exact: Coordinate
    private let keys: DeviceID
    private let phone: DeviceID
    private let topics = Topics()

    init() throws {
        exact = try Coordinate(latitude: 60.3931277, longitude: 5.3242891)
        let sam = try Name("sam")
        (keys, phone) = (
            DeviceID(owner: sam, device: try Name("keys")), DeviceID(owner: sam, device: try Name("phone"))
        )
    }

    /// Words that tell where something is, or how far.
    private static let words = ["Troldhaugvegen", "HomeSweetHome", "hop-wifi", "distance_m", "length_m", "confidence"]

    /// What a text tells of the place: words, and numbers within 60 m of one of its coordinates.
    private func leaks(in text: String) -> [String] {
        var leaks = Self.words.filter { text.contains($0) }
        for match in text.matches(of: /-?\d+\.\d+/) {
            guard let number = Double(match.output) else { continue }
            if abs(number - exact.latitude) < 0.0005 || abs(number - exact.longitude) < 0.0005 {
                leaks.append(String(match.output))
            }
        }
        if text.contains("6039312") || text.contains("532428") { leaks.append("units of 1e-7 degrees") }
        var hash: [UInt8] = []
        Geohash.append(exact, to: &hash)
        if text.contains(String(decoding: hash, as: UTF8.self)) { leaks.append("a geohash") }
        return leaks
    }

    /// A thing left behind at the place, with an alert, rules, a reference, and a phone 50 m away.
    private func meet(_ console: ConsoleBench) async throws {
        let now = WallClock().now
        let home = TrustedPlace(name: try ItemName("HomeSweetHome"), area: .circle(exact, radius: 20))
        let desired = DesiredState(
            version: 1,
            reference: Reference(coordinate: exact, accuracy: 5, time: now),
            item: try ItemName("Keys")
        )
        let owner = Fix(coordinate: exact.offset(north: 50, east: 0), time: now, accuracy: 1)
        var batch = [
            Message(topic: topics.desired(keys), payload: desired.encoded(), retained: true),
            Message(topic: topics.location(phone), payload: LocationMessage(fix: owner).encoded()),
        ]
        for number in 1...10 {
            let time = Timestamp(milliseconds: now.milliseconds - 10_000 + Int64(number) * 1000)
            let location = LocationMessage(
                fix: Fix(coordinate: exact, time: time, accuracy: 1, altitude: 118, speed: 3),
                mark: FixMark(boot: 1, sequence: UInt32(number)),
                mode: .cellular
            )
            // What OwnTracks tells besides.
            let more = #","addr":"Troldhaugvegen 65","SSID":"hop-wifi","poi":"HomeSweetHome"}"#
            batch.append(
                Message(topic: topics.location(keys), payload: location.encoded().dropLast() + Array(more.utf8))
            )
        }
        try await console.ingest(batch)
        try #require(!console.store.alerts(of: keys).isEmpty)
        let rules = Message(
            topic: topics.rules(keys),
            payload: ItemRules(places: [home], lost: LostMark(since: now, note: "in Troldhaugvegen")).encoded(),
            retained: true
        )
        try await console.ingest([rules])
        // As the broker keeps it.
        try await console.publishAndWait(rules)
        try await console.publishAndWait(batch[0])
        // What follows from it has come back from the broker.
        let state = topics.state(keys)
        try await eventually { await console.feed.latest(state) != nil }
        let image = try #require(Data(base64Encoded: Self.image))
        let photo = PhotoRow(kind: .png, data: [UInt8](image), updated: now)
        _ = try await console.history.perform { core, now in try core.setPhoto(photo, of: keys, at: now) }
    }

    private static let image = """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=
        """

    /// The header of a token of somebody with some grants.
    private func somebody(_ name: String, _ grants: String..., on console: ConsoleBench) throws -> [String: String] {
        let (name, now) = (try Name(name), WallClock().now)
        if try !console.access.isProtected() {
            let first = try Name(Account.first)
            try console.access.add(first, isAdministrator: true, at: now)
            try console.access.setPasscode(Passcode("tannenbaum"), current: nil, of: first, from: nil, at: now)
        }
        let written = try grants.map { try Grant(written: $0) }
        try console.access.add(name, isAdministrator: false, grants: written, at: now)
        let (secret, _) = try console.access.makeToken("t", of: name, scope: .admin, at: now)
        return ["Authorization": "Bearer \(secret.text)"]
    }

    // MARK: Every route

    /// A request that can be read, as the OpenAPI document has it.
    private struct Asked: Hashable {
        let path: String
        let url: String
    }

    /// Each path of the document that is read, with each word that a parameter may be, and each parameter by itself.
    private static func requests(_ document: [String: Any]) -> [Asked] {
        let check = SchemaCheck(document: document)
        return (document["paths"] as? [String: [String: Any]] ?? [:]).flatMap { path, item -> [Asked] in
            guard let operation = item["get"] as? [String: Any] else { return [] }
            let parameters = (item.list("parameters") + operation.list("parameters")).map(check.resolved)
            let options = parameters.filter { $0["in"] as? String == "query" }
            let required = options.filter { $0["required"] as? Bool ?? false }
            let bases = required.reduce([[String]]()) { bases, parameter in
                let written = Self.written(parameter, check)
                return bases.isEmpty ? written.map { [$0] } : bases.flatMap { base in written.map { base + [$0] } }
            }
            let singles = options.filter { !($0["required"] as? Bool ?? false) }.flatMap { Self.written($0, check) }
            let queries = (bases.isEmpty ? [[]] : bases).flatMap { base in [base] + singles.map { base + [$0] } }
            return ["keys", "phone"].flatMap { device in
                queries.map { query in
                    let filled = Self.filled(path, device)
                    return Asked(path: path, url: query.isEmpty ? filled : "\(filled)?\(query.joined(separator: "&"))")
                }
            }
        }
    }

    private static func filled(_ path: String, _ device: String) -> String {
        let known = ["owner": "sam", "tracker": device, "place": "HomeSweetHome", "gateway": "attic"]
        return path.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return String(part) }
            return known[String(part.dropFirst().dropLast())] ?? "keys"
        }.reduce("") { "\($0)/\($1)" }
    }

    /// The values that are tried for a parameter of a query.
    private static func written(_ parameter: [String: Any], _ check: SchemaCheck) -> [String] {
        guard let name = parameter["name"] as? String else { return [] }
        let schema = check.resolved(parameter["schema"] as? [String: Any] ?? [:])
        let known = [
            "owner": ["sam"], "tracker": ["keys&owner=sam"], "from": ["2020-01-01T00:00:00Z"],
            "to": ["2120-01-01T00:00:00Z"], "within": ["60.3931,5.3243,500", "60.39,5.32,60.40,5.33"],
            "item": ["sam/keys"], "thin": ["5"], "limit": ["50"],
        ]
        let words =
            (schema["enum"] as? [String]) ?? known[name] ?? (schema["type"] as? String == "integer" ? ["5"] : [])
        return words.map { "\(name)=\($0)" }
    }

    @Test func `no route of the interface tells more than the area, and the exact viewer shows that it would`()
        async throws
    {
        try await withConsole { console in
            try await meet(console)
            let byArea = try somebody("kim", "sam=history:area", on: console)
            let exactly = try somebody("lee", "sam=history", on: console)
            let document = try await console.get("/api/v1/openapi.json").object
            // The stream has a test of its own, and the document is the same for everybody.
            let left: Set = ["/api/v1/events", "/api/v1/openapi.json"]
            let requests = Self.requests(document).filter { !left.contains($0.path) }
            #expect(requests.count > 60)
            var telling: Set<String> = []
            for asked in requests {
                let answer = try await console.get(asked.url, headers: byArea)
                #expect(answer.status < 500, "\(asked.url): \(answer.text)")
                #expect(leaks(in: answer.text) == [], "\(asked.url)")
                #expect(answer.headers.values.allSatisfy { leaks(in: $0).isEmpty }, "\(asked.url)")
                let shown = try await console.get(asked.url, headers: exactly)
                if shown.status == 200, !leaks(in: shown.text).isEmpty { telling.insert(asked.path) }
            }
            // Otherwise nothing were proved. Of journeys, which are closed to them, this story has none.
            let item = "/api/v1/items/{owner}/{tracker}"
            let expected = [
                "/api/v1/items", "/api/v1/map", item, "\(item)/fixes", "\(item)/export", "\(item)/evidence",
                "\(item)/rules", "\(item)/places", "/api/v1/alerts", "/api/v1/trackers",
                "/api/v1/trackers/{owner}/{tracker}",
            ]
            #expect(telling.isSuperset(of: expected), "\(Set(expected).subtracting(telling))")
        }
    }

    @Test func `what is told by area is the middle of the cell, and has the form that is described`() async throws {
        try await withConsole { console in
            try await meet(console)
            let byArea = try somebody("kim", "sam=history:area", on: console)
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let item = "/api/v1/items/{owner}/{tracker}"
            let middle = AreaGrid.middle(of: exact)
            for path in ["/api/v1/items", item, "\(item)/fixes", "/api/v1/alerts"] {
                let answer = try await console.get(Self.filled(path, "keys"), headers: byArea)
                #expect(answer.status == 200)
                let errors = try check.errors("GET", path, answer)
                #expect(errors == [], "\(path): \(answer.text)")
                #expect(answer.text.contains("\"lat\":\(middle.latitude)"), "\(path): \(answer.text)")
                #expect(answer.text.contains("\"acc\":750"), "\(path): \(answer.text)")
            }
            let photo = try await console.get("/api/v1/items/sam/keys/photo", headers: byArea)
            #expect(photo.status == 200)
            let closed = ["journeys", "evidence", "places", "anything-new"]
            for rest in closed {
                let answer = try await console.get("/api/v1/items/sam/keys/\(rest)", headers: byArea)
                #expect(answer.status == 403 && answer.text.contains("its area only"), "\(rest): \(answer.text)")
            }
            // Many circles would find the position.
            let within = "/api/v1/items/sam/keys/fixes?within=60.3931,5.3243,100"
            #expect(try await console.get(within, headers: byArea).status == 403)
        }
    }

    @Test func `the questions of the OwnTracks Recorder tell the area only, in every form`() async throws {
        try await withConsole { console in
            try await meet(console)
            let byArea = try somebody("kim", "sam=history:area", on: console)
            let exactly = try somebody("lee", "sam=history", on: console)
            var paths = [
                "version", "list", "list?user=sam", "list?user=sam&device=keys", "last", "q", "photo?user=sam",
            ]
            paths += ["last?user=sam&fields=lat,lon,addr,poi", "last?user=sam&device=keys"]
            for format in RecorderFormat.allCases {
                paths += ["", "&limit=5", "&from=2020-01-01", "&fields=lat,lon,SSID,addr,alt"].map {
                    "locations?user=sam&device=keys&format=\(format.rawValue)\($0)"
                }
            }
            var telling = 0
            for path in paths {
                let answer = try await console.get("/api/0/\(path)", headers: byArea)
                #expect(answer.status == 200, "\(path): \(answer.text)")
                #expect(leaks(in: answer.text) == [], "\(path): \(answer.text)")
                if try await !leaks(in: console.get("/api/0/\(path)", headers: exactly).text).isEmpty { telling += 1 }
            }
            #expect(telling >= 2 + 4 * RecorderFormat.allCases.count)
        }
    }

    @Test func `the live stream tells the area only, of what is kept and of what comes`() async throws {
        try await withConsole { console in
            try await meet(console)
            let byArea = try somebody("kim", "sam=history:area", on: console)
            let exactly = try somebody("lee", "sam=history", on: console)
            var (area, all) = (
                try await EventStream(console, headers: byArea), try await EventStream(console, headers: exactly)
            )
            var (seen, shown) = (try await area.snapshot(), try await all.snapshot())
            let now = WallClock().now
            let location = LocationMessage(
                fix: Fix(coordinate: exact, time: now, accuracy: 1),
                mark: FixMark(boot: 1, sequence: 11),
                mode: .cellular
            )
            try await console.ingest([Message(topic: topics.location(keys), payload: location.encoded())])
            let alert = try #require(console.store.alerts(of: keys).first?.payload)
            // Another alert, at the same place.
            var news = try AlertMessage(decoding: alert)
            news.id = "news"
            news.lastPosition = Position(coordinate: exact, accuracy: 1, time: now)
            try await console.feed.publish(Message(topic: topics.alert(keys), payload: news.encoded()))
            let isLast = { (event: ServerSentEvent) in event.document?["id"] as? String == "news" }
            seen += try await area.upTo(isLast)
            shown += try await all.upTo(isLast)
            #expect(Set(seen.map(\.type)).isSuperset(of: ["state", "rules", "desired", "fix", "alert"]))
            #expect(seen.flatMap { leaks(in: $0.data) } == [])
            let telling = Set(shown.filter { !leaks(in: $0.data).isEmpty }.map(\.type))
            #expect(telling.isSuperset(of: ["state", "rules", "desired", "fix", "alert"]), "\(telling)")
        }
    }

    @Test func `a phone that posts is told of its owner's things by area, where its token is for that`() async throws {
        try await withConsole { console in
            try await meet(console)
            let headers = try somebody("kim", "sam/phone=command", "sam/keys=last:area", on: console)
            let body = #"{"_type":"location","lat":61.5,"lon":7.25,"tst":1767000000}"#
            let answer = try await console.send("POST", "/pub?u=sam&d=phone", headers: headers, body: body)
            #expect(answer.status == 200)
            #expect(answer.text.contains("\"lat\":\(AreaGrid.middle(of: exact).latitude)"), "\(answer.text)")
            #expect(leaks(in: answer.text) == [])
        }
    }
}
