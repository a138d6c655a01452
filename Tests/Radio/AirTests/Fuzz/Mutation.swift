import TestSupport

/// What goes wrong with the packets of a conversation.
enum Mutation: CaseIterable, Sendable {
    case flipBit, changeByte, cutShort, append, double, drop, swap, insertNoise, replay

    /// Changes a conversation at one place.
    func apply(to packets: inout [[UInt8]], using chance: inout SeededGenerator) {
        let index = Int.random(in: packets.indices, using: &chance)
        let byte = packets[index].isEmpty ? nil : Int.random(in: packets[index].indices, using: &chance)
        switch self {
        case .flipBit: if let byte { packets[index][byte] ^= 1 << UInt8.random(in: 0...7, using: &chance) }
        case .changeByte: if let byte { packets[index][byte] = UInt8.random(in: 0...255, using: &chance) }
        case .cutShort: packets[index].removeLast(Int.random(in: 0...packets[index].count, using: &chance))
        case .append: packets[index] += noise(1...9, using: &chance)
        case .double: packets.insert(packets[index], at: index)
        case .drop: if packets.count > 1 { packets.remove(at: index) }
        case .swap: packets.swapAt(index, Int.random(in: packets.indices, using: &chance))
        case .insertNoise: packets.insert(noise(0...40, using: &chance), at: index)
        case .replay: packets.insert(packets[Int.random(in: 0...index, using: &chance)], at: index)
        }
    }

    private func noise(_ count: ClosedRange<Int>, using chance: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: count, using: &chance)).map { _ in UInt8.random(in: 0...255, using: &chance) }
    }
}
