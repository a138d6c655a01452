/// The first 127 bytes of PMTiles version 3. <https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md>
struct PMTilesHeader {
    /// A part of the file.
    struct Part {
        let offset: UInt64
        let length: UInt64
    }

    static let length = 127

    let root: Part
    let metadata: Part
    let leaves: Part
    let tiles: Part
    let packsDirectories: Bool
    let format: TileFormat
    let zooms: ClosedRange<Int>
    let bounds: MapInformation.Bounds?

    init(_ bytes: [UInt8], path: String) throws(MapArchiveError) {
        guard bytes.count >= Self.length else {
            throw MapArchiveError(path, "it ends within its header; all of a PMTiles file is expected")
        }
        guard bytes[7] == 3 else {
            throw MapArchiveError(path, "this is PMTiles version \(bytes[7]); version 3 is expected")
        }
        func number(_ place: Int) -> UInt64 { bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        func part(_ place: Int) -> Part { Part(offset: number(place), length: number(place + 8)) }
        func degrees(_ place: Int) -> Double {
            let bits = bytes[place..<place + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return Double(Int32(bitPattern: bits)) / 1e7
        }
        (root, metadata, leaves, tiles) = (part(8), part(24), part(40), part(56))
        let packings = ["unknown", "none", "gzip", "brotli", "zstd"]
        func packing(_ place: Int, of what: String) throws(MapArchiveError) -> Bool {
            let number = Int(bytes[place])
            if number == 1 || number == 2 { return number == 2 }
            let name = packings.indices.contains(number) ? packings[number] : "\(number)"
            throw MapArchiveError(path, "the compression of its \(what) is \(name); gzip or none is expected")
        }
        packsDirectories = try packing(97, of: "directories")
        // Of a tile its first bytes say it.
        if bytes[99] == 1 || bytes[98] != 0 { _ = try packing(98, of: "tiles") }
        let formats: [UInt8: TileFormat] = [1: .vector, 2: .png, 3: .jpeg, 4: .webp, 5: .avif]
        guard let format = formats[bytes[99]] else {
            let expected = "vector tiles (1), png, jpeg, webp or avif (2 to 5) are expected"
            throw MapArchiveError(path, "its tiles are of type \(bytes[99]); \(expected)")
        }
        self.format = format
        zooms = try MapArchiveError.zooms(Int(bytes[100]), Int(bytes[101]), path)
        bounds = MapInformation.Bounds(west: degrees(102), south: degrees(106), east: degrees(110), north: degrees(114))
    }
}
