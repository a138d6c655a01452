import Bluetooth
import Messages
import TestSupport
import Testing

struct AdvertisingDataTests {
    @Test func `advertising data is read structure by structure`() throws {
        let advertisement = try Advertisement(
            decoding: hex(
                """
                02 01 06                 -- flags
                05 02 02 18 0F 18        -- some services: 1802, 180F
                05 05 78 56 34 12        -- services of 32 bits: 12345678
                11 07 DA 18 52 49 5C C6 96 A2 D7 4D D7 9A 00 00 C1 83  -- services of 128 bits
                04 08 4B 65 79           -- shortened name: Key
                05 09 4B 65 79 73        -- name: Keys
                02 0A F4                 -- power: -12 dBm
                04 16 0F 18 64           -- service data 180F: 100
                05 FF 34 12 AB CD        -- manufacturer 1234
                03 19 00 02              -- appearance, which is skipped
                00 00                    -- the end
                """
            )
        )
        let expected = Advertisement(
            name: "Keys",
            services: [
                BluetoothUUID(0x1802), BluetoothUUID(0x180F), .written("12345678"),
                .written("83C10000-9AD7-4DD7-A296-C65C495218DA"),
            ],
            serviceData: [BluetoothUUID(0x180F): [100]],
            manufacturerData: [0x1234: [0xAB, 0xCD]],
            txPower: -12
        )
        #expect(advertisement == expected)
    }

    @Test(arguments: [
        ("02 01", AdvertisingDataError.truncated(at: 0)),
        ("02 01 06 05 09 4B", .truncated(at: 3)),
        ("02 01 06 04 03 02 18 0F", .wrongLength(type: 0x03, at: 3)),
        ("10 07 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F", .wrongLength(type: 0x07, at: 0)),
        ("01 0A", .wrongLength(type: 0x0A, at: 0)),
        ("02 FF 4C", .wrongLength(type: 0xFF, at: 0)),
        ("02 16 0F", .wrongLength(type: 0x16, at: 0)),
        ("02 01 06 00 00 07", .notZero(at: 5)),
    ])
    func `what is no advertising data is refused with the place`(text: String, error: AdvertisingDataError) {
        #expect(throws: error) { try Advertisement(decoding: hex(text)) }
    }

    @Test func `the errors are sentences`() {
        #expect(
            "\(AdvertisingDataError.wrongLength(type: 0xFF, at: 3))"
                == "the advertising structure at byte 3 has a length that type 0xff cannot have"
        )
        #expect(
            "\(AdvertisingDataError.tooLong(40, limit: 31))"
                == "the advertisement takes 40 bytes, at most 31 are expected"
        )
    }

    @Test func `a shortened name does not take the place of a whole one`() throws {
        #expect(try Advertisement(decoding: hex("05 09 4B 65 79 73 04 08 4B 65 79")).name == "Keys")
    }

    @Test func `zeros behind a name do not belong to it`() throws {
        #expect(try Advertisement(decoding: hex("06 09 4B 65 79 00 00")).name == "Key")
    }

    @Test(arguments: [
        ("iTAG            ", "iTAG"), ("  Keys\u{7F}", "Keys"), ("My keys", "My keys"), ("   ", ""), ("", ""),
        ("é ", "é"),
    ])
    func `blanks around a name do not belong to it, wherever it comes from`(told: String, name: String) throws {
        #expect(Advertisement(name: told).name == name)
        var later = Advertisement()
        later.name = told
        #expect(later.name == name)
        let bytes = Array(told.utf8)
        #expect(try Advertisement(decoding: [UInt8(bytes.count + 1), 0x09] + bytes).name == name)
    }

    @Test func `an advertisement of ours is written as it travels`() throws {
        let ours = Advertisement(
            name: "Tagalong",
            services: [.written("83C10000-9AD7-4DD7-A296-C65C495218DA")]
        )
        #expect(try ours.encoded() == GoldenAdvertisement.all.last?.data)
    }

    @Test func `a name that does not fit is shortened between characters`() throws {
        let advertisement = Advertisement(name: "Ключи от дома, второй набор")
        let data = try advertisement.encoded()
        #expect(data.count <= 31)
        #expect(data[4] == 0x08)
        #expect(try Advertisement(decoding: data).name == "Ключи от дома,")
        #expect(try Advertisement(decoding: advertisement.encoded(limit: 255)).name == advertisement.name)
    }

    @Test func `an advertisement that does not fit is refused`() {
        let large = Advertisement(manufacturerData: [0xFFFF: [UInt8](repeating: 1, count: 25)])
        #expect(throws: AdvertisingDataError.tooLong(32, limit: 31)) { try large.encoded() }
        #expect(throws: AdvertisingDataError.self) {
            try Advertisement(manufacturerData: [1: [UInt8](repeating: 1, count: 300)]).encoded(limit: 1000)
        }
    }

    @Test func `a scan response adds to what was advertised`() throws {
        var known = try Advertisement(decoding: hex("03 03 02 18 02 0A 00"))
        known.merge(try Advertisement(decoding: hex("05 09 69 54 41 47 04 16 0F 18 32")))
        let expected = Advertisement(
            name: "iTAG",
            services: [BluetoothUUID(0x1802)],
            serviceData: [BluetoothUUID(0x180F): [50]],
            txPower: 0
        )
        #expect(known == expected)
    }

    @Test func `what is written is read again`() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let advertisement = Advertisement.arbitrary(using: &generator)
            #expect(try Advertisement(decoding: advertisement.encoded(limit: 2000)) == advertisement)
        }
    }
}

extension Advertisement {
    static func arbitrary(using generator: inout SeededGenerator) -> Advertisement {
        func bytes(_ count: ClosedRange<Int>) -> [UInt8] {
            (0..<Int.random(in: count, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
        }
        func uuid() -> BluetoothUUID {
            let short = BluetoothUUID(UInt16.random(in: 0...0xFFFF, using: &generator))
            return Bool.random(using: &generator) ? short : BluetoothUUID(littleEndian: bytes(16...16)) ?? short
        }
        var advertisement = Advertisement()
        if Bool.random(using: &generator) {
            advertisement.name = ["Key", "Ключ", "🔑 home"].randomElement(using: &generator)
        }
        if Bool.random(using: &generator) { advertisement.txPower = .random(in: -127...20, using: &generator) }
        for _ in 0..<Int.random(in: 0...5, using: &generator) { advertisement.services.insert(uuid()) }
        for _ in 0..<Int.random(in: 0...3, using: &generator) { advertisement.serviceData[uuid()] = bytes(0...40) }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            advertisement.manufacturerData[.random(in: 0...0xFFFF, using: &generator)] = bytes(0...40)
        }
        return advertisement
    }
}
