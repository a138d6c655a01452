import Exchange
import Foundation
import History
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
struct ImportRoutesTests {
    private static let walk = "lat,lon,time\n46.05,14.5,2026-05-01T09:00:00Z\n46.06,14.5,2026-05-01T09:10:00Z\n"
    private static let target = "/api/v1/import?item=sam/phone"

    /// However busy the machine is: half of a body is not there too long before the test has seen what it waits for.
    @Sendable private static func patient(_ configuration: inout ConsoleConfiguration) {
        configuration.bodyPatience = .seconds(1800)
    }

    private func phone() throws -> DeviceID { DeviceID(owner: try Name("sam"), device: try Name("phone")) }

    @Test func `a file is looked at, stored once, and found again`() async throws {
        try await withConsole { console in
            let trial = try await console.send("POST", "\(Self.target)&new=true&dry-run=true", body: Self.walk)
            let expected = try trial.decode(ImportReport.self).stored
            #expect(expected == 2)
            let made = try console.store.device(phone())
            #expect(made == nil)
            let first = try await console.send("POST", "\(Self.target)&new=true", body: Self.walk)
            let stored = try first.decode(ImportReport.self).stored
            #expect(stored == 2)
            let second = try await console.send("POST", Self.target, body: Self.walk)
            let duplicates = try second.decode(ImportReport.self).duplicates
            #expect(duplicates == 2)
            let count = try console.store.fixCount(of: phone())
            #expect(count == 2)
        }
    }

    @Test(arguments: [
        ("/api/v1/import?item=sam/phone", "lat,lon,time\n1,2,2026-05-01T09:00:00Z", 404),
        ("/api/v1/import?item=sam/phone&new=true", "lat,lon,time\n95,2,2026-05-01T09:00:00Z", 422),
        ("/api/v1/import?item=sam/phone&new=true", "", 422),
        ("/api/v1/import?item=../phone&new=true", "x", 400),
        ("/api/v1/import?item=sam/phone&new=perhaps", "x", 400),
        ("/api/v1/import?item=sam/phone&colour=red", "x", 400),
        ("/api/v1/import?item=sam/phone&format=shapefile", "x", 400),
    ])
    func `what is refused leaves nothing behind`(target: String, body: String, status: Int) async throws {
        try await withConsole { console in
            let answer = try await console.send("POST", target, body: body)
            #expect(answer.status == status)
            #expect(answer.headers["content-type"] == "application/problem+json")
            let devices = try console.store.devices()
            #expect(devices.isEmpty)
        }
    }

    /// A line of an answer that tells how far it is.
    private struct Line: Decodable {
        var stage: String?
        var bytes: Int?
        var size: Int?
        var report: ImportReport?
        var problem: Told?

        struct Told: Decodable {
            let status: Int
            let detail: String
        }
    }

    private static func lines(of answer: ConsoleBench.Answer) throws -> [Line] {
        try answer.text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    @Test func `how far a file is read is told while it is, and what came of it at the end`() async throws {
        try await withConsole { console in
            var walk = "lat,lon,time\n"
            let start = try #require(Timestamp("2026-05-01T09:00:00Z"))
            for second in 0..<20_000 {
                walk += "46.05,\(14.0 + Double(second) / 100_000),\(start.advanced(by: .seconds(second)))\n"
            }
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let schema = ["$ref": "#/components/schemas/ImportLine"]
            for stored in [20_000, 0] {
                let answer = try await console.send("POST", "\(Self.target)&new=true&progress=true", body: walk)
                #expect(answer.status == 200)
                #expect(answer.headers["content-type"] == "application/x-ndjson")
                for line in answer.text.split(separator: "\n") {
                    let document = try JSONSerialization.jsonObject(with: Data(line.utf8))
                    #expect(check.errors(in: document, against: schema) == [])
                }
                let lines = try Self.lines(of: answer)
                let steps = lines.dropLast()
                #expect(!steps.isEmpty)
                #expect(steps.allSatisfy { $0.size == walk.utf8.count && $0.bytes ?? .max <= walk.utf8.count })
                #expect(steps.allSatisfy { ["check", "store"].contains($0.stage) })
                #expect(lines.last?.report?.stored == stored)
                #expect(lines.last?.report?.duplicates == 20_000 - stored)
            }
            #expect(try console.store.fixCount(of: phone()) == 20_000)
            try await eventually { console.parts.imports.count == 0 }
        }
    }

    @Test func `a bad file is refused in the last line, with its place`() async throws {
        try await withConsole { console in
            let bad = Self.walk + "95,14.5,2026-05-01T09:20:00Z\n"
            let target = "\(Self.target)&new=true&progress=true&name=walk.csv"
            let answer = try await console.send("POST", target, body: bad)
            let lines = try Self.lines(of: answer)
            #expect(lines.last?.problem?.status == 422)
            #expect(lines.last?.problem?.detail.hasPrefix("walk.csv:4: position 3: ") == true, "\(answer.text)")
            #expect(try console.store.devices().isEmpty)
            let skipped = try await console.send("POST", "\(target)&skip-bad=true&dry-run=true", body: bad)
            let report = try #require(try Self.lines(of: skipped).last?.report)
            #expect(report.stored == 2 && report.skipped == 1)
            #expect(report.reasons.first?.hasPrefix("walk.csv:4: position 3: ") == true)
        }
    }

    @Test func `four files are taken in at a time, and who leaves makes room`() async throws {
        try await withConsole(configure: Self.patient) { console in
            let target = "\(Self.target)&new=true"
            let room = console.parts.imports
            var clients: [RawSocket] = []
            for _ in 0..<ImportRoom.places {
                let client = try RawSocket(port: console.port)
                let head = "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
                try client.write(head + Self.walk)
                clients.append(client)
            }
            try await eventually { room.count >= ImportRoom.places }
            let full = try await console.send("POST", target, body: Self.walk)
            #expect(full.status == 503)
            #expect(full.headers["retry-after"] == "10")
            // Nothing is read for those who are gone, and nothing is kept of what they have sent.
            for client in clients { client.close() }
            try await eventually { room.count == 0 }
            #expect(try console.store.devices().isEmpty)
            #expect(try await console.send("POST", target, body: Self.walk).status == 200)
        }
    }

    @Test func `a file of more than 64 MiB is taken in, and nothing of it is left beside the database`() async throws {
        try await withConsole { console in
            // Lines that say nothing are read as all others are.
            let blank = Array(repeating: UInt8(ascii: " "), count: 131_000) + [0x0A]
            var large = Array(Self.walk.utf8)
            while large.count <= 64 << 20 { large += blank }
            large += Array("46.07,14.5,2026-05-01T09:20:00Z".utf8)
            let answer = try await console.send("POST", "\(Self.target)&new=true", bytes: large)
            #expect(try answer.decode(ImportReport.self).stored == 3)
            #expect(try console.store.fixCount(of: phone()) == 3)
            #expect(try console.spooled == [])
            let torn = try await console.send("POST", "\(Self.target)&new=true", bytes: large + Array("\n46,".utf8))
            #expect(torn.status == 422)
            #expect(try console.store.fixCount(of: phone()) == 3)
            #expect(try console.spooled == [])
        }
    }

    @Test func `an item that is deleted while its file comes is not made anew`() async throws {
        try await withConsole(configure: Self.patient) { console in
            let room = console.parts.imports
            #expect(try await console.send("POST", "\(Self.target)&new=true", body: Self.walk).status == 200)
            let client = try RawSocket(port: console.port)
            let line = "46.07,14.5,2026-05-01T09:20:00Z\n"
            let length = Self.walk.utf8.count + line.utf8.count
            let head = "POST \(Self.target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n"
            try client.write("\(head)Connection: close\r\n\r\n\(Self.walk)")
            try await eventually { room.count == 1 }
            let phone = try phone()
            _ = try await console.history.perform { core, now in ((), try core.delete(phone, at: now)) }
            try client.write(line)
            let answer = String(decoding: await client.readToEnd(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 404 "), "\(answer)")
            #expect(try console.store.devices().isEmpty)
        }
    }

    @Test func `who leaves half way leaves nothing`() async throws {
        try await withConsole(configure: Self.patient) { console in
            let room = console.parts.imports
            let client = try RawSocket(port: console.port)
            let head = "POST \(Self.target)&new=true HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000000\r\n\r\n"
            try client.write(head + Self.walk)
            try await eventually { room.count == 1 }
            // Nobody else can open what has come, once its file has been made.
            try await eventually { try console.spooled == [] }
            #expect(room.count == 1)
            client.close()
            try await eventually { room.count == 0 }
            #expect(try console.store.devices().isEmpty)
        }
    }

    @Test func `a file that is too large is refused before it is sent`() async throws {
        try await withConsole { console in
            let client = try RawSocket(port: console.port)
            let length = ImportRoutes.largestFile + 1
            let target = "\(Self.target)&new=true"
            try client.write("POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\r\n")
            // The answer alone: the end comes when the time for the body is over, and may overtake what is not read yet.
            var answer = ""
            let sentence = "at most 1073741824 bytes are expected"
            while !answer.contains(sentence), case let more = await client.next(), !more.isEmpty {
                answer += String(decoding: more, as: UTF8.self)
            }
            #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains(sentence), "\(answer)")
            #expect(try console.store.devices().isEmpty)
        }
    }
}

extension ConsoleBench {
    /// The files beside the database that are an import's.
    fileprivate var spooled: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.contains("import") }
        }
    }
}
