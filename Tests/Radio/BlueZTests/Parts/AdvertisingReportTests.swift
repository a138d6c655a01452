import Bluetooth
import TestSupport
import Testing

@testable import BlueZ

struct AdvertisingReportTests {
    private static let legacy = bytes(
        """
        03 00 01 00 13 00           event packet, hci1, 19 bytes
        3E 11 02 01                 LE meta event, 17 bytes, advertising report, one
        00 01 34 12 EE FF C0 C0     connectable, random address C0:C0:FF:EE:12:34
        05 02 01 06 01 FF           five bytes of data
        C3                          -61 dBm
        """
    )

    private static let extended = bytes(
        """
        03 00 00 00 20 00           event packet, hci0, 32 bytes
        3E 1E 0D 01                 LE meta event, 30 bytes, extended advertising report, one
        13 00 00 01 00 EF BE AD DE      connectable, public address DE:AD:BE:EF:00:01
        01 00 FF 7F B0              PHYs, no set, no power, -80 dBm
        00 00 00 00 00 00 00 00 00  not periodic, meant for everybody
        04 03 03 0F 18              four bytes of data
        """
    )

    @Test func `a legacy report is read`() throws {
        let report = try #require(AdvertisingReport.reports(inMonitorPacket: Self.legacy).first)
        #expect(report.controller == 1)
        #expect(report.address == BluetoothAddress("C0:C0:FF:EE:12:34"))
        #expect(report.rssi == -61)
        #expect(report.data == [2, 1, 6, 1, 255])
    }

    @Test func `an extended report is read`() throws {
        let report = try #require(AdvertisingReport.reports(inMonitorPacket: Self.extended).first)
        #expect(report.controller == 0)
        #expect(report.address == BluetoothAddress("DE:AD:BE:EF:00:01"))
        #expect(report.rssi == -80)
        #expect(report.data == [3, 3, 0x0F, 0x18])
    }

    /// Where the event's type stands, and what marks a scan response there: 04, and bit 3.
    @Test(arguments: [(legacy, 10, UInt8(0x04)), (extended, 10, 0x1B)])
    func `the answer to a scan is told from an advertisement`(packet: [UInt8], index: Int, type: UInt8) throws {
        #expect(try #require(AdvertisingReport.reports(inMonitorPacket: packet).first).isScanResponse == false)
        var answer = packet
        answer[index] = type
        #expect(try #require(AdvertisingReport.reports(inMonitorPacket: answer).first).isScanResponse)
    }

    /// Bits 5 and 6: all, more to come, cut off.
    @Test(arguments: [(UInt8(0x00), false), (0x20, true), (0x40, false)])
    func `a report that goes on in the next one says so`(type: UInt8, goesOn: Bool) throws {
        var packet = Self.extended
        packet[10] = type
        let report = try #require(AdvertisingReport.reports(inMonitorPacket: packet).first)
        #expect(report.goesOn == goesOn)
        #expect(report.isCutOff == (type == 0x40))
    }

    @Test func `127 is no strength`() throws {
        var packet = Self.legacy
        packet[packet.count - 1] = 127
        #expect(try #require(AdvertisingReport.reports(inMonitorPacket: packet).first).rssi == nil)
    }

    @Test(arguments: [legacy, extended])
    func `a packet that is cut off anywhere holds no report`(packet: [UInt8]) {
        for length in 0..<packet.count {
            #expect(AdvertisingReport.reports(inMonitorPacket: Array(packet.prefix(length))).isEmpty)
        }
    }

    @Test(arguments: [legacy, extended])
    func `no damage to a packet does harm`(packet: [UInt8]) {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            var damaged = packet
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<damaged.count, using: &generator)
                damaged[index] = UInt8.random(in: 0...255, using: &generator)
            }
            for report in AdvertisingReport.reports(inMonitorPacket: damaged) {
                #expect(report.data.count <= packet.count)
                #expect(report.rssi.map { (-127...20).contains($0) } ?? true)
            }
        }
    }

    @Test func `other packets hold no report`() {
        var generator = SeededGenerator(seed: 4)
        for length in 0...300 {
            let packet = (0..<length).map { _ in UInt8.random(in: 4...255, using: &generator) }
            #expect(AdvertisingReport.reports(inMonitorPacket: packet).isEmpty)
        }
    }
}

/// The bytes of annotated hexadecimal lines: pairs of digits up to the first double space after them.
func bytes(_ text: String) -> [UInt8] {
    text.split(separator: "\n").flatMap { line in
        line.split(separator: " ").prefix { $0.utf8.count == 2 && UInt8($0, radix: 16) != nil }
            .compactMap { UInt8($0, radix: 16) }
    }
}
