import Foundation
import Maps
import TestSupport
import Testing

/// Archives that were written by Python's sqlite3 and the library `pmtiles`: see Golden/make.py.
enum GoldenTiles {
    static let all = [
        "raster.mbtiles", "vector.mbtiles", "raster.pmtiles", "vector.pmtiles", "unclustered.pmtiles", "leaves.pmtiles",
    ]

    static func path(_ name: String) -> String {
        packageRoot.appending(path: "Tests/Services/MapsTests/Golden/\(name)").path
    }

    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path(name)))) }

    /// What is in a tile; nil where there is none.
    static func text(_ address: TileAddress) -> String? {
        guard (1...4).contains(address.zoom), address.zoom != 2 || address.column != 3 else { return nil }
        let isSea = address.zoom >= 3 && address.column < 1 << address.zoom / 2
        return isSea ? "sea" : address.description
    }
}

@Suite(.timeLimit(.minutes(30)))
struct ArchiveTests {
    @Test(arguments: GoldenTiles.all)
    func `each tile of another program's archive is found, and no other`(name: String) throws {
        let archive = try MapArchive(path: GoldenTiles.path(name))
        for zoom in 0...6 {
            for column in 0..<(1 << zoom) {
                for row in 0..<(1 << zoom) {
                    let address = try #require(TileAddress(zoom: zoom, column: column, row: row))
                    let tile = try archive.tile(address)
                    let text = try tile.map { String(decoding: try #require($0.unpacked), as: UTF8.self) }
                    #expect(text == GoldenTiles.text(address), "\(address)")
                }
            }
        }
    }

    @Test(arguments: GoldenTiles.all)
    func `an archive tells what it is`(name: String) throws {
        let information = try MapArchive(path: GoldenTiles.path(name)).information
        #expect(information.format == (name.hasPrefix("vector") ? .vector : .png))
        #expect(information.zooms == 1...4)
        #expect(information.name == "Test")
        #expect(information.attribution == "© Test & Sons")
        // That MBTiles says nothing of bounds.
        let bounds = information.bounds.map { [$0.west, $0.south, $0.east, $0.north] }
        #expect(bounds == (name == "vector.mbtiles" ? nil : [-10, -20, 30, 40]))
    }

    @Test func `a vector tile is passed on as it was packed`() throws {
        for name in ["vector.mbtiles", "vector.pmtiles"] {
            let archive = try MapArchive(path: GoldenTiles.path(name))
            let address = try #require(TileAddress(zoom: 1, column: 0, row: 1))
            let tile = try #require(try archive.tile(address))
            #expect(tile.isPacked)
            #expect(tile.bytes != tile.unpacked)
        }
    }

    @Test(arguments: [(-1, 0, 0), (25, 0, 0), (0, 1, 0), (3, 8, 0), (3, 0, 8), (3, -1, 0), (Int.max, Int.max, 0)])
    func `no tile is beside the earth`(zoom: Int, column: Int, row: Int) {
        #expect(TileAddress(zoom: zoom, column: column, row: row) == nil)
    }
}
