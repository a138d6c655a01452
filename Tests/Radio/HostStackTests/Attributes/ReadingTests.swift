import Bluetooth
import TestSupport
import Testing

@testable import HostStack

struct ReadingTests {
    @Test func `a value is the application's`() {
        var wire = Wire()
        #expect(wire.ask("0A 1000") == hex("0B 5A"))
        let question = LinkEffect.read(
            Samples.battery,
            over: LinkState(isEncrypted: false, isBonded: false),
            request: RequestNumber(1)
        )
        #expect(wire.effects == [question])
    }

    @Test func `the application's refusal goes to the central`() {
        var wire = Wire()
        wire.refusal = AttributeError(code: 0x81)
        #expect(wire.ask("0A 1000") == hex("01 0A 1000 81"))
    }

    @Test func `the host's own values are read`() {
        var wire = Wire()
        #expect(wire.ask("0A 0300") == [0x0B] + Array("Tag".utf8))
        #expect(wire.ask("0A 0500") == hex("0B 0002"))
        #expect(wire.ask("0A 0B00") == hex("0B 00"))
        #expect(wire.ask("0A 1100") == hex("0B 0000"))
        let hash = AttributeDatabase(name: "Tag", appearance: 512, services: Samples.services).hash
        #expect(wire.ask("0A 0D00") == [0x0B] + hash.littleEndianBytes)
        #expect(wire.ask("08 0100 FFFF 2A2B") == [0x09, 18, 13, 0] + hash.littleEndianBytes)
    }

    @Test(arguments: [
        ("0A 0000", "01 0A 0000 01"), ("0A 1F00", "01 0A 1F00 01"), ("0A 0800", "01 0A 0800 02"),
        ("0A 1900", "01 0A 1900 02"), ("0A 1400", "01 0A 1400 05"), ("0C 1400 0000", "01 0C 1400 05"),
        ("0E 0300 1400", "01 0E 1400 05"), ("08 0100 FFFF F1FF", "01 08 1400 05"),
        ("08 0100 FFFF F3FF", "01 08 1900 02"), ("08 0100 FFFF AAAA", "01 08 0100 0A"),
    ])
    func `what may not be read is refused with the right code`(request: String, answer: String) {
        var wire = Wire()
        #expect(wire.ask(request) == hex(answer))
        #expect(wire.effects == [])
    }

    @Test func `a long value is read in pieces`() {
        var wire = Wire()
        let value = (0..<100).map { UInt8($0) }
        #expect(wire.ask("0A 1B00") == [0x0B] + value[..<22])
        #expect(wire.ask("0C 1B00 1600") == [0x0D] + value[22..<44])
        #expect(wire.ask("0C 1B00 5800") == [0x0D] + value[88...])
        #expect(wire.ask("0C 1B00 6400") == hex("0D"))
        #expect(wire.ask("0C 1B00 6500") == hex("01 0C 1B00 07"))
    }

    @Test func `a value over 512 bytes ends there`() {
        var wire = Wire()
        wire.values[Samples.long] = [UInt8](repeating: 1, count: 600)
        #expect(wire.ask("0C 1B00 0002") == hex("0D"))
        #expect(wire.ask("0C 1B00 0102") == hex("01 0C 1B00 07"))
    }

    @Test func `several values are read at once`() {
        var wire = Wire()
        #expect(wire.ask("0E 1000 1E00 0500") == hex("0F 5A 0708 0002"))
        #expect(wire.ask("20 1000 1E00 0500") == hex("21 0100 5A 0200 0708 0200 0002"))
        #expect(wire.ask("0E 1000 1B00 1E00").count == 23)
        #expect(wire.ask("0E 1000 FF00") == hex("01 0E FF00 01"))
    }

    @Test func `a value is found by its type, and cut to what an entry holds`() {
        var wire = Wire()
        #expect(wire.ask("08 0100 FFFF 192A") == hex("09 03 1000 5A"))
        #expect(wire.ask("08 0100 FFFF F4FF") == hex("09 15 1B00") + (0..<19).map { UInt8($0) })
    }

    @Test func `requests wait for the application, in order, and the link's end drops them`() throws {
        var wire = Wire()
        wire.answersAtOnce = false
        #expect(wire.exchange(hex("0A 1000"), on: .attributes) == [])
        #expect(wire.exchange(hex("0A 0300"), on: .attributes) == [])
        // An answer to a question that nobody has asked.
        #expect(wire.handle(.answered(RequestNumber(7), .success([1]))) == [])
        let answers = wire.handle(.answered(RequestNumber(1), .success([42])))
        #expect(answers.map(\.payload) == [hex("0B 2A"), [0x0B] + Array("Tag".utf8)])
        #expect(wire.exchange(hex("0A 1000"), on: .attributes) == [])
        wire.handle(.disconnected)
        wire.connect()
        #expect(wire.handle(.answered(RequestNumber(2), .success([42]))) == [])
        #expect(wire.ask("0A 0300") == [0x0B] + Array("Tag".utf8))
    }

    @Test func `of requests without end only so many wait`() {
        var wire = Wire()
        wire.answersAtOnce = false
        for _ in 0..<100 {
            _ = wire.exchange(hex("0A 0300"), on: .attributes) + wire.exchange(hex("0A 1000"), on: .attributes)
        }
        let answers = wire.handle(.answered(RequestNumber(1), .success([42])))
        #expect(answers.count == 2)
        #expect(wire.attributes.bearer.inbox.count == ATTServer.inboxLimit - 2)
    }
}
