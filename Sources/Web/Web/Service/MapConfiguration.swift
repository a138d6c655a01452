/// What the maps of the pages are drawn on.
public struct MapConfiguration: Hashable, Sendable {
    /// Where tiles are, such as `https://tile.example/{z}/{x}/{y}.png`; nil for a plain grid, which needs no network.
    public var tiles: String?
    /// Whom the map says that the tiles are from.
    public var attribution: String?

    public init(tiles: String? = nil, attribution: String? = nil) {
        (self.tiles, self.attribution) = (tiles, attribution)
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
