import TestSupport

/// Makes bytes that nobody should send out of bytes that somebody may.
struct Mutator {
    var generator: SeededGenerator
    /// Words of the format, which chance alone would hardly find.
    let words: [[UInt8]]

    /// Some bytes, changed in one to eight places, or blown up.
    mutating func changed(_ bytes: [UInt8], beside others: [[UInt8]]) -> [UInt8] {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...8, using: &generator) { change(&changed, beside: others) }
        // Beyond that, nothing gets as far as a parser.
        return Array(changed.prefix(Self.longest))
    }

    /// As much as the bodies of most routes may have, in bytes.
    static let longest = 256 * 1024

    private mutating func change(_ bytes: inout [UInt8], beside others: [[UInt8]]) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0...16, using: &generator))
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(.random(in: 0 ... .max, using: &generator), at: place)
        case 2: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
        case 3: bytes.replaceSubrange(place..<end, with: word())
        case 4: bytes.insert(contentsOf: word(), at: place)
        case 5: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
        case 6:
            let other = others.randomElement(using: &generator) ?? []
            bytes.replaceSubrange(place..., with: other.suffix(Int.random(in: 0...other.count, using: &generator)))
        case 7: bytes.removeSubrange(place...)
        default: blowUp(&bytes, at: place)
        }
    }

    /// Repeats a word, or a piece, so often that what is not linear is slow.
    private mutating func blowUp(_ bytes: inout [UInt8], at place: Int) {
        let isWord = Bool.random(using: &generator)
        let piece = isWord ? word() : Array(bytes[place..<min(bytes.count, place + 40)])
        guard !piece.isEmpty, Int.random(in: 0..<8, using: &generator) == 0 else { return }
        let times = 1 << Int.random(in: 1...16, using: &generator)
        let most = max(0, Self.longest - bytes.count) / piece.count
        bytes.insert(contentsOf: Array(repeating: piece, count: min(times, most)).joined(), at: place)
    }

    private mutating func word() -> [UInt8] { words.randomElement(using: &generator) ?? [] }
}
