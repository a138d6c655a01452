import TestSupport
import Testing

@testable import Air

/// Commands and their answers, as a host sees them that starts a controller.
@Suite struct CommandTests {
    @Test(arguments: [
        (HCI.Opcode.reset, "", "04 0e 04 01 03 0c 00"),
        (.readLocalFeatures, "", "04 0e 0c 01 03 10 00 00 00 00 00 60 00 00 00"),
        (.readLocalVersion, "", "04 0e 0c 01 01 10 00 09 00 00 09 ff ff 01 00"),
        (.readAddress, "", "04 0e 0a 01 09 10 00 aa 00 00 5b 02 00"),
        (.leReadBufferSize, "", "04 0e 07 01 02 20 00 fb 00 08"),
        (.leReadLocalFeatures, "", "04 0e 0c 01 03 20 00 4d 00 00 00 00 00 00 00"),
        (.leReadSupportedStates, "", "04 0e 0c 01 1c 20 00 ff ff ff ff ff 03 00 00"),
        (.leReadAdvertisingPower, "", "04 0e 05 01 07 20 00 00"),
        (.leReadAcceptListSize, "", "04 0e 05 01 0f 20 00 40"),
        (.leClearAcceptList, "", "04 0e 04 01 10 20 00"),
        (.leReadResolvingListSize, "", "04 0e 05 01 2a 20 00 40"),
        (.leSetPrivateAddressTimeout, "84 03", "04 0e 04 01 2e 20 00"),
        (.leSetRandomAddress, "01 02 03 04 05 c6", "04 0e 04 01 05 20 00"),
        (.leSetScanParameters, "01 10 00 10 00 00 00", "04 0e 04 01 0b 20 00"),
        (.leSetScanEnable, "01 01", "04 0e 04 01 0c 20 00"),
        (.leSetAdvertisingEnable, "01", "04 0e 04 01 0a 20 00"),
    ])
    func `a command is answered`(_ opcode: HCI.Opcode, _ parameters: String, _ expected: String) {
        var controller = controller()
        #expect(answers(controller.receive(command(opcode, parameters), at: .zero)) == [expected])
    }

    @Test(arguments: [
        // Too long, too short, and values out of their ranges.
        ("01 03 0c 01 00", "04 0e 04 01 03 0c 12"),
        ("01 03 0c 01", "04 0e 04 01 03 0c 12"),
        ("01 0b 20 01 00", "04 0e 04 01 0b 20 12"),
        ("01 0b 20 07 02 10 00 10 00 00 00", "04 0e 04 01 0b 20 12"),
        ("01 0b 20 07 01 10 00 11 00 00 00", "04 0e 04 01 0b 20 12"),
        ("01 0c 20 02 02 00", "04 0e 04 01 0c 20 12"),
        ("01 0d 20 00", "04 0f 04 12 01 0d 20"),
        ("01 06 04 03 40 00 42", "04 0f 04 12 01 06 04"),
        ("01 06 04 03 40 00 13", "04 0f 04 02 01 06 04"),
        ("01 16 20 02 ff ff", "04 0f 04 12 01 16 20"),
        ("01 0e 20 00", "04 0e 04 01 0e 20 0c"),
        // Unknown: BR/EDR inquiry, and what only the extended generation has.
        ("01 01 04 05 33 8b 9e 08 00", "04 0f 04 01 01 01 04"),
        ("01 42 20 06 01 00 00 00 00 00", "04 0f 04 01 01 42 20"),
        // No packet at all.
        ("07 01 02 03", "04 10 01 01"),
    ])
    func `bad input is refused by the right code`(_ packet: String, _ expected: String) {
        var controller = controller()
        #expect(answers(controller.receive(hex(packet), at: .zero)) == [expected])
    }

    private static let controllers: [(ControllerConfiguration.Generation, Bool, Int)] = [
        (.legacy, false, 49), (.extended, false, 69), (.extended, true, 117),
    ]

    @Test func `the supported commands are exactly those that are understood`() throws {
        for (generation, isDualMode, count) in Self.controllers {
            var controller = controller(generation) { $0.isDualMode = isDualMode }
            guard case .host(let bytes) = controller.receive(command(.readLocalCommands), at: .zero).first else {
                Issue.record("no answer")
                continue
            }
            let marked = bytes.dropFirst(7).reduce(0) { $0 + $1.nonzeroBitCount }
            let understood = (0...0xFFFF).filter { number in
                var fresh = controller
                let opcode = HCI.Opcode(rawValue: UInt16(number))
                return answers(fresh.receive(command(opcode, "ff"), at: .zero)).first?.hasPrefix("04 0f 04 01") != true
            }
            #expect(marked == understood.count)
            #expect(understood.count == count)
        }
    }

    @Test func `a cipher works on bytes that come last first`() {
        var controller = controller()
        let key = "0f 0e 0d 0c 0b 0a 09 08 07 06 05 04 03 02 01 00"
        let text = "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01"
        let answer = answers(controller.receive(command(.leEncrypt, key + " " + text), at: .zero))
        #expect(answer == ["04 0e 14 01 17 20 00 0f 0e 0d 0c 0b 0a 09 08 07 06 05 04 03 02 01 01"])
    }

    @Test func `random numbers come from the generator`() {
        var (one, other) = (controller(), controller())
        let first = answers(one.receive(command(.leRandom), at: .zero))
        #expect(first == answers(other.receive(command(.leRandom), at: .zero)))
        #expect(first != answers(one.receive(command(.leRandom), at: .zero)))
    }

    @Test func `what is in use cannot be changed`() {
        var bench = Bench()
        bench.scan()
        #expect(bench.send(.leSetScanParameters, "00 10 00 10 00 00 00") == ["04 0e 04 01 0b 20 0c"])
        #expect(bench.send(.leSetRandomAddress, "01 02 03 04 05 c6") == ["04 0e 04 01 05 20 0c"])
        bench.send(.leSetAdvertisingEnable, "01")
        let parameters = "20 00 20 00 00 00 00 00 00 00 00 00 00 07 00"
        #expect(bench.send(.leSetAdvertisingParameters, parameters) == ["04 0e 04 01 06 20 0c"])
        bench.send(.reset)
        #expect(bench.send(.leSetAdvertisingParameters, parameters) == ["04 0e 04 01 06 20 00"])
    }

    @Test func `random commands never crash and are always answered`() {
        var chance = SeededGenerator(seed: 3)
        var bench = Bench(.extended) { $0.isDualMode = true }
        bench.change { medium in
            for number in 0..<5 {
                medium.place(TagID(number), peer: EchoPeer())
                medium.advertise(TagID(number), advertisement(number))
            }
        }
        for round in 0..<20_000 {
            let group: UInt16 = [1, 2, 3, 4, 5, 8, 8, 8, 8].randomElement(using: &chance) ?? 8
            let opcode = HCI.Opcode(rawValue: group << 10 | UInt16.random(in: 0...0x50, using: &chance))
            // Reset seldom, so that states come about in which commands meet each other.
            if opcode == .reset, round % 10 != 0 { continue }
            let count = Int.random(in: 0...40, using: &chance)
            let parameters = (0..<count).map { _ in UInt8.random(in: 0...0x40, using: &chance) }
            let packets = bench.send(HCI.CommandPacket(opcode, parameters).bytes)
            let name = [UInt8(opcode.rawValue & 0xFF), UInt8(opcode.rawValue >> 8)].hex
            #expect(
                packets.contains { $0.hasPrefix("04 0e") || $0.hasPrefix("04 0f") } && packets.joined().contains(name)
            )
            if round % 20 == 0 { bench.pass(milliseconds: 30) }
        }
    }

    @Test func `random bytes never crash`() {
        var chance = SeededGenerator(seed: 4)
        var controller = controller(.extended)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...300, using: &chance)
            var bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
            if Bool.random(using: &chance), count > 0 { bytes[0] = UInt8.random(in: 0...2, using: &chance) }
            let isData = bytes.first == 2
            #expect(isData || !controller.receive(bytes, at: .zero).isEmpty)
        }
    }
}
