import Compression
import ServerSupport
import TestSupport
import Testing

@Suite struct GzipStreamTests {
    @Test(arguments: [0, 1, 1000, 65_536, 1_000_000], [GzipStream.Level.quick, .small])
    func `what is packed is unpacked as it was`(count: Int, level: GzipStream.Level) throws {
        var generator = SeededGenerator(seed: 7)
        // Half of it can be packed.
        let bytes = (0..<count).map { $0 % 2 == 0 ? UInt8(ascii: "a") : UInt8.random(in: 0...255, using: &generator) }
        let stream = try #require(GzipStream(level))
        #expect(gunzip(stream.pack(bytes, last: true)) == bytes)
    }

    @Test func `pieces are packed as the whole is`() throws {
        let stream = try #require(GzipStream())
        let pieces = (0..<500).map { Array("piece \($0) of a long answer\n".utf8) }
        let packed = pieces.flatMap { stream.pack($0) } + stream.pack([], last: true)
        #expect(gunzip(packed) == pieces.flatMap { $0 })
        #expect(packed.count < 5000)
    }

    @Test func `what cannot be made shorter stays as it is`() {
        var generator = SeededGenerator(seed: 7)
        let noise = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(GzipStream.packed(noise) == nil)
        #expect(GzipStream.packed(Array(repeating: 7, count: 2000))?.count ?? 2000 < 50)
    }
}
