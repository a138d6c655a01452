import ArgumentParser
import Foundation
import Maps
import TestSupport
import Testing
import Web

@testable import tagalong

@Suite struct PageOptionsTests {
    private static let archive = packageRoot.appending(path: "Tests/Services/MapsTests/Golden/vector.pmtiles").path

    private func map(_ flags: [String], _ environment: [String: String] = [:]) throws -> MapConfiguration {
        let home = ["HOME": "/nowhere", "XDG_CONFIG_HOME": "/nowhere"]
        let settings = try CommandSettings(try .parse([]), environment: home.merging(environment) { $1 })
        return try PageOptions.parse(flags).map(settings)
    }

    @Test func `the archive of a map is named by a flag or by the setting`() throws {
        #expect(try map([]).archive == nil)
        #expect(try map(["--map", Self.archive]).archive?.path == Self.archive)
        #expect(try map([], ["TAGALONG_MAP": Self.archive]).archive?.path == Self.archive)
        #expect(try map(["--map-library", "/x"]).library == "/x")
    }

    @Test func `what is no archive is refused with the place where it was given`() {
        let expected = "/nowhere: there is no such file; an archive of map tiles, MBTiles or PMTiles, is expected"
        #expect(throws: CommandFailure(.badInput, "--map: \(expected)")) { try map(["--map", "/nowhere"]) }
        #expect(throws: CommandFailure(.badInput, "TAGALONG_MAP: \(expected)")) {
            try map([], ["TAGALONG_MAP": "/nowhere"])
        }
    }

    @Test func `a file and the tiles of a host exclude each other`() {
        let sentence = "the file of a map and the URL of tiles are given; one of them is expected"
        #expect(throws: CommandFailure(.badInput, "--map, TAGALONG_TILE_URL: \(sentence)")) {
            try map(["--map", Self.archive], ["TAGALONG_TILE_URL": "https://tile.example/{z}/{x}/{y}.png"])
        }
    }
}
