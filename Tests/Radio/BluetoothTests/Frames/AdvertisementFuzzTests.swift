import Bluetooth
import TestSupport
import Testing

struct AdvertisementFuzzTests {
    @Test func `a truncated advertisement is refused, or is one with fewer structures`() throws {
        let library = try shippedLibrary()
        for golden in GoldenAdvertisement.all {
            let ends = Self.ends(golden.data)
            for count in 0..<golden.data.count {
                let part = try? Advertisement(decoding: Array(golden.data.prefix(count)))
                #expect((part != nil) == ends.contains(count), "\(golden.profile), \(count) bytes")
                if let part { _ = library.recognise(part) }
            }
        }
    }

    @Test func `random bytes never make a decoder crash`() throws {
        let library = try shippedLibrary()
        var generator = SeededGenerator(seed: 11)
        var accepted = 0
        for round in 0..<20_000 {
            let count = Int.random(in: 0...64, using: &generator)
            var data = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            // Every other time a mark that some format begins with, so that the decoders go on.
            if round % 2 == 0, let format = Format.all.randomElement(using: &generator) { data = format.mark + data }
            for format in Format.all where format.accepts(data) {
                accepted += 1
                #expect(format.lengths.contains(data.count) || !data.starts(with: format.mark))
            }
            if let advertisement = try? Advertisement(decoding: data) { _ = library.recognise(advertisement) }
        }
        #expect(accepted > 100)
    }

    @Test func `a changed byte is read as something or refused`() throws {
        let library = try shippedLibrary()
        var generator = SeededGenerator(seed: 12)
        var recognised = 0
        for golden in GoldenAdvertisement.all {
            for place in golden.data.indices {
                var data = golden.data
                data[place] = .random(in: 0...255, using: &generator)
                guard let advertisement = try? Advertisement(decoding: data) else { continue }
                if library.recognise(advertisement) != nil { recognised += 1 }
            }
        }
        #expect(recognised > 50)
    }

    /// Where structures end.
    private static func ends(_ data: [UInt8]) -> Set<Int> {
        var ends: Set<Int> = [0]
        var place = 0
        while place < data.count {
            place += Int(data[place]) + 1
            ends.insert(place)
        }
        return ends
    }
}
