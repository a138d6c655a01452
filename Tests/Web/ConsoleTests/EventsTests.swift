import Access
import Foundation
import Messages
import ServerSupport
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite(.timeLimit(.minutes(30)))
struct EventsTests {
    private let keys: DeviceID
    private let bag: DeviceID
    private let topics = Topics()

    init() throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        bag = DeviceID(owner: try Name("sam"), device: try Name("bag"))
    }

    private func reported(_ device: DeviceID, _ battery: Int) -> Message {
        let text = """
            {"_type":"reported","version":1,"power":"on","report_every_s":600,"mode":"auto","firmware":"1.2.0",
             "model":"T1","boot":1,"battery":\(battery),"active_mode":"bluetooth"}
            """
        return Message(topic: topics.reported(device), payload: Array(text.utf8), retained: true)
    }

    private func alert(_ number: Int) -> Message {
        let alert = AlertMessage(
            id: "alert-\(number)",
            event: .raised,
            level: .warning,
            previous: .none,
            threshold: 5,
            distance: 7,
            confidence: 0.99,
            owner: keys.owner,
            tracker: keys.device,
            item: "keys",
            time: Timestamp(seconds: Double(number)),
            episode: "episode"
        )
        return Message(topic: topics.alert(keys), payload: alert.encoded())
    }

    @Test func `a stream begins with what is kept and goes on with what changes`() async throws {
        try await withConsole { console in
            try await console.feed.publish(reported(keys, 80))
            try await console.publishAndWait(reported(bag, 70))
            var stream = try await EventStream(console, "?types=reported")
            #expect(stream.status == 200)
            #expect(stream.headers["content-type"] == "text/event-stream")
            #expect(stream.headers["x-accel-buffering"] == "no")
            #expect(stream.headers["cache-control"] == "no-store, no-transform")
            let before = try await stream.snapshot()
            #expect(Set(before.map(\.item)) == ["sam/keys", "sam/bag"])
            #expect(stream.parser.retry == 2000)
            try await console.feed.publish(reported(keys, 79))
            let event = try #require(try await stream.next())
            #expect(event.type == "reported")
            #expect(event.item == "sam/keys")
            #expect(event.document?["battery"] as? Int == 79)
        }
    }

    @Test func `items and types choose what is told`() async throws {
        try await withConsole { console in
            try await console.publishAndWait(reported(keys, 80))
            var stream = try await EventStream(console, "?items=sam/bag&types=reported,availability")
            #expect(try await stream.snapshot().isEmpty)
            try await console.feed.publish(alert(1))
            try await console.feed.publish(reported(keys, 79))
            try await console.feed.publish(
                Message(topic: topics.availability(bag), payload: Array("online".utf8), retained: true)
            )
            let event = try #require(try await stream.next())
            #expect(event.type == "availability")
            #expect(event.json["document"] as? String == "online")
        }
    }

    @Test func `what somebody asks of a tracker is told to everybody, once`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            var stream = try await EventStream(console, "?types=desired,rules")
            _ = try await stream.snapshot()
            for power in ["off", "on"] {
                _ = try await console.send("PATCH", "/api/v1/items/sam/keys", json: "{\"power\":\"\(power)\"}")
                let event = try #require(try await stream.next())
                #expect(event.type == "desired")
                #expect(event.document?["power"] as? String == power)
            }
            let body = #"{"thresholds":{"warning_m":3,"critical_m":4}}"#
            _ = try await console.send("PATCH", "/api/v1/items/sam/keys", json: body)
            let event = try #require(try await stream.next())
            #expect(event.type == "rules")
            #expect(event.document?["warning_m"] as? Double == 3)
            _ = try await console.send("PUT", "/api/v1/items/sam/keys/lost", json: #"{"note":"Left on bus 12"}"#)
            let marked = try #require(try await stream.next())
            #expect(marked.type == "rules")
            let mark = marked.document?["marked_lost"] as? [String: Any]
            #expect(mark?["note"] as? String == "Left on bus 12")
            #expect(marked.document?["warning_m"] as? Double == 3)
        }
    }

    @Test(arguments: ["?types=fishes", "?items=sam", "?items=a/b/c"])
    func `a word that is none is a problem`(query: String) async throws {
        try await withConsole { console in
            let answer = try await console.get("/api/v1/events" + query)
            #expect(answer.status == 400)
            #expect(answer.headers["content-type"] == "application/problem+json")
        }
    }

    @Test func `whoever comes back with the last identifier misses nothing and gets nothing twice`() async throws {
        try await withConsole { console in
            var numbers: [Int] = []
            var last: String?
            for round in 0..<4 {
                var stream = try await EventStream(console, after: last)
                // Only one that comes back is told what it has missed.
                if last == nil { _ = try await stream.snapshot() }
                for number in 0..<5 { try await console.feed.publish(alert(round * 10 + number)) }
                // Breaks off in the middle of what comes.
                let events = try await stream.upTo { $0.document?["id"] as? String == "alert-\(round * 10 + 2)" }
                numbers += events.compactMap { event in
                    (event.document?["id"] as? String).flatMap { Int($0.dropFirst("alert-".count)) }
                }
                #expect(!events.contains { $0.type == "reset" })
                last = stream.lastID
            }
            #expect(numbers == [0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24, 30, 31, 32])
        }
    }

    @Test func `a client that cannot set a header says in the address what it had`() async throws {
        try await withConsole { console in
            try await console.publishAndWait(reported(keys, 80))
            var before = try await EventStream(console)
            _ = try await before.snapshot()
            let last = try #require(before.lastID)
            try await console.publishAndWait(reported(keys, 79))
            // Without the history service's word of the same item.
            var stream = try await EventStream(console, "?types=reported&after=\(last)")
            let events = try await stream.snapshot()
            #expect(events.map(\.type) == ["reported"])
            #expect(events.first?.document?["battery"] as? Int == 79)
        }
    }

    @Test func `a stream says whether the broker is heard, and since when`() async throws {
        try await withConsole(heartbeat: .milliseconds(1500)) { console in
            var stream = try await EventStream(console)
            let heard = try #require(try await stream.beat { $0["broker"] as? Bool == true })
            await console.broker.stop()
            let deaf = try #require(try await stream.beat { $0["broker"] as? Bool == false })
            try await console.broker.start()
            let again = try #require(try await stream.beat { $0["broker"] as? Bool == true })
            func time(_ name: String, of beat: [String: Any]) throws -> Timestamp {
                try #require(Timestamp(beat[name] as? String ?? ""))
            }
            let times = try [heard, deaf, again].flatMap { [try time("since", of: $0), try time("time", of: $0)] }
            #expect(times == times.sorted())
        }
    }

    @Test func `who wants no beats has none`() async throws {
        try await withConsole(heartbeat: .milliseconds(500)) { console in
            var stream = try await EventStream(console, "?types=reported")
            _ = try await stream.snapshot()
            try await stream.heartbeat()
            #expect(stream.beat == nil)
        }
    }

    @Test(arguments: ["0-1", "nonsense", "ffffffff-12345678"])
    func `an identifier of another time resets the client`(last: String) async throws {
        try await withConsole { console in
            try await console.publishAndWait(reported(keys, 80))
            var stream = try await EventStream(console, "?types=reported", after: last)
            let events = try await stream.snapshot()
            #expect(events.map(\.type) == ["reset", "reported"])
        }
    }

    @Test func `a fix is told once it is stored, and only once`() async throws {
        try await withConsole { console in
            var stream = try await EventStream(console, "?types=fix")
            _ = try await stream.snapshot()
            let now = WallClock().now
            for (latitude, isNews) in [(46.0, true), (46.0, false), (46.1, true)] {
                let place = try Coordinate(latitude: latitude, longitude: 14)
                let time = Timestamp(milliseconds: now.milliseconds - (latitude == 46.0 ? 1000 : 0))
                let location = LocationMessage(fix: Fix(coordinate: place, time: time), battery: 50)
                try await console.ingest([Message(topic: topics.location(keys), payload: location.encoded())])
                guard isNews else { continue }
                let event = try #require(try await stream.next())
                #expect(event.type == "fix")
                #expect(event.item == "sam/keys")
                #expect(event.document?["lat"] as? Double == latitude)
            }
        }
    }

    @Test func `each change of the distance is told at once, also those that the bus hears of later`() async throws {
        try await withConsole { console in
            let phone = DeviceID(owner: keys.owner, device: try Name("phone"))
            let home = try Coordinate(latitude: 46, longitude: 14)
            let start = WallClock().now.milliseconds - 10_000
            func location(_ device: DeviceID, _ step: Int, north: Double) -> Message {
                let fix = Fix(
                    coordinate: home.offset(north: north, east: 0),
                    time: Timestamp(milliseconds: start + Int64(step) * 1000),
                    accuracy: 0
                )
                let mark = device == keys ? FixMark(boot: 1, sequence: UInt32(step)) : nil
                let location = LocationMessage(fix: fix, mark: mark, mode: mark == nil ? nil : .bluetooth)
                return Message(topic: topics.location(device), payload: location.encoded())
            }
            func distance(in event: ServerSentEvent) -> Double? {
                (event.document?["distance_m"] as? Double)?.rounded()
            }
            var stream = try await EventStream(console, "?types=state")
            _ = try await stream.snapshot()
            for step in 1...4 {
                try await console.ingest([
                    location(phone, step, north: 0), location(keys, step, north: Double(step)),
                ])
                // The bus is told of a state later, which may be in between: then the one before comes once more.
                let distances = try await stream.upTo { distance(in: $0) == Double(step) }.map(distance)
                #expect(distances.last == Double(step))
                #expect(distances.dropLast().allSatisfy { $0 == Double(step - 1) })
            }
        }
    }

    @Test func `what the broker says again after a restart is not told again`() async throws {
        try await withConsole { console in
            try await console.publishAndWait(reported(keys, 80))
            var stream = try await EventStream(console, "?types=reported,alert")
            _ = try await stream.snapshot()
            try await console.broker.restart()
            try await console.waitUntilSwept()
            try await console.feed.publish(reported(keys, 60))
            let events = try await stream.upTo { $0.document?["battery"] as? Int == 60 }
            #expect(events.count == 1)
        }
    }

    @Test func `an alert that went past while the broker was away is told from the store`() async throws {
        try await withConsole { console in
            var stream = try await EventStream(console, "?types=alert")
            _ = try await stream.snapshot()
            await console.broker.stop()
            while await console.feed.isConnected { try await Task.sleep(for: .milliseconds(5)) }
            let now = WallClock().now
            let (phone, here) = (try Name("phone"), try Coordinate(latitude: 46, longitude: 14))
            let away = here.offset(north: 50, east: 0)
            let owner = Fix(coordinate: here, time: now, accuracy: 1)
            let mine = DeviceID(owner: keys.owner, device: phone)
            var batch = [Message(topic: topics.location(mine), payload: LocationMessage(fix: owner).encoded())]
            for number in 1...10 {
                let time = Timestamp(milliseconds: now.milliseconds - 10_000 + Int64(number) * 1000)
                let location = LocationMessage(
                    fix: Fix(coordinate: away, time: time, accuracy: 1),
                    mark: FixMark(boot: 1, sequence: UInt32(number)),
                    mode: .cellular
                )
                batch.append(Message(topic: topics.location(keys), payload: location.encoded()))
            }
            try await console.ingest(batch)
            let raised = try console.store.alerts(of: keys)
            try #require(!raised.isEmpty)
            try await console.broker.start()
            for alert in raised.reversed() {
                let event = try #require(try await stream.next())
                #expect(event.document?["id"] as? String == alert.id)
            }
        }
    }

    @Test func `a quiet stream shows that it is there`() async throws {
        // Who takes nothing for two of them is sent away, and this machine may be busy for so long.
        try await withConsole(heartbeat: .milliseconds(500)) { console in
            var stream = try await EventStream(console)
            _ = try await stream.snapshot()
            try await stream.heartbeat()
            #expect(stream.parser.comments > 0)
        }
    }

    @Test func `a client that takes nothing is sent away, and holds up nobody`() async throws {
        try await withConsole(heartbeat: .milliseconds(200)) { console in
            let idle = try RawSocket(port: console.port)
            try idle.write("GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n")
            var busy = try await EventStream(console, "?types=result")
            _ = try await busy.snapshot()
            while console.feed.live.statistics.open < 2 { try await Task.sleep(for: .milliseconds(5)) }
            // More than the buffers of two sockets hold, told again and again.
            let text = String(repeating: "x", count: 60_000)
            var round = 0
            while console.feed.live.statistics.ended[.slow] == nil {
                round += 1
                let payload = Array("{\"id\":\"\(round)\",\"ok\":true,\"more\":\"\(text)\"}".utf8)
                try await console.feed.publish(Message(topic: topics.result(keys), payload: payload))
                let event = try #require(try await busy.next())
                #expect(event.document?["id"] as? String == "\(round)")
            }
            #expect(console.feed.live.statistics.open == 1)
        }
    }

    @Test func `a client that goes away is forgotten`() async throws {
        try await withConsole { console in
            let client = try RawSocket(port: console.port)
            try client.write("GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n")
            while console.feed.live.statistics.open < 1 { try await Task.sleep(for: .milliseconds(5)) }
            client.close()
            while console.feed.live.statistics.open > 0 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(console.feed.live.statistics.ended[.left] == 1)
        }
    }

    @Test func `an account has so many streams, by sessions and tokens together, others have theirs`() async throws {
        try await withConsole(configure: { $0.limits.streamsOfAccount = 3 }) { console in
            let (owner, kim, now) = (try Name(Account.first), try Name("kim"), WallClock().now)
            let passcode = try Passcode("tannenbaum")
            try console.access.setPasscode(passcode, current: nil, of: owner, from: nil, at: now)
            try console.access.add(kim, isAdministrator: false, grants: [], at: now)
            let body = #"{"passcode":"tannenbaum"}"#
            let session = try await console.send("POST", "/api/v1/session", json: body)
            let cookie = String(try #require(session.headers["set-cookie"]).prefix { $0 != ";" })
            func token(_ account: Name) throws -> [String: String] {
                let (secret, _) = try console.access.makeToken("t", of: account, scope: .admin, at: now)
                return ["Authorization": "Bearer \(secret.text)"]
            }
            var streams = try [
                await EventStream(console, headers: ["Cookie": cookie]),
                await EventStream(console, headers: ["Cookie": cookie]),
                await EventStream(console, headers: try token(owner)),
            ]
            #expect(streams.map(\.status) == [200, 200, 200])
            for headers in try [["Cookie": cookie], token(owner)] {
                let refused = try await console.get("/api/v1/events", headers: headers)
                #expect(refused.status == 429 && refused.headers["retry-after"] == "10")
                #expect(refused.text.contains("3 streams of events"))
            }
            #expect(try await EventStream(console, headers: try token(kim)).status == 200)
            #expect(console.feed.live.statistics.refused == 2)
            streams.removeLast()
            while console.feed.live.statistics.open > 3 { try await Task.sleep(for: .milliseconds(5)) }
            while try await EventStream(console, headers: try token(owner)).status != 200 {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test func `streams have their share of all connections, and no more`() async throws {
        try await withConsole(connections: 10) { console in
            let clients = try (0..<4).map { _ in try RawSocket(port: console.port) }
            for client in clients { try client.write("GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n") }
            while console.feed.live.statistics.open < 4 { try await Task.sleep(for: .milliseconds(5)) }
            let refused = try await console.get("/api/v1/events")
            #expect(refused.status == 503 && refused.headers["retry-after"] == "10")
            #expect(try await console.get("/health").status == 200)
        }
    }
}
