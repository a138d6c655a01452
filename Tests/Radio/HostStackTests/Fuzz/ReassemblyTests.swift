import TestSupport
import Testing

@testable import HostStack

/// Frames in pieces of every size, among pieces that belong to nothing.
struct ReassemblyTests {
    @Test(arguments: 0..<200)
    func `whole frames come out as they went in, and nothing else does`(seed: Int) {
        var chance = SeededGenerator(seed: 7000 + UInt64(seed)), assembler = FrameAssembler()
        var expected: [L2CAPFrame] = [], found: [L2CAPFrame] = []
        for _ in 0..<60 {
            let frame = Self.frame(&chance)
            var fragments = frame.fragments(of: Int.random(in: 1...300, using: &chance))
            switch Int.random(in: 0...5, using: &chance) {
            // The end is missing.
            case 0 where frame.bytes.count > fragments[fragments.count - 1].bytes.count:
                fragments.removeLast()
            // More than was announced.
            case 1: fragments[fragments.count - 1].bytes.append(0)
            // The beginning is missing, or is not marked.
            case 2: fragments.removeFirst()
            case 3: fragments[0].isStart = false
            default: expected.append(frame)
            }
            found += fragments.compactMap { assembler.receive($0) }
            // A frame with a byte too many: what was cut off before cannot be completed by what comes next.
            found += [assembler.receive(ACLFragment([0, 0, 4, 0, 9], isStart: true))].compactMap(\.self)
        }
        #expect(found == expected)
    }

    @Test(arguments: [(1024, true), (1025, false), (0xFFFF, false)])
    func `a frame that is longer than any channel's is passed over whole`(length: Int, isTaken: Bool) {
        var assembler = FrameAssembler()
        let frame = L2CAPFrame(channel: 4, payload: [UInt8](repeating: 7, count: length))
        #expect(frame.fragments(of: 251).compactMap { assembler.receive($0) } == (isTaken ? [frame] : []))
        let next = L2CAPFrame(channel: 4, payload: [1])
        #expect(next.fragments(of: 251).compactMap { assembler.receive($0) } == [next])
    }

    private static func frame(_ chance: inout SeededGenerator) -> L2CAPFrame {
        let count = [0, 1, 2, 22, 23, 24, 100, 517].randomElement(using: &chance) ?? 0
        let payload = (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
        return L2CAPFrame(channel: UInt16.random(in: 0...0x40, using: &chance), payload: payload)
    }
}
