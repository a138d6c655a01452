import Bluetooth
import Testing

@testable import BlueZ

/// An LE Extended Advertising Report of a Find Hub tag with a 256-bit identifier, as the monitor channel passes it on:
/// Core Specification 5.4, volume 4, part E, section 7.7.65.13.
struct LongReport {
    /// Google's frame: type, 32 bytes of the identifier, hashed flags.
    static let frame = [0x40] + (0..<32).map { UInt8($0 * 7) } + [0xB4]
    /// Flags, and service data FEAA.
    static let data: [UInt8] = [0x02, 0x01, 0x06, 0x25, 0x16, 0xAA, 0xFE] + frame

    /// Connectable and whole; bits 5 and 6 tell that it goes on, or is cut off.
    var type: UInt8 = 0x01
    var set: UInt8 = 0x00
    var data = Self.data

    func packet(rssi: Int8 = -61) -> [UInt8] {
        let count = UInt8(data.count)
        let head = bytes(
            """
            03 00 00 00                 event packet, hci0
            """
        )
        let address = bytes("01 01 00 00 00 00 C0       random address C0:00:00:00:00:01")
        let rest = bytes("00 00 00 00 00 00 00 00 00      not periodic, meant for everybody")
        let report = [type, 0x00] + address + [0x01, 0x02, set, 0x7F, UInt8(bitPattern: rssi)] + rest + [count] + data
        let event: [UInt8] = [0x3E, 26 + count, 0x0D, 0x01] + report
        return head + [UInt8(event.count), 0x00] + event
    }

    /// What is read of it.
    var report: AdvertisingReport? { AdvertisingReport.reports(inMonitorPacket: packet()).first }
}

struct LongAdvertisementTests {
    private static let golden = bytes(
        """
        03 00 00 00 45 00               event packet, hci0, 69 bytes
        3E 43 0D 01                     LE meta event, 67 bytes, extended advertising report, one
        01 00 01 01 00 00 00 00 C0      connectable, random address C0:00:00:00:00:01
        01 02 00 7F C3                  1M and 2M PHY, set 0, no power, -61 dBm
        00 00 00 00 00 00 00 00 00      not periodic, meant for everybody
        29 02 01 06 25 16 AA FE 40      flags; service data FEAA, Find Hub; 41 bytes
        00 07 0E 15 1C 23 2A 31 38 3F 46 4D 54 5B 62 69     the identifier, 256 bits
        70 77 7E 85 8C 93 9A A1 A8 AF B6 BD C4 CB D2 D9
        B4                              hashed flags
        """
    )

    @Test func `the frame of a Find Hub tag with 256 bits is read out of the monitor channel`() throws {
        var long = LongAdvertisements()
        let report = try #require(AdvertisingReport.reports(inMonitorPacket: Self.golden).first)
        #expect(report.rssi == -61)
        #expect(long.data(in: report) == Advertisement(serviceData: [EddystoneFrame.service: LongReport.frame]))
        #expect(Self.golden == LongReport().packet())
        #expect(FMDNFrame(LongReport.frame) != nil)
    }

    @Test func `a short advertisement is left to bluetoothd`() throws {
        var long = LongAdvertisements()
        let short = LongReport(
            data: Array(LongReport.data.prefix(3)) + [0x1B, 0x16, 0xAA, 0xFE] + Array(repeating: 1, count: 24))
        #expect(short.data.count == 31)
        #expect(long.data(in: try #require(short.report)) == nil)
    }

    @Test(arguments: [[41], [20, 41], [7, 8, 30, 41], [0, 41]])
    func `data that are divided among reports are put together`(ends: [Int]) throws {
        var long = LongAdvertisements()
        var found: [Advertisement?] = []
        for (start, end) in zip([0] + ends, ends) {
            let part = LongReport(type: end < 41 ? 0x21 : 0x01, data: Array(LongReport.data[start..<end]))
            // Another set of the same tag in between.
            if end < 41 { #expect(long.data(in: try #require(LongReport(set: 1).report)) != nil) }
            found.append(long.data(in: try #require(part.report)))
        }
        #expect(found.compactMap(\.self) == [Advertisement(serviceData: [EddystoneFrame.service: LongReport.frame])])
        #expect(found.last != .some(nil))
    }

    @Test func `data that are cut off, or are no structures, tell nothing`() throws {
        var long = LongAdvertisements()
        #expect(
            long.data(in: try #require(LongReport(type: 0x21, data: Array(LongReport.data.prefix(20))).report)) == nil)
        #expect(
            long.data(in: try #require(LongReport(type: 0x41, data: Array(LongReport.data[20..<40])).report)) == nil)
        #expect(long.data(in: try #require(LongReport(data: Array(LongReport.data.prefix(40))).report)) == nil)
        #expect(long.data(in: try #require(LongReport().report)) != nil)
    }

    @Test func `what goes on without end is given up`() throws {
        var long = LongAdvertisements()
        let part = LongReport(type: 0x21, data: Array(repeating: 0x01, count: 200))
        for _ in 0..<100 { #expect(long.data(in: try #require(part.report)) == nil) }
        #expect(long.data(in: try #require(LongReport(type: 0x41).report)) == nil)
        #expect(long.data(in: try #require(LongReport().report)) != nil)
    }
}
