import Bluetooth
import Gateway
import Messages
import Testing
import Tracking

@testable import tagalong

struct ScanTests {
    private static let adapter = BluetoothAddress(bits: 1)
    private static let start = Timestamp(milliseconds: 1_000_000)

    private func sighting(
        _ address: UInt64,
        rssi: Int? = nil,
        name: String? = nil,
        apple: [UInt8]? = nil
    ) -> Sighting {
        Sighting(
            tag: BluetoothAddress(bits: address),
            adapter: Self.adapter,
            advertisement: Advertisement(name: name, manufacturerData: apple.map { [0x004C: $0] } ?? [:]),
            rssi: rssi
        )
    }

    @Test func `the nearest tag comes first, and one of unknown strength last`() {
        var tags = HeardTags(library: .standard)
        tags.record(sighting(1, rssi: 127), at: Self.start)
        tags.record(sighting(2, rssi: -80), at: Self.start)
        tags.record(sighting(3, rssi: -60), at: Self.start)
        #expect(tags.nearest.map(\.address.bits) == [3, 2, 1])
        #expect(tags.nearest.map(\.rssi) == [-60, -80, nil])
    }

    @Test func `a single fade does not move the distance`() throws {
        var tags = HeardTags(library: .standard)
        for (second, rssi) in [-59, -58, -95, -60, -59].enumerated() {
            tags.record(sighting(1, rssi: rssi), at: Self.start.advanced(by: .seconds(second)))
        }
        let range = try #require(tags.nearest.first?.range)
        #expect(range.distance == 1)
        #expect(range.low < 1 && range.high > 1)
        #expect(abs(range.low * range.high - 1) < 1e-9)
    }

    @Test func `strengths of long ago do not count`() {
        var tags = HeardTags(library: .standard)
        for _ in 0..<5 { tags.record(sighting(1, rssi: -40), at: Self.start) }
        tags.record(sighting(1, rssi: -70), at: Self.start.advanced(by: .seconds(11)))
        #expect(tags.nearest.first?.rssi == -70)
    }

    @Test func `a name that was told once stays`() {
        var tags = HeardTags(library: .standard)
        tags.record(sighting(1, name: "iTAG"), at: Self.start)
        tags.record(sighting(1, rssi: -70), at: Self.start)
        #expect(tags.nearest.first?.name == "iTAG")
    }

    @Test func `a beacon that changes its address is one tag, with its identity`() throws {
        let name = try Name("beacon")
        let frame: [UInt8] = [0x02, 0x15] + Array(1...16) + [0, 7, 1, 0, 0xC5]
        let pattern = TagPattern(frame: .iBeacon(uuid: nil, major: nil, minor: nil))
        var tags = HeardTags(library: ProfileLibrary([TagProfile(name: name, model: "Beacon", patterns: [pattern])]))
        tags.record(sighting(1, rssi: -60), at: Self.start)
        tags.record(sighting(1, rssi: -60, apple: frame), at: Self.start)
        tags.record(sighting(2, rssi: -62, apple: frame), at: Self.start)
        let tag = try #require(tags.nearest.first)
        #expect(tags.nearest.count == 1)
        #expect(tag.lasting.text == "ibeacon:01020304-0506-0708-090a-0b0c0d0e0f10/7/256")
        #expect(tag.address.bits == 2)
        #expect(tag.profile == name)
    }

    @Test func `a line tells name, identity, profile, strength, distance and age`() throws {
        var tags = HeardTags(library: .standard)
        let tag = tags.record(sighting(0xC0FF_EE00_1234, rssi: -79, name: "iTAG\u{1B}[2J"), at: Self.start)
        let now = Self.start.advanced(by: .seconds(3))
        let table = Listing.table([HeardTagLine(tag: tag, now: now)], whenEmpty: "")
        let line = try #require(table.split(separator: "\n").last)
        #expect(line == "iTAG?[2J  C0:FF:EE:00:12:34  –        -79 dBm  about 10 m (4 to 26)  3 s ago")
        let json = HeardTagLine(tag: tag, now: now).json.line
        #expect(json.contains(#""identity":"C0:FF:EE:00:12:34","address":"C0:FF:EE:00:12:34""#))
        #expect(json.contains(#""rssi":-79,"distance_m":10.0"#))
        #expect(!json.contains("profile"))
    }

    @Test func `a line tells what the tag's sensors tell`() throws {
        var tags = HeardTags(
            library: ProfileLibrary([
                TagProfile(
                    name: try Name("ruuvi"),
                    model: "RuuviTag",
                    patterns: [TagPattern(manufacturer: DataCondition(key: RuuviFrame.company))]
                )
            ])
        )
        // Ruuvi, "Data format 5", test vectors.
        let data: [UInt8] = [
            0x05, 0x12, 0xFC, 0x53, 0x94, 0xC3, 0x7C, 0x00, 0x04, 0xFF, 0xFC, 0x04, 0x0C, 0xAC, 0x36, 0x42, 0x00, 0xCD,
            0xCB, 0xB8, 0x33, 0x4C, 0x88, 0x4F,
        ]
        var heard = sighting(1, rssi: -60)
        heard.advertisement.manufacturerData = [RuuviFrame.company: data]
        let line = HeardTagLine(tag: tags.record(heard, at: Self.start), now: Self.start)
        #expect(line.cells[2] == "RuuviTag, 24.3 °C, 53 %, 1000 hPa, 2.98 V")
        let readings = #""battery_mv":2977,"temperature_c":24.3,"humidity":53.49,"pressure_hpa":1000.44"#
        #expect(line.json.line.contains(readings))
    }

    private func candidate(_ bits: UInt64, _ name: String? = nil) -> TagQuery.Candidate {
        let address = BluetoothAddress(bits: bits)
        return TagQuery.Candidate(address: address, identity: .address(address), name: Advertisement(name: name).name)
    }

    @Test(arguments: [
        ("c0:ff:ee:00:12:34", 0xC0FF_EE00_1234 as UInt64?), ("Keys", 2), ("keys", 3), ("KEYS", nil), ("nothing", nil),
        ("iTAG", 4), ("iTAG            ", 4),
    ])
    func `a tag is called by its address, its identity or its name`(_ text: String, _ expected: UInt64?) {
        let padded = candidate(4, "iTAG            ")
        let tags = [candidate(0xC0FF_EE00_1234), candidate(2, "Keys"), candidate(3, "keys"), padded]
        let found = try? TagQuery(text: text).choose(from: tags)
        #expect(found?.address.bits == expected)
    }

    @Test func `a name of several tags is refused with their identities`() {
        #expect {
            try TagQuery(text: "itag").choose(from: [candidate(2, "iTAG"), candidate(3, "iTAG")])
        } throws: { error in
            "\(error)" == "several tags are called 'itag'; write 00:00:00:00:00:02 or 00:00:00:00:00:03"
        }
    }

    @Test func `a live table is drawn over itself, cut to the terminal`() {
        var text = LiveText()
        let size = LiveText.Size(columns: 6, rows: 4)
        #expect(text.drawing(["one", "two"], in: size) == "one\u{1B}[K\ntwo\u{1B}[K\n\u{1B}[J")
        let more = text.drawing(["abcdefgh", "2", "3", "4", "5"], in: size)
        #expect(more == "\r\u{1B}[2Aabcde\u{1B}[K\n2\u{1B}[K\n… and\u{1B}[K\n\u{1B}[J")
        #expect(text.drawing([], in: size) == "\r\u{1B}[3A\u{1B}[J")
    }
}
