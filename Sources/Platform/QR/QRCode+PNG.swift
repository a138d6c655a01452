extension QRCode {
    /// A picture of it as PNG (W3C, third edition), one bit a pixel, with the light edge of four modules.
    ///
    /// A module's side has `scale` pixels, 1 to 32. The rows are stored as they are: a picture of one address has some
    /// thousand bytes.
    public func png(scale: Int = 10) -> [UInt8] {
        let scale = min(max(scale, 1), 32)
        let side = (size + 2 * Self.edge) * scale
        var rows: [UInt8] = []
        for row in 0..<side {
            // No filter; then the pixels, the first in the highest bit, light ones set.
            rows.append(0)
            for start in stride(from: 0, to: side, by: 8) {
                rows.append(
                    (0..<8).reduce(0) { byte, bit in
                        let column = start + bit
                        let isLight =
                            column < side
                            && !isDark(row: row / scale - Self.edge, column: column / scale - Self.edge)
                        return byte << 1 | (isLight ? 1 : 0)
                    }
                )
            }
        }
        // Bits a pixel, grey, and the only compression, filter and order of rows that there are.
        let header = Self.bytes(side) + Self.bytes(side) + [1, 0, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("IDAT", Self.stored(rows)) + Self.chunk("IEND", [])
    }

    /// Bytes as a zlib stream (RFC 1950) of blocks that are not compressed (RFC 1951, 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let longest = 0xFFFF
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: longest) {
            let block = bytes[start..<min(start + longest, bytes.count)]
            let length = UInt16(block.count)
            stream.append(start + longest >= bytes.count ? 1 : 0)
            for word in [length, ~length] { stream += [UInt8(word & 0xFF), UInt8(word >> 8)] }
            stream += block
        }
        // Adler-32.
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + self.bytes(Int(high << 16 | low))
    }

    private static func chunk(_ name: StaticString, _ content: [UInt8]) -> [UInt8] {
        let named = Array("\(name)".utf8) + content
        return bytes(content.count) + named + bytes(Int(crc(named)))
    }

    /// CRC-32 as PNG has it (annex D).
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }

    /// A number in four bytes, the highest first.
    private static func bytes(_ number: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
