/// Which tile: the zoom level, and column and row from the north-west, as web maps count them.
public struct TileAddress: Hashable, Sendable, CustomStringConvertible {
    /// The zoom levels that there can be: a tile of the deepest is 2 m wide.
    public static let zooms = 0...24

    public let zoom: Int
    public let column: Int
    public let row: Int

    /// Nil where there is no such tile on the earth.
    public init?(zoom: Int, column: Int, row: Int) {
        guard Self.zooms.contains(zoom) else { return nil }
        let range = 0..<(1 << zoom)
        guard range.contains(column), range.contains(row) else { return nil }
        (self.zoom, self.column, self.row) = (zoom, column, row)
    }

    public var description: String { "\(zoom)/\(column)/\(row)" }

    /// The row counted from the south, as MBTiles does.
    var rowFromSouth: Int { (1 << zoom) - 1 - row }

    /// The number along a Hilbert curve through all tiles, level by level, as PMTiles has it.
    var hilbertID: UInt64 {
        let size = UInt64(1) << UInt64(zoom)
        var (x, y) = (UInt64(column), UInt64(row))
        var along: UInt64 = 0
        var half = size / 2
        while half > 0 {
            let (east, south) = (x & half > 0, y & half > 0)
            along += half * half * ((east ? 3 : 0) ^ (south ? 1 : 0))
            if !south {
                if east { (x, y) = (size - 1 - x, size - 1 - y) }
                (x, y) = (y, x)
            }
            half /= 2
        }
        return (size * size - 1) / 3 + along
    }
}
