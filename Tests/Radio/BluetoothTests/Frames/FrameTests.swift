import Bluetooth
import TestSupport
import Testing

struct FrameTests {
    /// Request, answer, and what the answer says of the request.
    @Test(
        arguments: [
            ("00 03", "02 03 00 03 00 00", 0), ("00 03", "02 03 00 03 FF FF", 0xFFFF),
            ("01 03", "02 03 01 03 01 00", 1), ("01 03", "03 03", 0), ("01 00 03", "01 02 03 00 03 01 00", 1),
            ("00 03", "02 03 01 03 01 00", nil), ("00 03", "02 03 00 03 00", nil), ("00 03", "", nil),
            ("AF", "02 03", nil), ("", "", nil),
        ] as [(String, String, UInt16?)]
    )
    func `what a control point answers is read`(request: String, answer: String, status: UInt16?) {
        #expect(DULTFrame.status(in: hex(answer), ofRequest: hex(request)) == status)
    }

    @Test func `Eddystone telemetry tells millivolts, degrees, advertisements and uptime`() throws {
        let frame = EddystoneFrame(
            hex(
                """
                20 00        -- TLM, plain
                0B B8        -- 3000 mV
                16 80        -- 22.5 degrees
                00 00 10 00  -- 4096 advertisements
                00 00 0E 10  -- 360 s in tenths
                """
            )
        )
        let telemetry = TagTelemetry(
            batteryMillivolts: 3000,
            temperature: 22.5,
            advertisements: 4096,
            uptime: .seconds(360)
        )
        #expect(frame == .telemetry(telemetry))
        #expect(frame?.powerAtOneMetre == nil)
    }

    @Test func `Eddystone telemetry says what is not measured`() throws {
        let frame = EddystoneFrame(hex("20 00 00 00 80 00 00 00 00 00 00 00 00 00"))
        let nothing = TagTelemetry(batteryMillivolts: nil, temperature: nil, advertisements: 0, uptime: .zero)
        #expect(frame == .telemetry(nothing))
    }

    @Test(arguments: [
        ("10 F0 03 65 78 61 6D 70 6C 65 07 61", "https://example.coma"),  // scheme 3, "example", .com, "a"
        ("10 F0 00 61 01", "http://www.a.org/"),
    ])
    func `an Eddystone URL is written out`(text: String, url: String) {
        #expect(EddystoneFrame(hex(text)) == .url(url, power: -16))
    }

    @Test(arguments: ["10 F0", "10 F0 04 61", "10 F0 00 20", "10 F0 00 80", "10 F0 00 0E"])
    func `an Eddystone URL with a byte that stands for nothing is refused`(text: String) {
        #expect(EddystoneFrame(hex(text)) == nil)
    }

    @Test func `an Eddystone EID is eight bytes that mean something to its owner`() {
        let frame = EddystoneFrame(hex("30 EE 01 02 03 04 05 06 07 08"))
        #expect(frame == .ephemeral([1, 2, 3, 4, 5, 6, 7, 8], power: -18))
        #expect(frame?.kind == .eid)
        #expect(frame?.powerAtOneMetre == -59)
    }

    @Test(arguments: [(0x00, 100), (0x40, 50), (0x80, 20), (0xC0, 5)] as [(UInt8, Int)])
    func `a Find My tag near its owner tells its battery`(status: UInt8, battery: Int) throws {
        let frame = try #require(FindMyFrame([0x12, 0x02, status, 0x00]))
        #expect(!frame.isSeparated)
        #expect(frame.battery == battery)
    }

    @Test(arguments: [(1, false), (2, true), (3, true), (5, false), (0, nil), (7, nil)] as [(UInt8, Bool?)])
    func `a SmartTag's state says whether it is away`(state: UInt8, isSeparated: Bool?) throws {
        var data = [UInt8](repeating: 0, count: 20)
        data[0] = 0x10 | state
        #expect(try #require(SmartTagFrame(data)).isSeparated == isSeparated)
    }

    @Test func `a SmartTag counts quarters of an hour, the lowest byte first`() throws {
        let data = [0x12, 0x03, 0x02, 0x01] + [UInt8](repeating: 0, count: 16)
        #expect(try #require(SmartTagFrame(data)).counter == 0x010203)
    }

    @Test func `a power that nobody measured is not taken`() throws {
        var data = GoldenAdvertisement.all.first { $0.profile == "ibeacon" }?.data ?? []
        data[data.count - 1] = 0
        let found = try #require(try shippedLibrary().recognise(Advertisement(decoding: data)))
        #expect(found.referencePower == nil)
        #expect(found.identity != nil)
        #expect(found.pathLoss == found.profile.pathLoss)
    }

    @Test(arguments: [(UInt8(0x40), 20), (0x40, 32), (0x41, 20), (0x41, 32)], [false, true])
    func `a Find Hub frame has 20 or 32 bytes of identifier, with flags or without`(
        frame: (type: UInt8, count: Int), hasFlags: Bool
    ) throws {
        let identifier = (0..<frame.count).map { UInt8($0) }
        let data = [frame.type] + identifier + (hasFlags ? [0x5A] : [])
        let read = try #require(FMDNFrame(data))
        #expect(read.ephemeral == identifier)
        // Mode off says nothing of the owner.
        #expect(read.isSeparated == (frame.type == 0x41 ? true : nil))
    }

    /// Each format takes its own lengths and no others, whatever stands in the bytes behind its mark.
    @Test(arguments: Format.all)
    func `a frame of another length is refused`(format: Format) {
        for count in 0...64 {
            let data = Array((format.mark + [UInt8](repeating: 0x21, count: 64)).prefix(count))
            #expect(format.accepts(data) == format.lengths.contains(count), "\(count) bytes")
        }
    }
}

/// A format with the bytes it begins with and the lengths it can have.
struct Format: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let mark: [UInt8]
    let lengths: Set<Int>
    let accepts: @Sendable ([UInt8]) -> Bool

    init(_ name: String, _ mark: [UInt8], _ lengths: Set<Int>, _ accepts: @escaping @Sendable ([UInt8]) -> Bool) {
        (testDescription, self.mark, self.lengths, self.accepts) = (name, mark, lengths, accepts)
    }

    static let all = [
        Format("iBeacon", [0x02, 0x15], [23]) { IBeaconFrame($0) != nil },
        Format("Eddystone UID", [0x00], [18, 20]) { EddystoneFrame($0) != nil },
        Format("Eddystone URL", [0x10, 0xEE, 0x00], Set(3...20)) { EddystoneFrame($0) != nil },
        Format("Eddystone TLM", [0x20, 0x00], [14]) { EddystoneFrame($0) != nil },
        Format("Eddystone TLM, encrypted", [0x20, 0x01], [18]) { EddystoneFrame($0) == .encryptedTelemetry },
        Format("Eddystone EID", [0x30], [10]) { EddystoneFrame($0) != nil },
        Format("DULT", [], Set(2...27)) { DULTFrame($0) != nil },
        Format("Find My, separated", [0x12, 0x19], [27]) { FindMyFrame($0) != nil },
        Format("Find My, near", [0x12, 0x02], [4]) { FindMyFrame($0) != nil },
        Format("FMDN", [0x40], [21, 22, 33, 34]) { FMDNFrame($0) != nil },
        Format("SmartTag", [], [20]) { SmartTagFrame($0) != nil },
        Format("Chipolo", [], Set(2...27)) { ChipoloFrame($0) != nil },
        Format("AltBeacon", [0xBE, 0xAC], [24]) { AltBeaconFrame($0) != nil },
        Format("RuuviTag", [0x05], [24]) { RuuviFrame($0) != nil },
        Format("KKM, all sensors", [0x21, 0x01, 0x0F], [15]) { KKMFrame($0) != nil },
        Format("KKM, voltage", [0x21, 0x01, 0x01], [5]) { KKMFrame($0) != nil },
        Format("Minew, temperature", [0xA1, 0x01], [13]) { MinewFrame($0) != nil },
        Format("Minew, acceleration", [0xA1, 0x03], [15]) { MinewFrame($0) != nil },
        Format("Moko, sensors", [0x70], [16]) { MokoFrame($0) != nil },
    ]
}
