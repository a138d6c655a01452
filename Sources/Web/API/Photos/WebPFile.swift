import Store

/// WebP as a RIFF file (RFC 9649).
enum WebPFile {
    static func isOne(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 12 && bytes.starts(with: Array("RIFF".utf8)) && bytes[8..<12].elementsEqual("WEBP".utf8)
    }

    private static let kept: Set<String> = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]

    /// The picture without the chunks of Exif and XMP, nor any that is not known.
    static func cleaned(_ bytes: [UInt8]) throws(PhotoFile.Invalid) -> [UInt8] {
        let told = little(bytes[4..<8]) + 8
        guard told <= bytes.count, told >= 20 else { throw .damaged(.webp, at: 4) }
        var chunks: [UInt8] = []
        var index = 12
        while index + 8 <= told {
            let length = little(bytes[index + 4..<index + 8])
            // A chunk of an odd length has one byte more.
            let end = index + 8 + length + length % 2
            guard end <= told else { throw .damaged(.webp, at: index) }
            let name = String(decoding: bytes[index..<index + 4], as: UTF8.self)
            if kept.contains(name) {
                var chunk = Array(bytes[index..<end])
                // The header says that Exif and XMP follow.
                if name == "VP8X", length >= 1 { chunk[8] &= ~0x0C }
                chunks += chunk
            }
            index = end
        }
        guard index == told, !chunks.isEmpty else { throw .damaged(.webp, at: index) }
        let size = chunks.count + 4
        let length = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
        return Array("RIFF".utf8) + length + Array("WEBP".utf8) + chunks
    }

    private static func little(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
