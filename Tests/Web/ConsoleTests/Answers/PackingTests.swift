import Foundation
import HTTPTypes
import NIOCore
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite(.timeLimit(.minutes(30)))
struct PackingTests {
    private static let gzip = ["Accept-Encoding": "gzip, deflate, br"]

    @Test(arguments: [
        "/", "/scripts/app.js", "/styles/base.css", "/api/v1/openapi.json", "/metrics",
        "/api/v1/items/sam/keys/export?format=gpx", "/api/v1/items/sam/keys/fixes?limit=1000",
    ])
    func `text is packed for who takes it so, and says the same`(path: String) async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let now = WallClock().now
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            try await console.ingest(
                (2...200).map { number in
                    let time = Timestamp(milliseconds: now.milliseconds - 600_000 + Int64(number) * 1000)
                    return try console.fix(of: keys, at: time, sequence: UInt32(number), north: Double(number))
                }
            )
            let plain = try await console.get(path)
            let packed = try await console.get(path, headers: Self.gzip)
            #expect(plain.headers["content-encoding"] == nil)
            #expect(packed.headers["content-encoding"] == "gzip")
            #expect(plain.headers["vary"] == "Accept-Encoding" && packed.headers["vary"] == "Accept-Encoding")
            let unpacked = try #require(gunzip(packed.body))
            // Numbers of the service go on counting.
            if path != "/metrics" { #expect(unpacked == plain.body) }
            #expect(packed.body.count < plain.body.count * 6 / 10)
        }
    }

    @Test(arguments: [
        "gzip", "GZIP;q=0.5", "br, gzip;q=1.0", "*", "identity;q=0, *",
    ])
    func `a client that takes gzip is known by its words`(words: String) {
        #expect(AcceptedCodings([.acceptEncoding: words]).hasGzip)
    }

    @Test(arguments: ["", "br", "gzip;q=0", "*;q=0", "identity", "gzip;q=none"])
    func `who does not take it gets it plain`(words: String) {
        #expect(!AcceptedCodings([.acceptEncoding: words]).hasGzip)
    }

    @Test(arguments: ["/api/v1/session", "/health", "/icon-512.png"])
    func `secrets, what is tiny, and pictures are as they are`(path: String) async throws {
        try await withConsole { console in
            let answer = try await console.get(path, headers: Self.gzip)
            #expect(answer.status == 200 && answer.headers["content-encoding"] == nil)
        }
    }

    @Test func `a stream of events is not packed`() async throws {
        try await withConsole { console in
            let stream = try await EventStream(console, headers: Self.gzip)
            #expect(stream.status == 200 && stream.headers["content-encoding"] == nil)
        }
    }

    /// An item of which there is so much to say that it is packed.
    private func meetKeys(with console: ConsoleBench) async throws {
        try await console.meetKeys()
        for number in 1...10 {
            let body = "{\"name\":\"Place \(number)\",\"lat\":52.5,\"lon\":13.4,\"radius_m\":\(number)}"
            #expect(try await console.send("POST", "/api/v1/items/sam/keys/places", json: body).status / 100 == 2)
        }
    }

    @Test(arguments: ["/scripts/app.js", "/api/v1/items/sam/keys"])
    func `each coding has its own tag, and both are known again`(path: String) async throws {
        // The time of the item stands, so that its tag does.
        try await withConsole(clock: ManualClock(at: WallClock().now)) { console in
            try await meetKeys(with: console)
            let plain = try #require(try await console.get(path).headers["etag"])
            let packed = try #require(try await console.get(path, headers: Self.gzip).headers["etag"])
            #expect(packed == "\(plain.dropLast())-gzip\"")
            for tag in [plain, packed] {
                let again = try await console.get(path, headers: Self.gzip.merging(["If-None-Match": tag]) { $1 })
                #expect(again.status == 304 && again.body.isEmpty)
                #expect(again.headers["etag"] == tag && again.headers["vary"]?.contains("Accept-Encoding") == true)
            }
        }
    }

    @Test(arguments: [true, false])
    func `a change may rest on what was read packed`(isPacked: Bool) async throws {
        try await withConsole { console in
            try await meetKeys(with: console)
            let read = try await console.get("/api/v1/items/sam/keys", headers: isPacked ? Self.gzip : [:])
            let tag = try #require(read.headers["etag"])
            func rename(_ name: String) async throws -> Int {
                let body = "{\"item\":\"\(name)\"}"
                return try await console.send("PATCH", "/api/v1/items/sam/keys", json: body, headers: ["If-Match": tag])
                    .status
            }
            #expect(try await rename("House keys") == 200)
            // Somebody has changed it since.
            #expect(try await rename("Car keys") == 412)
        }
    }

    @Test(arguments: EmbeddedPages.files.filter { !$0.path.hasSuffix(".png") })
    func `the texts of the pages are packed once for all`(page: EmbeddedPage) throws {
        // What is so short goes in one packet either way.
        guard page.content.readableBytes > PackingMiddleware.least else { return }
        let packed = try #require(page.packed)
        #expect(gunzip(Array(buffer: packed)) == Array(buffer: page.content))
    }
}
