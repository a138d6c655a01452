import Bluetooth
import TestSupport
import Testing

@testable import HostStack

struct WritingTests {
    private static let open = LinkState(isEncrypted: false, isBonded: false)

    @Test func `a value goes to the application, and its word to the central`() {
        var wire = Wire()
        #expect(wire.ask("12 1900 010203") == hex("13"))
        #expect(wire.effects == [.write([1, 2, 3], to: Samples.written, over: Self.open, request: RequestNumber(1))])
        wire.refusal = .valueNotAllowed
        #expect(wire.ask("12 1900 04") == hex("01 12 1900 13"))
    }

    @Test func `a command goes to the application, and nobody waits`() {
        var wire = Wire()
        #expect(wire.exchange(hex("52 1700 02"), on: .attributes) == [])
        #expect(wire.effects == [.write([2], to: Samples.command, over: Self.open, request: nil)])
    }

    @Test(arguments: ["52 1900 01", "52 0300 01", "52 1400 01", "52 1100 0100", "52 FF00 01"])
    func `a command that is not allowed does nothing`(command: String) {
        var wire = Wire()
        #expect(wire.exchange(hex(command), on: .attributes) == [])
        #expect(wire.effects == [])
    }

    @Test(arguments: [
        ("12 0000 01", "01 12 0000 01"), ("12 0100 01", "01 12 0100 03"), ("12 0300 01", "01 12 0300 03"),
        ("12 0800 01", "01 12 0800 03"), ("12 0D00 01", "01 12 0D00 03"), ("12 1000 01", "01 12 1000 03"),
        ("12 1700 01", "01 12 1700 03"), ("12 1400 01", "01 12 1400 05"), ("12 1500 0200", "01 12 1500 05"),
        ("12 1100 01", "01 12 1100 0D"), ("12 1100 0200", "01 12 1100 13"), ("12 1100 0300", "01 12 1100 13"),
        ("12 1100 000100", "01 12 1100 0D"), ("12 0B00", "01 12 0B00 0D"), ("16 1000 0000 01", "01 16 1000 03"),
        ("16 1400 0000 01", "01 16 1400 05"), ("16 FF00 0000 01", "01 16 FF00 01"),
    ])
    func `what may not be written is refused with the right code`(request: String, answer: String) {
        var wire = Wire()
        #expect(wire.ask(request) == hex(answer))
        #expect(wire.effects == [])
    }

    @Test func `a value over 512 bytes is too long`() {
        var wire = Wire()
        _ = wire.ask("02 0502")
        #expect(wire.ask(hex("12 1900") + [UInt8](repeating: 1, count: 513)) == hex("01 12 1900 0D"))
        #expect(wire.ask(hex("12 1900") + [UInt8](repeating: 1, count: 512)) == hex("13"))
    }

    @Test func `a long value is written in parts, as one`() {
        var wire = Wire()
        #expect(wire.ask("16 1900 0000 010203") == hex("17 1900 0000 010203"))
        #expect(wire.ask("16 1E00 0000 AA") == hex("17 1E00 0000 AA"))
        #expect(wire.ask("16 1900 0300 0405") == hex("17 1900 0300 0405"))
        #expect(wire.effects == [])
        #expect(wire.ask("18 01") == hex("19"))
        #expect(wire.values[Samples.written] == [1, 2, 3, 4, 5])
        #expect(wire.values[Samples.far] == [0xAA])
    }

    @Test func `parts are forgotten when the central cancels`() {
        var wire = Wire()
        _ = wire.ask("16 1900 0000 010203")
        #expect(wire.ask("18 00") == hex("19"))
        #expect(wire.ask("18 01") == hex("19"))
        #expect(wire.effects == [])
    }

    @Test func `a gap between parts is an invalid offset, and nothing is written`() {
        var wire = Wire()
        _ = wire.ask("16 1900 0000 010203")
        _ = wire.ask("16 1900 0400 05")
        #expect(wire.ask("18 01") == hex("01 18 1900 07"))
        #expect(wire.effects == [])
        #expect(wire.ask("18 01") == hex("19"))
    }

    @Test func `parts of more than 512 bytes are too long`() {
        var wire = Wire()
        _ = wire.ask("02 0502")
        let part = [UInt8](repeating: 1, count: 300)
        _ = wire.ask(hex("16 1900 0000") + part)
        _ = wire.ask(hex("16 1900 2C01") + part)
        #expect(wire.ask("18 01") == hex("01 18 1900 0D"))
    }

    @Test func `only so many parts wait`() {
        var wire = Wire()
        for _ in 0..<ATTServer.preparedLimit { _ = wire.ask("16 1900 0000") }
        #expect(wire.ask("16 1900 0000") == hex("01 16 1900 09"))
        #expect(wire.ask("18 01") == hex("19"))
    }

    @Test func `a refusal ends a write of several values with its handle`() {
        var wire = Wire()
        _ = wire.ask("16 1900 0000 01")
        _ = wire.ask("16 1E00 0000 02")
        wire.refusal = .valueNotAllowed
        #expect(wire.ask("18 01") == hex("01 18 1900 13"))
        #expect(wire.effects.count == 1)
    }
}
