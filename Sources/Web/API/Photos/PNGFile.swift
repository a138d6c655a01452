import Store

/// PNG as a row of chunks (W3C PNG, third edition, 5.3).
enum PNGFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// What a picture is shown with; all else, such as texts, times and Exif, is left out.
    private static let kept: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "pHYs", "bKGD",
        "acTL", "fcTL", "fdAT",
    ]

    static func cleaned(_ bytes: [UInt8]) throws(PhotoFile.Invalid) -> [UInt8] {
        var cleaned = signature
        var (index, isFirst) = (signature.count, true)
        while index + 12 <= bytes.count {
            let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = index + 12 + length
            guard end <= bytes.count else { throw .damaged(.png, at: index) }
            let name = String(decoding: bytes[index + 4..<index + 8], as: UTF8.self)
            guard isFirst == (name == "IHDR") else { throw .damaged(.png, at: index) }
            isFirst = false
            if kept.contains(name) { cleaned += bytes[index..<end] }
            if name == "IEND" { return cleaned }
            index = end
        }
        throw .damaged(.png, at: index)
    }
}
