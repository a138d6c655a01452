internal import Compression
internal import Files
internal import JSON
import Synchronization

/// PMTiles version 3: a directory of tiles along a Hilbert curve, and leaves of it, in one file.
final class PMTiles: TileSource {
    let information: MapInformation
    private let file: FileParts
    private let header: PMTilesHeader
    private let root: PMTilesDirectory
    /// The leaves that were read last, the latest at the end.
    private let leaves = Mutex<[(offset: UInt64, directory: PMTilesDirectory)]>([])

    private static let mostLeaves = 8
    /// How deep leaves are within each other: writers make one level.
    private static let mostLevels = 3
    /// The most bytes of the metadata, unpacked.
    private static let mostMetadata = 4 << 20

    init(file: FileParts, head: [UInt8]) throws(MapArchiveError) {
        self.file = file
        let header = try PMTilesHeader(head, path: file.path)
        self.header = header
        for (part, name) in [
            (header.root, "root directory"), (header.metadata, "metadata"), (header.leaves, "leaf directories"),
            (header.tiles, "tiles"),
        ] {
            let (end, overflows) = part.offset.addingReportingOverflow(part.length)
            guard !overflows, end <= UInt64(file.length) else {
                let sentence = "its \(name) end beyond the file of \(file.length) bytes"
                throw MapArchiveError(file.path, "\(sentence); all of a PMTiles file is expected")
            }
        }
        root = try Self.directory(of: file, header, header.root, "the root directory")
        let metadata = try Self.metadata(of: file, header)
        information = MapInformation(
            format: header.format,
            zooms: header.zooms,
            bounds: header.bounds,
            attribution: MapInformation.plain(metadata["attribution"]),
            name: MapInformation.plain(metadata["name"])
        )
    }

    func tile(_ address: TileAddress) throws(MapArchiveError) -> MapTile? {
        let tile = address.hilbertID
        var directory = root
        for _ in 0...Self.mostLevels {
            guard let entry = directory.entry(of: tile) else { return nil }
            guard entry.run == 0 else { return MapTile(bytes: try bytes(of: entry, address)) }
            directory = try leaf(entry, address)
        }
        let sentence = "tile \(address): its directories are more than \(Self.mostLevels) deep"
        throw MapArchiveError(file.path, "\(sentence); a PMTiles file is expected")
    }

    private func bytes(of entry: PMTilesDirectory.Entry, _ address: TileAddress) throws(MapArchiveError) -> [UInt8] {
        guard entry.length <= MapTile.longest else {
            let sentence = "tile \(address): \(entry.length) bytes; at most \(MapTile.longest >> 20) MiB are expected"
            throw MapArchiveError(file.path, sentence)
        }
        let part = PMTilesHeader.Part(offset: entry.offset, length: UInt64(entry.length))
        return try Self.read(file, part, within: header.tiles, "tile \(address)")
    }

    private func leaf(
        _ entry: PMTilesDirectory.Entry, _ address: TileAddress
    ) throws(MapArchiveError) -> PMTilesDirectory {
        if let known = leaves.withLock({ $0.first { $0.offset == entry.offset }?.directory }) { return known }
        let part = PMTilesHeader.Part(offset: entry.offset, length: UInt64(entry.length))
        let name = "the directory of tile \(address)"
        let made = try Self.directory(of: file, header, part, within: header.leaves, name)
        leaves.withLock { leaves in
            leaves.append((entry.offset, made))
            if leaves.count > Self.mostLeaves { leaves.removeFirst() }
        }
        return made
    }

    private static func directory(
        of file: FileParts, _ header: PMTilesHeader, _ part: PMTilesHeader.Part,
        within whole: PMTilesHeader.Part? = nil, _ name: String
    ) throws(MapArchiveError) -> PMTilesDirectory {
        let bytes = try unpacked(file, header, part, within: whole, limit: PMTilesDirectory.mostBytes, name)
        do { return try PMTilesDirectory(bytes) } catch {
            throw MapArchiveError(file.path, "\(name) is damaged; a PMTiles file is expected")
        }
    }

    private static func metadata(
        of file: FileParts, _ header: PMTilesHeader
    ) throws(MapArchiveError) -> [String: String] {
        if header.metadata.length == 0 { return [:] }
        let bytes = try unpacked(file, header, header.metadata, limit: mostMetadata, "the metadata")
        let limits = JSONValue.Limits(values: 100_000)
        guard let value = try? JSONValue(bytes, limits: limits), case .object(let members) = value else {
            throw MapArchiveError(file.path, "the metadata are no JSON object; a PMTiles file is expected")
        }
        var texts: [String: String] = [:]
        for name in ["name", "attribution"] {
            if case .text(let text)? = members[name] { texts[name] = text }
        }
        return texts
    }

    private static func unpacked(
        _ file: FileParts, _ header: PMTilesHeader, _ part: PMTilesHeader.Part,
        within whole: PMTilesHeader.Part? = nil, limit: Int, _ name: String
    ) throws(MapArchiveError) -> [UInt8] {
        let tooLong = MapArchiveError(file.path, "\(name): more than \(limit >> 20) MiB; a PMTiles file is expected")
        guard part.length <= UInt64(limit) else { throw tooLong }
        let bytes = try read(file, part, within: whole, name)
        guard header.packsDirectories else { return bytes }
        do { return try GzipReader.unpack(bytes, limit: limit) } catch {
            throw error == .tooLong ? tooLong : MapArchiveError(file.path, "\(name) is damaged; gzip is expected")
        }
    }

    /// The bytes of a part, which is told from the beginning of another one, if of any.
    private static func read(
        _ file: FileParts, _ part: PMTilesHeader.Part, within whole: PMTilesHeader.Part?, _ name: String
    ) throws(MapArchiveError) -> [UInt8] {
        var offset = part.offset
        if let whole {
            let (end, overflows) = part.offset.addingReportingOverflow(part.length)
            guard !overflows, end <= whole.length else {
                let sentence = "\(name) is outside of its part of the file"
                throw MapArchiveError(file.path, "\(sentence); a PMTiles file is expected")
            }
            offset += whole.offset
        }
        do {
            if let bytes = try file.read(at: offset, count: part.length) { return bytes }
        } catch { throw MapArchiveError(file.path, "\(name) cannot be read: \(error.reason)") }
        throw MapArchiveError(file.path, "the file ends before \(name); all of a PMTiles file is expected")
    }
}
