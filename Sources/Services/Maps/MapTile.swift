internal import Compression

/// What the tiles of an archive are.
public enum TileFormat: String, Hashable, Sendable {
    case png, webp, avif
    case jpeg = "jpg"
    /// Mapbox Vector Tiles, which the pages draw.
    case vector = "pbf"

    public var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        case .avif: "image/avif"
        case .vector: "application/vnd.mapbox-vector-tile"
        }
    }

    /// What the first bytes of a tile say.
    init(sniffing bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
            self = .png
        } else if bytes.starts(with: [0xff, 0xd8]) {
            self = .jpeg
        } else if bytes.starts(with: Array("RIFF".utf8)) {
            self = .webp
        } else {
            self = .vector
        }
    }
}

/// The bytes of a tile.
public struct MapTile: Hashable, Sendable {
    /// Packed or not, as they are in the archive.
    public let bytes: [UInt8]
    /// Whether gzip has packed them.
    public var isPacked: Bool { GzipReader.isPacked(bytes) }

    /// The most bytes of a tile, packed or not: those of a usual map are less than 512 KiB.
    public static let longest = 8 << 20

    /// The bytes as they are without gzip; nil where they cannot be unpacked, or are more than ``longest``.
    public var unpacked: [UInt8]? {
        isPacked ? try? GzipReader.unpack(bytes, limit: Self.longest) : bytes
    }
}
