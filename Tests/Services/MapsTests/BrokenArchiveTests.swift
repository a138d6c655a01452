import Compression
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Maps

/// Files that are no archives, or were made to do harm: a sentence each, and no more memory than a good one takes.
@Suite(.timeLimit(.minutes(30)))
struct BrokenArchiveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ bytes: [UInt8], _ name: String = "map") throws -> String {
        let path = folder.url.appending(path: name).path
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    private func sentence(_ path: String) -> String {
        do {
            _ = try MapArchive(path: path)
            return "none"
        } catch { return "\(error)".replacing(folder.url.path + "/", with: "") }
    }

    @Test func `what is no file is told with what is expected`() {
        let expected = "an archive of map tiles, MBTiles or PMTiles, is expected"
        #expect(sentence("/nowhere") == "/nowhere: there is no such file; \(expected)")
        #expect(sentence("/dev/zero") == "/dev/zero: this is no file; \(expected)")
        #expect(sentence("/tmp") == "/tmp: this is no file; \(expected)")
    }

    @Test(arguments: [[], Array("PK".utf8), Array("PMTile".utf8), [UInt8](repeating: 0, count: 4096)])
    func `what is no archive is told so`(bytes: [UInt8]) throws {
        let expected = "this is no archive of map tiles; MBTiles or PMTiles (version 3) is expected"
        #expect(sentence(try file(bytes)) == "map: \(expected)")
    }

    /// A good archive with some bytes of its header replaced.
    private func changed(_ changes: [Int: [UInt8]]) throws -> String {
        var bytes = try GoldenTiles.bytes("leaves.pmtiles")
        for (place, new) in changes { bytes.replaceSubrange(place..<place + new.count, with: new) }
        return try file(bytes)
    }

    private static let huge: [UInt8] = [255, 255, 255, 255, 255, 255, 255, 127]

    private static let all = "all of a PMTiles file is expected"
    private static let packings = "gzip or none is expected"
    private static let headers: [([Int: [UInt8]], String)] = [
        ([7: [2]], "this is PMTiles version 2; version 3 is expected"),
        ([97: [3]], "the compression of its directories is brotli; \(packings)"),
        ([98: [4]], "the compression of its tiles is zstd; \(packings)"),
        ([99: [9]], "its tiles are of type 9; vector tiles (1), png, jpeg, webp or avif (2 to 5) are expected"),
        ([100: [5]], "zoom levels 5 to 4 are given; levels from 0 to 24 are expected"),
        ([101: [99]], "zoom levels 1 to 99 are given; levels from 0 to 24 are expected"),
        ([16: huge], "its root directory end beyond the file of SIZE bytes; \(all)"),
        ([24: huge], "its metadata end beyond the file of SIZE bytes; \(all)"),
        ([40: huge, 48: huge], "its leaf directories end beyond the file of SIZE bytes; \(all)"),
        ([127: [1, 2, 3]], "the root directory is damaged; gzip is expected"),
        ([97: [1]], "the root directory is damaged; a PMTiles file is expected"),
    ]

    @Test(arguments: headers)
    func `a header that cannot be is told`(changes: [Int: [UInt8]], expected: String) throws {
        let size = try GoldenTiles.bytes("leaves.pmtiles").count
        #expect(sentence(try changed(changes)) == "map: " + expected.replacing("SIZE", with: "\(size)"))
    }

    @Test(arguments: ["raster.mbtiles", "raster.pmtiles", "leaves.pmtiles"])
    func `a file that was cut off anywhere is told, or lacks tiles`(name: String) throws {
        let bytes = try GoldenTiles.bytes(name)
        for share in 0..<40 {
            let path = try file(Array(bytes.prefix(bytes.count * share / 40)))
            guard let archive = try? MapArchive(path: path) else { continue }
            for column in 0..<16 {
                guard let address = TileAddress(zoom: 4, column: column, row: 3) else { continue }
                do { _ = try archive.tile(address) } catch { #expect("\(error)".hasPrefix(path)) }
            }
        }
    }

    @Test(arguments: ["raster.mbtiles", "vector.pmtiles", "leaves.pmtiles"])
    func `any byte may be wrong without an end of the program`(name: String) throws {
        let bytes = try GoldenTiles.bytes(name)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var wrong = bytes
            for _ in 0..<3 {
                // Most of what is read is at the beginning.
                let place = Int(random.next() % UInt64(random.next() % 2 == 0 ? 600 : bytes.count))
                wrong[place] = UInt8(truncatingIfNeeded: random.next())
            }
            guard let archive = try? MapArchive(path: try file(wrong)) else { continue }
            for column in 0..<8 {
                guard let address = TileAddress(zoom: 3, column: column, row: 2) else { continue }
                _ = try? archive.tile(address)?.unpacked
            }
        }
    }

    @Test func `a directory of directories ends`() throws {
        // One entry from tile 0 on, which leads to the bytes that it is itself.
        let loop: [UInt8] = [1, 0, 0, 5, 1]
        let archive = try MapArchive(path: try file(Self.archive(root: loop, leaves: loop)))
        let address = try #require(TileAddress(zoom: 2, column: 1, row: 1))
        let error = #expect(throws: MapArchiveError.self) { try archive.tile(address) }
        #expect(error?.detail == "tile 2/1/1: its directories are more than 3 deep; a PMTiles file is expected")
    }

    /// More entries than bytes, offsets and lengths beyond all there is, a tile without bytes, numbers without end.
    private static let directories: [[UInt8]] = [
        [255, 255, 255, 255, 15, 0], [1, 0, 1, 0, 1], [1, 0, 1, 5, 0], [2, 0, 0, 1, 1, 5, 5, 1, 1],
        [1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255], [1, 0, 1], [],
    ]

    @Test(arguments: directories)
    func `a directory that cannot be is told`(root: [UInt8]) throws {
        let path = try file(Self.archive(root: root, leaves: []))
        #expect(sentence(path) == "map: the root directory is damaged; a PMTiles file is expected")
    }

    @Test func `a tile beyond the file, or of a gibibyte, is no tile`() throws {
        let address = try #require(TileAddress(zoom: 0, column: 0, row: 0))
        let beyond = try MapArchive(path: try file(Self.archive(root: [1, 0, 1, 5, 120], leaves: [])))
        #expect(throws: MapArchiveError.self) { try beyond.tile(address) }
        let long = try MapArchive(path: try file(Self.archive(root: [1, 0, 1, 128, 128, 128, 128, 4, 1], leaves: [])))
        let error = #expect(throws: MapArchiveError.self) { try long.tile(address) }
        #expect(error?.detail == "tile 0/0/0: 1073741824 bytes; at most 8 MiB are expected")
    }

    @Test func `what unpacks to more than there is room for is refused`() throws {
        // 64 MiB of nothing, packed by Python twice: 4 KiB that are 64 KiB that are 64 MiB.
        let once = try GzipReader.unpack(try GoldenTiles.bytes("zeros.gz.gz"), limit: 1 << 20)
        #expect(once.count < 100_000)
        #expect(throws: GzipReader.Failure.tooLong) { try GzipReader.unpack(once, limit: 8 << 20) }
        #expect(MapTile(bytes: once).unpacked == nil)
        let path = try file(Self.archive(root: once, leaves: [], packing: 2))
        #expect(sentence(path) == "map: the root directory: more than 4 MiB; a PMTiles file is expected")
    }

    /// PMTiles of so much.
    static func archive(root: [UInt8], leaves: [UInt8], packing: UInt8 = 1) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let parts = [(127, root.count), (0, 0), (127 + root.count, leaves.count), (127 + root.count + leaves.count, 5)]
        let places = parts.flatMap { number($0.0) + number($0.1) }
        let counts = [UInt8](repeating: 0, count: 24)
        let rest: [UInt8] = [1, packing, 1, 2, 0, 4] + [UInt8](repeating: 0, count: 25)
        return Array("PMTiles".utf8) + [3] + places + counts + rest + root + leaves + [0, 0, 0, 0, 0]
    }

    // MARK: MBTiles

    private func database(_ statements: [String]) throws -> String {
        let path = folder.url.appending(path: "map").path
        let queue = try DatabaseQueue(path: path)
        try queue.write { for statement in statements { try $0.execute(sql: statement) } }
        try queue.close()
        return path
    }

    private static let metadata = "CREATE TABLE metadata (name, value)"
    private static let tiles = "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)"

    private static let databases: [([String], String)] = [
        (["CREATE TABLE x (y)"], "this SQLite database has no table 'metadata'; MBTiles is expected"),
        ([metadata], "this SQLite database has no table 'tiles'; MBTiles is expected"),
        ([metadata, tiles], "it has no tiles; an archive of a region is expected"),
        (
            [metadata, tiles, tile(0), "INSERT INTO metadata VALUES ('format', 'gif')"],
            "its tiles are 'gif'; png, jpg, webp or pbf (vector tiles) is expected"
        ),
        (
            [metadata, tiles, tile(77)],
            "it has no tiles of zoom levels from 0 to 24; an archive of a region is expected"
        ),
        ([metadata, "CREATE TABLE tiles (x)"], "SQLite says 'no such column: tile_data'; MBTiles is expected"),
    ]

    private static func tile(_ zoom: Int) -> String { "INSERT INTO tiles VALUES (\(zoom), 0, 0, 'x')" }

    @Test(arguments: databases)
    func `a database that is no MBTiles is told`(statements: [String], expected: String) throws {
        #expect(sentence(try database(statements)) == "map: \(expected)")
    }

    @Test func `a view without an end is given up`() throws {
        let endless = """
            CREATE VIEW tiles AS SELECT i * 2 AS zoom_level, 0 AS tile_column, 1 AS tile_row, 'x' AS tile_data \
            FROM (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n)
            """
        let zooms = "INSERT INTO metadata VALUES ('minzoom', 0), ('maxzoom', 4)"
        let path = try database([Self.metadata, zooms, endless])
        let address = try #require(TileAddress(zoom: 1, column: 0, row: 0))
        // Already as it is opened, where SQLite makes all of a view before it tells of its first row.
        let error = #expect(throws: MapArchiveError.self) { try MapArchive(path: path).tile(address) }
        let expected = "this takes too long to look up; an index of the table 'tiles' is expected"
        #expect(error?.detail.hasSuffix(expected) == true)
    }

    @Test func `a tile that is too long is refused before it is in memory`() throws {
        let long = """
            CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, \
            zeroblob(900000000) AS tile_data
            """
        let zooms = "INSERT INTO metadata VALUES ('minzoom', 0), ('maxzoom', 4), ('format', 'png')"
        let path = try database([Self.metadata, zooms, long])
        #expect(sentence(path) == "map: more than 8 MiB; a tile of a map is expected")
    }
}
