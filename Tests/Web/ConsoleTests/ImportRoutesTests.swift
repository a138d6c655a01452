import Exchange
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

    @Test func `four files are taken in at a time, and who leaves makes room`() async throws {
        try await withConsole { console in
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

    @Test func `a file that is too large is refused`() async throws {
        try await withConsole { console in
            let large = String(repeating: "x", count: 64 * 1024 * 1024 + 1)
            let answer = try? await console.send("POST", "\(Self.target)&new=true", body: large)
            // The answer may come while the client still sends, which then takes the connection to be broken.
            #expect((answer?.status ?? 413) == 413)
            let devices = try console.store.devices()
            #expect(devices.isEmpty)
        }
    }
}
