import Foundation
import Store
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// What a client that asks for much and takes nothing can have.
@Suite(.timeLimit(.minutes(30)))
struct SlowReaderTests {
    private let keys: DeviceID
    private static let path = "/api/v1/items/sam/keys"

    init() throws { keys = DeviceID(owner: try Name("sam"), device: try Name("keys")) }

    /// Has so many fixes in the history, a second apart and two of each moment.
    private func remember(_ count: Int, _ console: ConsoleBench) throws {
        let start = WallClock().now.milliseconds / 1000 * 1000 - Int64(count) * 1000
        let device = keys
        _ = try console.store.write { transaction in
            for number in 0..<count {
                let time = Timestamp(milliseconds: start + Int64(number / 2) * 1000)
                let place = try Coordinate(latitude: 46 + Double(number) / 1e6, longitude: 14.5)
                let fix = Fix(coordinate: place, time: time, accuracy: 4, altitude: 300, speed: 1, course: 90)
                let mark = FixMark(boot: 1, sequence: UInt32(number + 1))
                _ = try transaction.insert(StoredFix(device: device, fix: fix, mark: mark, received: time))
            }
        }
    }

    private static func ask(_ path: String, _ console: ConsoleBench) throws -> RawSocket {
        let socket = try RawSocket(port: console.port, receiveBuffer: 16_384)
        try socket.write("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return socket
    }

    private static func slow(_ console: ConsoleBench) async throws -> Double {
        let metrics = try Exposition(try await console.get("/metrics").text)
        return metrics["tagalong_http_connections_ended_total{reason=\"slow\"}"] ?? 0
    }

    @Test(
        arguments: [
            path + "/export?format=geojson", path + "/fixes?limit=100000", path + "/fixes?limit=100000&order=oldest",
            "/api/0/locations?user=sam&device=keys&from=2000-01-01",
            "/api/0/locations?user=sam&device=keys&from=2000-01-01&limit=100000",
        ]
    )
    func `a history that nobody takes is not read on, and its connection is cut`(path: String) async throws {
        let configure: @Sendable (inout ConsoleConfiguration) -> Void = { $0.limits.readPatience = .milliseconds(400) }
        try await withConsole(patience: 3600, configure: configure) { console in
            try remember(30_000, console)
            let clients = try [Self.ask(path, console), Self.ask(path, console)]
            while try await Self.slow(console) < 2 { try await Task.sleep(for: .milliseconds(20)) }
            // Of 30 pages, each of more than 200 kB: what the system holds for a connection, and a page or two.
            #expect((2...20).contains(console.parts.answers.pages))
            while console.parts.answers.taken(.exports) > 0 { try await Task.sleep(for: .milliseconds(5)) }
            for client in clients { client.close() }
        }
    }

    @Test func `exports are limited for each and for all, and one that ends makes room`() async throws {
        let path = Self.path + "/export?format=geojson"
        try await withConsole(configure: { $0.limits.exportsOfAccount = 2 }) { console in
            try remember(20_000, console)
            var clients = try [Self.ask(path, console), Self.ask(path, console)]
            while console.parts.answers.taken(.exports) < 2 { try await Task.sleep(for: .milliseconds(5)) }
            let refused = try await console.get(path)
            #expect(refused.status == 429 && refused.headers["retry-after"] == "10")
            #expect(refused.headers["content-type"] == "application/problem+json")
            #expect(refused.text.contains("2 exports at a time"))
            clients.removeAll()
            while console.parts.answers.taken(.exports) > 0 { try await Task.sleep(for: .milliseconds(5)) }
            // Whoever asks for the headers only takes nothing for long.
            for _ in 1...3 { #expect(try await console.send("HEAD", path).status == 200) }
            #expect(try await console.get(path).status == 200)
        }
    }

    @Test func `a long history is told whole, in order and once`() async throws {
        try await withConsole { console in
            try remember(3333, console)
            for order in ["newest", "oldest"] {
                let expected: [Int] = order == "oldest" ? Array(1...3333) : Array((1...3333).reversed())
                for limit in [999, 1000, 2500, 3333, 100_000] {
                    var (marks, cursor) = ([Int](), "")
                    repeat {
                        let path = "\(Self.path)/fixes?limit=\(limit)&order=\(order)\(cursor)"
                        let page = try await console.get(path).object
                        marks += page.list("fixes").compactMap { $0["seq"] as? Int }
                        cursor = (page["next"] as? String).map { "&cursor=\($0)" } ?? ""
                    } while !cursor.isEmpty
                    // Of one moment the one that was written last may come first.
                    #expect(Set(marks) == Set(expected) && marks.count == expected.count, "\(order), \(limit)")
                    #expect(zip(marks, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(order), \(limit)")
                }
            }
            let lines = try await console.get(Self.path + "/export?format=csv").text.split(whereSeparator: \.isNewline)
            #expect(lines.count == 3334)
            let thin = try await console.get(Self.path + "/fixes?thin=50").object.list("fixes")
            #expect(thin.first?["seq"] as? Int == 1 && thin.last?["seq"] as? Int == 3333 && thin.count <= 50)
            let path = "/api/0/locations?user=sam&device=keys&from=2000-01-01"
            for (limit, count) in [("", 3333), ("&limit=2000", 2000)] {
                let answer = try await console.get(path + limit).object
                #expect(answer["count"] as? Int == count && answer.list("data").count == count)
            }
        }
    }

    @Test(arguments: ["/journeys?from=2000-01-01T00:00:00Z", "/fixes?thin=50", "/export?format=gpx&thin=50"])
    func `what rests on all of a history at once rests on so many positions`(path: String) async throws {
        try await withConsole(configure: { $0.limits.fixesOfAccount = 1500 }) { console in
            try remember(1000, console)
            #expect(try await console.get(Self.path + path).status == 200)
            try remember(2000, console)
            let answer = try await console.get(Self.path + path)
            #expect(answer.status == 422 && answer.text.contains("more than 1500 positions"))
            #expect(console.parts.answers.taken(.fixes) == 0)
        }
    }

    @Test func `each has its part and all have theirs, and what was taken comes back`() throws {
        var allotment = Allotment(ofEach: 10, ofAll: 25)
        let (sam, kim, source) = (Asker.account(try Name("sam")), Asker.account(try Name("kim")), Asker.source(nil))
        try allotment.reserve(10, for: sam)
        #expect(throws: Allotment.Refusal.each) { try allotment.reserve(1, for: sam) }
        // One who has none may have one that is larger than the part.
        try allotment.reserve(12, for: kim)
        #expect(throws: Allotment.Refusal.all) { try allotment.reserve(4, for: source) }
        allotment.give(10, of: sam)
        try allotment.reserve(4, for: source)
        #expect(allotment.taken == 16)
    }

    @Test func `a ticket gives back what it took when nobody has it`() throws {
        var limits = ConsoleLimits()
        limits.answerBytesOfAccount = 100
        let room = AnswerRoom(limits)
        var ticket: AnswerRoom.Ticket? = try room.ticket(.bytes, 80, for: .source(nil))
        #expect(throws: Problem.self) { _ = try room.ticket(.bytes, 30, for: .source(nil)) }
        #expect(room.taken(.bytes) == 80)
        try ticket?.reserve(20)
        #expect(room.taken(.bytes) == 100)
        ticket = nil
        #expect(room.taken(.bytes) == 0)
    }
}
