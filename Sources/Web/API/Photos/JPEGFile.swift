import Store

/// JPEG as a row of segments (ITU-T T.81, annex B).
enum JPEGFile {
    /// The picture without application segments and comments.
    ///
    /// JFIF's (APP0) and Adobe's (APP14) say how colours are meant, an ICC profile (APP2) too, and stay. Of Exif (APP1)
    /// the orientation is written anew, since without it many pictures lie on their side.
    static func cleaned(_ bytes: [UInt8]) throws(PhotoFile.Invalid) -> [UInt8] {
        var kept: [UInt8] = [0xFF, 0xD8]
        var (index, orientation) = (2, nil as UInt8?)
        var segments: [UInt8] = []
        while true {
            guard index + 4 <= bytes.count, bytes[index] == 0xFF else { throw .damaged(.jpeg, at: index) }
            let marker = bytes[index + 1]
            // Bytes of 0xFF may stand before a marker.
            if marker == 0xFF {
                index += 1
                continue
            }
            guard marker >= 0xC0, marker != 0xD8, marker != 0xD9, !(0xD0...0xD7).contains(marker) else {
                throw .damaged(.jpeg, at: index)
            }
            let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
            let end = index + 2 + length
            guard length >= 2, end <= bytes.count else { throw .damaged(.jpeg, at: index) }
            if marker == 0xE1, orientation == nil { orientation = ExifOrientation.read(bytes[index + 4..<end]) }
            if keeps(marker, bytes[index + 4..<end]) { segments += bytes[index..<end] }
            index = end
            // The scan follows, and what comes behind it is left out with the end of the picture.
            if marker == 0xDA { break }
        }
        if let orientation, orientation > 1 { kept += ExifOrientation.segment(orientation) }
        return kept + segments + (try scans(bytes, from: index))
    }

    private static func keeps(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
        switch marker {
        case 0xE0, 0xEE: true
        case 0xE2: content.starts(with: Array("ICC_PROFILE\0".utf8))
        case 0xE1...0xEF, 0xFE: false
        default: true
        }
    }

    /// The compressed picture to its end; a progressive one has segments in between.
    private static func scans(_ bytes: [UInt8], from start: Int) throws(PhotoFile.Invalid) -> [UInt8] {
        var kept: [UInt8] = []
        var (copied, index) = (start, start)
        while index + 1 < bytes.count {
            let marker = bytes[index + 1]
            guard bytes[index] == 0xFF, marker != 0, marker != 0xFF, !(0xD0...0xD7).contains(marker) else {
                index += 1
                continue
            }
            if marker == 0xD9 { return kept + bytes[copied..<index + 2] }
            guard index + 4 <= bytes.count, marker >= 0xC0 else { throw .damaged(.jpeg, at: index) }
            let end = index + 2 + (Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
            guard end >= index + 4, end <= bytes.count else { throw .damaged(.jpeg, at: index) }
            if !keeps(marker, bytes[index + 4..<end]) {
                kept += bytes[copied..<index]
                copied = end
            }
            index = end
        }
        throw .damaged(.jpeg, at: bytes.count)
    }
}

/// The one thing of Exif that a picture needs: which way up it is.
enum ExifOrientation {
    /// The orientation that an APP1 segment tells, 1 to 8; nil for none.
    static func read(_ content: ArraySlice<UInt8>) -> UInt8? {
        guard content.starts(with: Array("Exif\0\0".utf8)) else { return nil }
        let tiff = Array(content.dropFirst(6))
        let isLittle = tiff.starts(with: [0x49, 0x49, 0x2A, 0])
        guard isLittle || tiff.starts(with: [0x4D, 0x4D, 0, 0x2A]) else { return nil }
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place + count <= tiff.count else { return nil }
            let part = tiff[place..<place + count]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let start = number(4, 4), let count = number(start, 2) else { return nil }
        for entry in 0..<min(count, 200) where number(start + 2 + entry * 12, 2) == 0x0112 {
            return number(start + 10 + entry * 12, 2).flatMap { (1...8).contains($0) ? UInt8($0) : nil }
        }
        return nil
    }

    /// An APP1 segment that tells nothing but an orientation.
    static func segment(_ orientation: UInt8) -> [UInt8] {
        let exif = Array("Exif\0\0".utf8) + block(orientation)
        return [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
    }

    /// TIFF with one entry.
    private static func block(_ orientation: UInt8) -> [UInt8] {
        [
            0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8,  // Big-endian; the directory is at 8.
            0, 1,  // One entry: orientation, SHORT, one value.
            0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,
            0, 0, 0, 0,  // No other directory.
        ]
    }
}
