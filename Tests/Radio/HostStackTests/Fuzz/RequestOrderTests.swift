import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import HostStack

/// Attribute requests of every length, in every order, while the application takes its time.
struct RequestOrderTests {
    @Test(arguments: UInt8.min...UInt8.max)
    func `a request of any length up to the longest frame has one answer or none`(opcode: UInt8) {
        var wire = Wire(mtu: 64), chance = SeededGenerator(seed: UInt64(opcode) << 8)
        let isAnswered = opcode & 0x40 == 0 && ![0x1D, 0x1E].contains(opcode) && !ATTOpcode.fromServer.contains(opcode)
        for length in [62, 63, 64, 65, 100, 250, 513, 600, 1023] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...31, using: &chance) }
            let answers = wire.exchange([opcode] + bytes, on: .attributes)
            #expect(answers.count == (isAnswered || opcode == 0x1D ? 1 : 0))
            // Longer than the MTU: no silence, in which a client would wait for 30 s.
            if isAnswered, length > 63 { #expect(answers.first?.prefix(2) == [0x01, opcode]) }
            #expect(answers.allSatisfy { $0.count <= 64 })
        }
        #expect(wire.ask("0A 0300") == [0x0B] + Array("Tag".utf8))
    }

    @Test func `a request over the MTU is an invalid PDU`() {
        var wire = Wire(mtu: 23)
        #expect(wire.ask(hex("12 1900") + [UInt8](repeating: 1, count: 21)) == hex("01 12 0000 04"))
        #expect(wire.exchange(hex("52 1700") + [UInt8](repeating: 1, count: 21), on: .attributes) == [])
        #expect(wire.effects == [])
    }

    /// Requests that get somewhere.
    private static let requests = [
        "02 1700", "02 0002", "02 0502", "04 0100 FFFF", "06 0100 FFFF 0028 0F18", "08 0100 FFFF 0328",
        "08 0100 FFFF 192A", "08 0100 FFFF F1FF", "0A 1000", "0A 1400", "0A 1B00", "0A 0D00", "0C 1B00 1000",
        "0C 1B00 7000", "0E 1000 1E00", "20 1000 1B00 1E00", "10 0100 FFFF 0028", "12 1100 0100", "12 1100 0000",
        "12 0900 0200", "12 0B00 01", "12 1900 0102", "12 1E00 03", "16 1900 0000 01", "16 1900 0100 02",
        "16 1E00 0000 03", "16 1100 0000 0100", "18 00", "18 01", "12 1400 01", "16 1400 0000 01",
    ]
    private static let others = ["52 1700 01", "52 1400 01", "1E", "0B 00", "D2 1700 00", "1D 0300 00"]

    @Test(arguments: 0..<64)
    func `requests in any order are answered in their order, whenever the application answers`(seed: Int) {
        var chance = SeededGenerator(seed: 900 + UInt64(seed))
        var wire = Wire(), asked: [UInt8] = [], answers: [[UInt8]] = []
        wire.answersAtOnce = false
        for _ in 0..<200 {
            let bytes = Self.random(&chance)
            if let opcode = bytes.first, opcode & 0x40 == 0, opcode % 2 == 0, opcode != 0x1E,
                wire.attributes.bearer.inbox.count < ATTServer.inboxLimit
            {
                asked.append(opcode)
            }
            answers += wire.exchange(bytes, on: .attributes)
            if Bool.random(using: &chance) { answers += Self.answerAll(&wire, &chance) }
            if Int.random(in: 0...20, using: &chance) == 0 {
                let changed = Int.random(in: 1...3, using: &chance)
                answers += wire.handle(.servicesChanged(Array(Samples.services.prefix(changed)))).map(\.payload)
            }
        }
        for _ in 0..<100 { answers += Self.answerAll(&wire, &chance) }
        // Indications and confirmations come in between.
        let responses = answers.filter { ![0x1B, 0x1D, 0x1E].contains($0[0]) }
        #expect(responses.map { $0[0] == 1 ? $0[1] : $0[0] - 1 } == asked)
        #expect(answers.allSatisfy { $0.count <= wire.attributes.bearer.mtu })
        wire.handle(.disconnected)
        wire.connect()
        #expect(wire.attributes.bearer.prepared == [])
        #expect(wire.ask("0A 0300") == [0x0B] + Array("Tag".utf8))
    }

    /// A request, as it is or with something wrong.
    private static func random(_ chance: inout SeededGenerator) -> [UInt8] {
        let pool = Int.random(in: 0...9, using: &chance) == 0 ? others : requests
        var bytes = hex(pool.randomElement(using: &chance) ?? "")
        switch Int.random(in: 0...9, using: &chance) {
        case 0: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &chance))
        case 1: bytes.append(UInt8.random(in: 0...255, using: &chance))
        case 2 where bytes.count > 1:
            bytes[Int.random(in: 1..<bytes.count, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
        default: break
        }
        return bytes
    }

    /// Answers the question that is open, rightly, wrongly, or twice.
    private static func answerAll(_ wire: inout Wire, _ chance: inout SeededGenerator) -> [[UInt8]] {
        guard let open = wire.attributes.bearer.job?.waiting else { return [] }
        let value = [UInt8](repeating: 5, count: Int.random(in: 0...600, using: &chance))
        let result: Result<[UInt8], AttributeError> =
            Int.random(in: 0...3, using: &chance) == 0 ? .failure(.unlikely) : .success(value)
        let frames = wire.handle(.answered(open, result)) + wire.handle(.answered(open, .success([9])))
        return frames.map(\.payload)
    }
}
