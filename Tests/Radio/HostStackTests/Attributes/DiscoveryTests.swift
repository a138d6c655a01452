import TestSupport
import Testing

@testable import HostStack

struct DiscoveryTests {
    @Test func `all services are found, short and long ones apart`() {
        var wire = Wire()
        #expect(wire.ask("10 0100 FFFF 0028") == hex("11 06 0100 0500 0018 0600 0D00 0118 0E00 1100 0F18"))
        #expect(wire.ask("10 1200 FFFF 0028") == hex("11 06 1200 1B00 F0FF"))
        #expect(wire.ask("10 1C00 FFFF 0028") == hex("11 14 1C00 1E00 0102030405060708090A0B0C 00F0 0000"))
        #expect(wire.ask("10 1F00 FFFF 0028") == hex("01 10 1F00 0A"))
        #expect(wire.ask("10 0100 FFFF 0128") == hex("01 10 0100 0A"))
    }

    @Test func `a longer MTU holds more, and is exchanged once`() {
        var wire = Wire()
        #expect(wire.ask("02 4000") == hex("03 0502"))
        #expect(wire.ask("02 0001") == hex("03 0502"))
        #expect(
            wire.ask("10 0100 FFFF 0028")
                == hex("11 06 0100 0500 0018 0600 0D00 0118 0E00 1100 0F18 1200 1B00 F0FF")
        )
        #expect(wire.host.updateLength(on: wire.link) == 61)
    }

    @Test(arguments: [("02 0000", 20), ("02 1700", 20), ("02 1800", 21), ("02 FFFF", 514)])
    func `the MTU is the smaller of both, and at least 23`(request: String, room: Int) {
        var wire = Wire()
        _ = wire.ask(request)
        #expect(wire.host.updateLength(on: wire.link) == room)
    }

    @Test func `a service is found by its UUID`() {
        var wire = Wire()
        #expect(wire.ask("06 0100 FFFF 0028 0F18") == hex("07 0E00 1100"))
        #expect(wire.ask("06 0100 FFFF 0028 0102030405060708090A0B0C 00F0 0000") == hex("07 1C00 1E00"))
        #expect(wire.ask("06 0F00 FFFF 0028 0F18") == hex("01 06 0F00 0A"))
        #expect(wire.ask("06 0100 FFFF 192A 5A") == hex("01 06 0100 0A"))
    }

    @Test func `characteristics are found by their declarations`() {
        var wire = Wire()
        #expect(wire.ask("08 0E00 1100 0328") == hex("09 07 0F00 12 1000 192A"))
        #expect(wire.ask("08 1200 1B00 0328") == hex("09 07 1300 2A 1400 F1FF 1600 04 1700 F2FF 1800 08 1900 F3FF"))
        #expect(wire.ask("08 1D00 FFFF 0328") == hex("09 15 1D00 0A 1E00 0102030405060708090A0B0C 01F0 0000"))
        #expect(wire.ask("08 1100 1100 0328") == hex("01 08 1100 0A"))
    }

    @Test func `descriptors are found by their handles`() {
        var wire = Wire()
        #expect(wire.ask("04 1100 1100") == hex("05 01 1100 0229"))
        #expect(wire.ask("04 1E00 1E00") == hex("05 02 1E00 0102030405060708090A0B0C 01F0 0000"))
        // Only types of one length stand in one response.
        #expect(wire.ask("04 1C00 FFFF") == hex("05 01 1C00 0028 1D00 0328"))
        #expect(wire.ask("04 1F00 FFFF") == hex("01 04 1F00 0A"))
    }

    @Test(arguments: ["04 0000 FFFF", "04 0500 0400", "06 0000 0100 0028", "08 0200 0100 0328", "10 0000 0000 0028"])
    func `a range that is none is an invalid handle`(request: String) {
        var wire = Wire()
        let bytes = hex(request)
        #expect(wire.ask(bytes) == [0x01, bytes[0], bytes[1], bytes[2], 0x01])
    }

    @Test func `only services are groups`() {
        var wire = Wire()
        #expect(wire.ask("10 0100 FFFF 0328") == hex("01 10 0100 10"))
    }

    @Test(arguments: [
        "02", "02 40", "02 4000 00", "04", "04 0100 FF", "04 0100 FFFF 00", "06 0100 FFFF 00", "08 0100 FFFF",
        "08 0100 FFFF 00", "08 0100 FFFF 00280000", "0A", "0A 01", "0A 0100 00", "0C 0100", "0C 0100 00", "0E",
        "0E 0100", "0E 0100 02", "20 0100", "10 0100 FFFF", "12", "12 01", "16 0100 00", "18", "18 02", "18 0100",
    ])
    func `a request of a wrong length is an invalid PDU`(request: String) {
        var wire = Wire()
        let bytes = hex(request)
        #expect(wire.ask(bytes) == [0x01, bytes[0], 0, 0, 0x04])
    }

    @Test(arguments: ["00", "14", "22 00", "80", "3E"])
    func `an unknown request is not supported`(request: String) {
        var wire = Wire()
        let bytes = hex(request)
        #expect(wire.ask(bytes) == [0x01, bytes[0], 0, 0, 0x06])
    }

    @Test(arguments: ["", "40", "52", "52 0100", "D2 0100 00", "01 0A 0000 01", "0B 00", "1B 0300 00", "1E", "13"])
    func `what wants no answer has none`(pdu: String) {
        var wire = Wire()
        #expect(wire.exchange(hex(pdu), on: .attributes) == [])
        #expect(wire.ask("0A 0300") == hex("0B") + Array("Tag".utf8))
    }

    @Test func `an indication of the central's own server is confirmed`() {
        var wire = Wire()
        #expect(wire.ask("1D 0300 00") == hex("1E"))
    }
}
