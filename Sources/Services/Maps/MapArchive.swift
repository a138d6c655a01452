internal import Cryptography
internal import Files

/// An archive of map tiles in one file, read only: MBTiles 1.3 or PMTiles version 3.
///
/// Whatever is in the file, what is read of it is bounded; what is wrong with it ends in a sentence.
public final class MapArchive: Sendable {
    public let path: String
    public let information: MapInformation
    /// Another one for another file, so that a browser keeps no tiles of a former one.
    public let version: String
    private let source: any TileSource

    /// Opens a file and reads what it says of itself.
    ///
    /// - Throws: ``MapArchiveError``.
    public init(path: String) throws(MapArchiveError) {
        self.path = path
        let file = try Self.open(path)
        let head: [UInt8]
        do { head = try file.read(at: 0, count: UInt64(min(file.length, Self.head))) ?? [] } catch {
            throw MapArchiveError(path, "it cannot be read: \(error.reason)")
        }
        if head.starts(with: Array("SQLite format 3\0".utf8)) {
            source = try MBTiles(path: path)
        } else if head.starts(with: Array("PMTiles".utf8)) {
            source = try PMTiles(file: file, head: head)
        } else {
            throw MapArchiveError(path, "this is no archive of map tiles; MBTiles or PMTiles (version 3) is expected")
        }
        information = source.information
        let state = head + Array("\(file.length) \(FileReader.changed(path) ?? 0)".utf8)
        version = Hex.text(Digest.sha256(state).prefix(4))
    }

    /// As many bytes as say what a file is.
    private static let head = 512

    private static func open(_ path: String) throws(MapArchiveError) -> FileParts {
        do {
            if let file = try FileParts(path) { return file }
        } catch { throw MapArchiveError(path, "it cannot be read: \(error.reason)") }
        let isThere = FileReader.extent(of: path) != nil
        let found = isThere ? "this is no file" : "there is no such file"
        throw MapArchiveError(path, "\(found); an archive of map tiles, MBTiles or PMTiles, is expected")
    }

    /// A tile; nil where the archive has none.
    ///
    /// - Throws: ``MapArchiveError`` where the archive is damaged.
    public func tile(_ address: TileAddress) throws(MapArchiveError) -> MapTile? {
        guard information.zooms.contains(address.zoom) else { return nil }
        return try source.tile(address)
    }
}

/// One kind of archive.
protocol TileSource: Sendable {
    var information: MapInformation { get }
    func tile(_ address: TileAddress) throws(MapArchiveError) -> MapTile?
}
