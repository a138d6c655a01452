import TestSupport
import Testing

@testable import HostStack

struct FrameTests {
    @Test func `a frame is length, channel and payload`() {
        #expect(L2CAPFrame(channel: 4, payload: [0x0A, 3, 0]).bytes == hex("0300 0400 0A0300"))
    }

    @Test(arguments: [1, 2, 3, 4, 5, 7, 27, 251, 600])
    func `a frame comes out of its fragments as it went in`(length: Int) {
        let frame = L2CAPFrame(channel: 6, payload: (0..<65).map { UInt8($0) })
        var assembler = FrameAssembler()
        let fragments = frame.fragments(of: length)
        let frames = fragments.compactMap { assembler.receive($0) }
        #expect(frames == [frame])
        #expect(fragments.map(\.isStart) == fragments.indices.map { $0 == 0 })
        #expect(fragments.allSatisfy { $0.bytes.count <= length })
    }

    @Test(arguments: [
        // More than announced.
        [ACLFragment(hex("0100 0400 0A 0B"), isStart: true)],
        // It goes on without a start.
        [ACLFragment(hex("0100 0400 0A"), isStart: false)],
        // A new start before the end.
        [ACLFragment(hex("0200 0400 0A"), isStart: true), ACLFragment(hex("0200 0400 0B"), isStart: true)],
        // Longer than anything that is taken.
        [ACLFragment(hex("0104 0400 0A"), isStart: true)],
        [
            ACLFragment(hex("FFFF 0400"), isStart: true),
            ACLFragment([UInt8](repeating: 0, count: 2000), isStart: false),
        ],
        [],
        [ACLFragment([], isStart: true), ACLFragment([], isStart: false)],
    ])
    func `fragments that do not fit make no frame, and the next frame is whole`(fragments: [ACLFragment]) {
        var assembler = FrameAssembler()
        #expect(fragments.compactMap { assembler.receive($0) } == [])
        #expect(assembler.receive(ACLFragment(hex("0100 0400 07"), isStart: true))?.payload == [7])
    }

    @Test func `a fragment after a frame belongs to nothing`() {
        var assembler = FrameAssembler()
        _ = assembler.receive(ACLFragment(hex("0100 0400 07"), isStart: true))
        #expect(assembler.receive(ACLFragment([1], isStart: false)) == nil)
    }
}
