/// What an archive says of itself.
public struct MapInformation: Hashable, Sendable {
    public let format: TileFormat
    /// The zoom levels that have tiles.
    public let zooms: ClosedRange<Int>
    /// The part of the earth that has tiles; nil where the archive does not say.
    public let bounds: Bounds?
    /// Whom the map is by, as plain text.
    public let attribution: String?
    public let name: String?

    /// A part of the earth between two meridians and two parallels, in degrees.
    public struct Bounds: Hashable, Sendable {
        public let west: Double
        public let south: Double
        public let east: Double
        public let north: Double

        /// Nil for what is no part of the earth.
        init?(west: Double, south: Double, east: Double, north: Double) {
            guard (-180...180).contains(west), (-180...180).contains(east), west < east, (-90...90).contains(south),
                (-90...90).contains(north), south < north
            else { return nil }
            (self.west, self.south, self.east, self.north) = (west, south, east, north)
        }

        /// `west,south,east,north`, as MBTiles writes them.
        init?(_ text: String) {
            let parts = text.split(separator: ",").map { $0.filter { $0 != " " } }
            let numbers = parts.compactMap(Double.init)
            guard parts.count == 4, numbers.count == 4 else { return nil }
            self.init(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
        }
    }

    /// The longest text that is taken over from an archive.
    private static let longestText = 500

    /// A text of an archive, which is often HTML, as one to read; nil where nothing is left.
    static func plain(_ html: String?) -> String? {
        guard var text = html?.prefix(20 * longestText).replacing(/<[^>]*>/, with: "") else { return nil }
        let names = [
            "&copy;": "©", "&nbsp;": " ", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&amp;": "&",
        ]
        for name in ["&copy;", "&nbsp;", "&lt;", "&gt;", "&quot;", "&#39;", "&amp;"] {
            text = text.replacing(name, with: names[name] ?? "")
        }
        let words = text.split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 } }
        let plain = String(words.joined(separator: " ").prefix(longestText))
        return plain.isEmpty ? nil : plain
    }
}
