public import Maps

/// What the maps of the pages are drawn on.
public struct MapConfiguration: Sendable {
    /// Where tiles are, such as `https://tile.example/{z}/{x}/{y}.png`; nil for a plain grid, which needs no network.
    public var tiles: String?
    /// Whom the map says that the tiles are from.
    public var attribution: String?

    /// An archive that the tiles are served from, in place of another host's.
    public var archive: MapArchive?
    /// The folder with MapLibre GL JS, which draws vector tiles in the pages (`scripts/map-library`).
    public var library: String

    /// Where MapLibre GL JS is looked for where nothing else is told.
    public static let standardLibrary = "/usr/local/share/tagalong/maplibre"

    public init(
        tiles: String? = nil, attribution: String? = nil, archive: MapArchive? = nil,
        library: String = Self.standardLibrary
    ) {
        (self.tiles, self.attribution, self.archive, self.library) = (tiles, attribution, archive, library)
    }

    /// Whether a text is an address that the pages can be let load pictures from.
    public static func isAddress(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://")) && origin(of: text) != nil
    }

    /// The scheme and host of an address of tiles, with any subdomain where it says `{s}`; nil where it has none.
    package static func origin(of tiles: String) -> String? {
        guard let scheme = tiles.firstRange(of: "://") else { return nil }
        let host = tiles[scheme.upperBound...].prefix { $0 != "/" }
        guard !host.isEmpty, !host.contains(where: { " ;,'\"".contains($0) }) else { return nil }
        return String(tiles[..<scheme.upperBound]) + host.replacing("{s}", with: "*")
    }
}
