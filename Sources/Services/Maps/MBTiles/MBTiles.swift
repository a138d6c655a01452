internal import Compression
internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// MBTiles 1.3: tiles in a table or view of SQLite. <https://github.com/mapbox/mbtiles-spec>
struct MBTiles: TileSource {
    let information: MapInformation
    private let path: String
    private let queue: DatabaseQueue

    /// Steps of SQLite's machine for one answer, some 10 ms; a tile of a map takes a hundred.
    private static let mostSteps: Int32 = 2_000_000

    init(path: String) throws(MapArchiveError) {
        self.path = path
        do {
            queue = try DatabaseQueue(path: path, configuration: Self.configuration)
            information = try queue.unsafeRead { try Self.information(of: $0, path) }
        } catch { throw Self.sentence(error, path) }
    }

    func tile(_ address: TileAddress) throws(MapArchiveError) -> MapTile? {
        do {
            let bytes = try queue.unsafeRead { database in
                try Data.fetchOne(
                    database,
                    sql: "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
                    arguments: [address.zoom, address.column, address.rowFromSouth]
                )
            }
            return bytes.flatMap { $0.isEmpty ? nil : MapTile(bytes: [UInt8]($0)) }
        } catch { throw Self.sentence(error, path, "tile \(address)") }
    }

    /// A connection on which a file that is made to do harm can do none.
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(0.5)
        configuration.label = "map"
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA trusted_schema = OFF")
            try database.execute(sql: "PRAGMA cell_size_check = ON")
            guard let connection = unsafe database.sqliteConnection else { return }
            _ = unsafe sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(MapTile.longest))
            unsafe sqlite3_progress_handler(connection, mostSteps, { _ in 1 }, nil)
        }
        return configuration
    }

    private static func information(of database: Database, _ path: String) throws -> MapInformation {
        for name in ["metadata", "tiles"] where try !database.tableExists(name) && !database.viewExists(name) {
            throw MapArchiveError(path, "this SQLite database has no table '\(name)'; MBTiles is expected")
        }
        let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM metadata LIMIT 1000")
        let pairs = rows.map { row in
            (String.fromDatabaseValue(row[0]) ?? "", String.fromDatabaseValue(row[1]) ?? "")
        }
        let values = Dictionary(pairs.map { ($0.lowercased(), $1) }) { first, _ in first }
        guard let first = try Data.fetchOne(database, sql: "SELECT tile_data FROM tiles LIMIT 1") else {
            throw MapArchiveError(path, "it has no tiles; an archive of a region is expected")
        }
        return MapInformation(
            format: try format(values["format"], of: [UInt8](first), path),
            zooms: try zooms(values, database, path),
            bounds: values["bounds"].flatMap(MapInformation.Bounds.init),
            attribution: MapInformation.plain(values["attribution"]),
            name: MapInformation.plain(values["name"])
        )
    }

    private static func format(_ name: String?, of tile: [UInt8], _ path: String) throws -> TileFormat {
        guard let name, !name.isEmpty else { return TileFormat(sniffing: tile) }
        if let format = TileFormat(rawValue: name == "jpeg" ? "jpg" : name == "mvt" ? "pbf" : name) { return format }
        let expected = "png, jpg, webp or pbf (vector tiles) is expected"
        throw MapArchiveError(path, "its tiles are '\(name.prefix(40))'; \(expected)")
    }

    private static func zooms(
        _ values: [String: String], _ database: Database, _ path: String
    ) throws -> ClosedRange<Int> {
        var found = (values["minzoom"].flatMap { Int($0) }, values["maxzoom"].flatMap { Int($0) })
        if found.0 == nil || found.1 == nil {
            // One by one, each by the index: the least of a view would be looked for in all of it.
            let sql = "SELECT 1 FROM tiles WHERE zoom_level = ? LIMIT 1"
            let zooms = try TileAddress.zooms.filter {
                try Int.fetchOne(database, sql: sql, arguments: [$0]) != nil
            }
            found = (found.0 ?? zooms.first, found.1 ?? zooms.last)
        }
        guard found.0 != nil, found.1 != nil else {
            throw MapArchiveError(
                path, "it has no tiles of zoom levels from 0 to 24; an archive of a region is expected")
        }
        return try MapArchiveError.zooms(found.0 ?? 0, found.1 ?? 0, path)
    }

    /// What went wrong, as a sentence.
    private static func sentence(_ error: any Error, _ path: String, _ place: String? = nil) -> MapArchiveError {
        if let error = error as? MapArchiveError { return error }
        let before = place.map { "\($0): " } ?? ""
        guard let error = error as? DatabaseError else { return MapArchiveError(path, "\(before)\(error)") }
        let message = error.message ?? "no message"
        let found =
            switch error.resultCode {
            case .SQLITE_INTERRUPT: "this takes too long to look up; an index of the table 'tiles' is expected"
            case .SQLITE_TOOBIG: "more than \(MapTile.longest >> 20) MiB; a tile of a map is expected"
            case .SQLITE_CANTOPEN:
                "SQLite cannot open it (\(message)); MBTiles that no other program has open is expected"
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: "the file is damaged (\(message)); all of an MBTiles file is expected"
            default: "SQLite says '\(message)'; MBTiles is expected"
            }
        return MapArchiveError(path, before + found)
    }
}

extension MapArchiveError {
    /// The zoom levels of an archive.
    static func zooms(_ least: Int, _ most: Int, _ path: String) throws(MapArchiveError) -> ClosedRange<Int> {
        guard least <= most, TileAddress.zooms.contains(least), TileAddress.zooms.contains(most) else {
            throw MapArchiveError(path, "zoom levels \(least) to \(most) are given; levels from 0 to 24 are expected")
        }
        return least...most
    }
}
