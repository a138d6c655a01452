import Foundation
import Testing
import Tracking

@testable import Exchange

@Suite struct ZipWriterTests {
    private let time = Timestamp(milliseconds: 1_767_225_601_000)

    @Test(arguments: [
        ("", 0x0000_0000 as UInt32), ("123456789", 0xCBF4_3926),
        ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ])
    func `a check sum is the known one`(text: String, sum: UInt32) {
        var crc = CRC32()
        for byte in text.utf8 { crc.add([byte]) }
        #expect(crc.value == sum)
    }

    @Test func `an empty archive is the end record alone`() {
        var zip = ZipWriter()
        #expect(zip.finish() == [0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18))
    }

    @Test func `a file is written with its sum and its size behind it, and named in the directory`() {
        var zip = ZipWriter()
        let begun = zip.begin("a/ü.txt", at: time)
        // Signature, version 4.5, sizes behind and UTF-8, stored, 00:00:00 and 2026-01-01, nothing yet, 8 letters.
        #expect(begun.prefix(4) == [0x50, 0x4B, 0x03, 0x04])
        #expect(begun[4..<10] == [0x2D, 0x00, 0x08, 0x08, 0x00, 0x00])
        #expect(begun[10..<14] == [0x00, 0x00, 0x21, 0x5C])
        #expect(begun[14..<26].allSatisfy { $0 == 0 } && begun[26..<30] == [0x08, 0x00, 0x00, 0x00])
        #expect(begun[30...] == Array("a/ü.txt".utf8)[...])
        let bytes = Array("123456789".utf8)
        #expect(zip.add(Array(bytes[..<4])) + zip.add(Array(bytes[4...])) == bytes)
        #expect(zip.size == 9)
        let end = zip.finish()
        let descriptor: [UInt8] = [0x50, 0x4B, 0x07, 0x08, 0x26, 0x39, 0xF4, 0xCB, 9, 0, 0, 0, 9, 0, 0, 0]
        #expect(Array(end.prefix(16)) == descriptor)
        #expect(Array(end[16..<20]) == [0x50, 0x4B, 0x01, 0x02])
        // The directory begins behind 38 bytes of header, 9 of content and 16 of sizes, and has 46 and the name.
        let record: [UInt8] = [0x50, 0x4B, 0x05, 0x06, 0, 0, 0, 0, 1, 0, 1, 0, 54, 0, 0, 0, 63, 0, 0, 0, 0, 0]
        #expect(Array(end.suffix(22)) == record)
    }

    @Test func `more files than the old directory counts are counted in the new one`() {
        var zip = ZipWriter()
        for number in 0..<65_536 { _ = zip.begin("\(number)", at: time) }
        let end = Array(zip.finish().suffix(22 + 20 + 56))
        #expect(Array(end[..<4]) == [0x50, 0x4B, 0x06, 0x06])
        #expect(Array(end[32..<40]) == [0, 0, 1, 0, 0, 0, 0, 0])
        #expect(Array(end[56..<60]) == [0x50, 0x4B, 0x06, 0x07])
        #expect(Array(end[84..<88]) == [0xFF, 0xFF, 0xFF, 0xFF])
    }
}
