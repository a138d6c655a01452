import Access
import Foundation
import Maps
import Store
import TestSupport
import Testing
import Tracking

@testable import Pages
@testable import Web

/// The tiles of an archive that lies on the console's machine.
@Suite(.timeLimit(.minutes(30)))
struct MapTests {
    private static func archive(_ name: String) throws -> MapArchive {
        try MapArchive(path: packageRoot.appending(path: "Tests/Services/MapsTests/Golden/\(name)").path)
    }

    private func withMap(_ name: String, _ body: @Sendable (ConsoleBench) async throws -> Void) async throws {
        try await withConsole(configure: { $0.map.archive = try Self.archive(name) }, body)
    }

    @Test func `a tile comes with its type and tag, and is not sent twice`() async throws {
        try await withMap("raster.pmtiles") { console in
            let answer = try await console.get("/basemap/1/0/1")
            #expect(answer.status == 200)
            #expect(answer.text == "1/0/1")
            #expect(answer.headers["content-type"] == "image/png")
            #expect(answer.headers["cache-control"] == "private, max-age=3600")
            let tag = try #require(answer.headers["etag"])
            let again = try await console.get("/basemap/1/0/1", headers: ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
        }
    }

    @Test func `a vector tile comes packed to who takes it so, and unpacked to others`() async throws {
        try await withMap("vector.mbtiles") { console in
            let packed = try await console.get("/basemap/1/0/1", headers: ["Accept-Encoding": "br, gzip"])
            #expect(packed.headers["content-encoding"] == "gzip")
            #expect(packed.body.starts(with: [0x1f, 0x8b]))
            for accepted in ["identity", "gzip;q=0"] {
                let plain = try await console.get("/basemap/1/0/1", headers: ["Accept-Encoding": accepted])
                #expect(plain.text == "1/0/1")
                #expect(plain.headers["content-encoding"] == nil)
                #expect(plain.headers["vary"] == "Accept-Encoding")
                #expect(plain.headers["etag"] != packed.headers["etag"])
            }
            #expect(packed.headers["content-type"] == "application/vnd.mapbox-vector-tile")
        }
    }

    @Test func `where the archive has no tile is nothing, or a blank one for the pages`() async throws {
        try await withMap("raster.mbtiles") { console in
            for path in ["/basemap/2/3/1", "/basemap/9/3/1", "/basemap/1/2/0", "/basemap/-1/0/0", "/basemap/a/b/c"] {
                let answer = try await console.get(path)
                #expect(answer.status == 404, "\(path)")
                #expect(answer.headers["content-type"] == "application/problem+json")
            }
            let blank = try await console.get("/basemap/2/3/1?blank=1")
            #expect(blank.status == 200 && blank.headers["content-type"] == "image/png")
            #expect(blank.body.starts(with: [0x89, 0x50, 0x4e, 0x47]))
            #expect(try await console.get("/basemap/2/3/1?x=1").status == 400)
        }
    }

    @Test func `the console says where the tiles are, and only who may log in the region`() async throws {
        try await withMap("raster.pmtiles") { console in
            let setup = try await console.get("/console.json").object
            #expect(setup["map"] as? String == "raster")
            let tiles = try #require(setup["tiles"] as? String)
            #expect(tiles.hasPrefix("/basemap/{z}/{x}/{y}?v=") && tiles.hasSuffix("&blank=1"))
            let map = try await console.get("/basemap.json").object
            #expect(map["tiles"] as? [String] == [tiles])
            #expect(map["minzoom"] as? Int == 1 && map["maxzoom"] as? Int == 4)
            #expect(map["bounds"] as? [Double] == [-10, -20, 30, 40])
            #expect(map["attribution"] as? String == "© Test & Sons")
            let owner = try Name(Account.first)
            let passcode = try Passcode("tannenbaum")
            try console.access.setPasscode(passcode, current: nil, of: owner, from: nil, at: WallClock().now)
            for path in ["/basemap.json", "/basemap/1/0/1"] {
                #expect(try await console.get(path).status == 401, "\(path)")
            }
        }
    }

    @Test func `whoever has a share link has the map as long as it works`() async throws {
        let clock = AdjustableClock.atFullHour()
        try await withConsole(
            clock: clock,
            configure: { $0.map.archive = try Self.archive("raster.pmtiles") }
        ) { console in
            try await console.meetKeys()
            try console.access.add(Name("boss"), isAdministrator: true, passcode: Passcode("tannenbaum"), at: clock.now)
            let keys = try DeviceID(owner: Name("sam"), device: Name("keys"))
            let row = try #require(try console.store.item(keys))
            let (secret, link) = try console.access.makeLink(
                to: keys,
                added: row.device.created,
                isByArea: false,
                by: Name("boss"),
                expires: clock.now.advanced(by: .seconds(3600)),
                from: nil,
                at: clock.now
            )
            let headers = ["X-Tagalong-Link": secret.text]
            let map = try await console.get("/shared/basemap.json", headers: headers)
            let tiles = try #require(try map.object["tiles"] as? [String])
            #expect(tiles.first?.hasPrefix("/shared/basemap/{z}/{x}/{y}?v=") == true)
            let tile = try await console.get("/shared/basemap/1/0/1", headers: headers)
            #expect(tile.status == 200 && tile.headers["content-type"] == "image/png")
            for wrong in [[:], ["X-Tagalong-Link": "tgs_none"]] {
                #expect(try await console.get("/shared/basemap.json", headers: wrong).status == 404)
                #expect(try await console.get("/shared/basemap/1/0/1", headers: wrong).status == 404)
            }
            // Of the rest of the console it opens nothing.
            #expect(try await console.get("/basemap.json", headers: headers).status == 401)
            try console.access.revokeLink(link.id, at: clock.now)
            #expect(try await console.get("/shared/basemap/1/0/1", headers: headers).status == 404)
        }
    }

    @Test func `a damaged tile is told without the place of the file`() async throws {
        try await withConsole(configure: { console in
            let path = FileManager.default.temporaryDirectory.appending(path: "damaged-\(UUID().uuidString)").path
            let good = packageRoot.appending(path: "Tests/Services/MapsTests/Golden/leaves.pmtiles")
            var bytes = try Data(contentsOf: good)
            // The leaves, not the root.
            let leaves = Int(bytes[40]) | Int(bytes[41]) << 8
            for place in leaves..<leaves + 40 { bytes[place] = 0 }
            try bytes.write(to: URL(filePath: path))
            console.map.archive = try MapArchive(path: path)
            try FileManager.default.removeItem(atPath: path)
        }) { console in
            let answer = try await console.get("/basemap/1/0/1")
            #expect(answer.status == 500)
            #expect(try answer.object["detail"] as? String == "the archive of the map is damaged at tile 1/0/1")
        }
    }

    @Test func `without an archive there are no tiles`() async throws {
        try await withConsole { console in
            let setup = try await console.get("/console.json").object
            #expect(setup["map"] == nil && setup["tiles"] == nil)
            #expect(try await console.get("/basemap.json").status == 404)
        }
    }
}
