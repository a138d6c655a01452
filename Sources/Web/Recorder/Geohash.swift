import Tracking

/// A position as a word in which neighbours begin alike: a geohash.
enum Geohash {
    private static let alphabet = Array("0123456789bcdefghjkmnpqrstuvwxyz".utf8)

    /// Appends the word of a position.
    ///
    /// Each letter holds five bits that halve the longitudes and the latitudes in turn.
    static func append(_ coordinate: Coordinate, letters: Int = 7, to bytes: inout [UInt8]) {
        let bits = letters * 5
        let (across, up) = ((bits + 1) / 2, bits / 2)
        let x = cell((coordinate.longitude + 180) / 360, bits: across)
        let y = cell((coordinate.latitude + 90) / 180, bits: up)
        var hash: UInt64 = 0
        for bit in 0..<bits {
            let isAcross = bit % 2 == 0
            let place = (isAcross ? across : up) - 1 - bit / 2
            hash = hash << 1 | ((isAcross ? x : y) >> UInt64(place) & 1)
        }
        for letter in (0..<letters).reversed() { bytes.append(alphabet[Int(hash >> UInt64(letter * 5) & 31)]) }
    }

    private static func cell(_ share: Double, bits: Int) -> UInt64 {
        UInt64(min(Double(1 << bits) - 1, max(0, share * Double(1 << bits))))
    }
}
