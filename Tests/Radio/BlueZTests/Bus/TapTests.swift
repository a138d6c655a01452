import Bluetooth
import ServerSupport
import TestSupport
import Testing

@testable import BlueZ

struct TapTests {
    /// A report of the tag as the monitor channel passes it on: header, LE meta event, one legacy report without data.
    private static func report(_ rssi: Int8, type: UInt8 = 0x00) throws -> AdvertisingReport {
        let header: [UInt8] = [0x03, 0x00, 0x00, 0x00, 0x0E, 0x00]
        let event: [UInt8] = [0x3E, 0x0C, 0x02, 0x01, type, 0x01]
        let address: [UInt8] = [0x01, 0x00, 0x00, 0x00, 0x00, 0xC0]
        let packet = header + event + address + [0x00, UInt8(bitPattern: rssi)]
        return try #require(AdvertisingReport.reports(inMonitorPacket: packet).first)
    }

    @Test func `the answer to a scan is no report of its own`() async throws {
        try await withBench { bench in
            #expect(await bench.hear(-60))
            await bench.radio.notice(try Self.report(-62))
            await bench.radio.notice(try Self.report(-90, type: 0x04))
            await bench.radio.notice(try Self.report(-63))
            #expect(await bench.until { bench.log.strengths.count >= 3 })
            #expect(bench.log.strengths == [-60, -62, -63])
        }
    }

    @Test func `a strength that both the kernel and bluetoothd tell counts once`() async throws {
        try await withBench { bench in
            #expect(await bench.hear(-60))
            await bench.radio.notice(try Self.report(-62))
            #expect(await bench.until { bench.log.strengths == [-60, -62] })
            let before = bench.log.sightings.count
            try await bench.fake.hear(Bench.tag, by: "hci0", rssi: -72)
            #expect(await bench.until { bench.log.sightings.count > before })
            #expect(bench.log.strengths == [-60, -62])
            #expect(bench.log.sightings.filter(\.isReport).count == 2)
            // Once the kernel tells nothing more, bluetoothd's count again.
            bench.clock.advance(by: .seconds(10))
            try await bench.fake.hear(Bench.tag, by: "hci0", rssi: -82)
            #expect(await bench.until { bench.log.strengths == [-60, -62, -82] })
        }
    }

    @Test func `data that bluetoothd drops are taken from the kernel's report, and its strength counts once`()
        async throws
    {
        try await withBench { bench in
            #expect(await bench.hear(-60))
            let report = LongReport()
            for packet in [report.packet(rssi: -62), report.packet(rssi: -63)] {
                await bench.radio.notice(try #require(AdvertisingReport.reports(inMonitorPacket: packet).first))
            }
            #expect(await bench.until { bench.log.strengths == [-60, -62, -63] })
            #expect(bench.log.sightings.last?.advertisement.serviceData == [EddystoneFrame.service: LongReport.frame])
            // What bluetoothd tells later, which lacks it, takes nothing away.
            let before = bench.log.sightings.count
            try await bench.fake.hear(Bench.tag, by: "hci0", rssi: -72)
            #expect(await bench.until { bench.log.sightings.count > before })
            #expect(bench.log.sightings.last?.advertisement.serviceData == [EddystoneFrame.service: LongReport.frame])
            #expect(bench.log.strengths == [-60, -62, -63])
        }
    }

    @Test func `a report without a strength tells its data all the same, once`() async throws {
        try await withBench { bench in
            #expect(await bench.hear(-60))
            let before = bench.log.sightings.count
            for _ in 0..<3 {
                let packet = LongReport().packet(rssi: 127)
                await bench.radio.notice(try #require(AdvertisingReport.reports(inMonitorPacket: packet).first))
            }
            #expect(await bench.until { bench.log.sightings.count > before })
            await bench.radio.notice(try Self.report(-62))
            #expect(await bench.until { bench.log.strengths == [-60, -62] })
            #expect(bench.log.sightings.count == before + 2)
            #expect(bench.log.sightings.last?.advertisement.serviceData[EddystoneFrame.service] == LongReport.frame)
        }
    }

    @Test func `of two adapters that hear one tag each tells its own reports, and counts none of the other's`()
        async throws
    {
        try await withBench { bench in
            try await bench.fake.plug("hci1", FakeBlueZ.Adapter(address: "00:00:00:00:00:02"))
            #expect(
                await bench.until(.milliseconds(100)) {
                    await bench.radio.adapters.filter { $0.health == .scanning }.count == 2
                })
            #expect(await bench.hear(-60))
            #expect(await bench.hear(-80, by: "hci1"))
            // The kernel's reports of the first go before bluetoothd's of the first only.
            await bench.radio.notice(try Self.report(-62))
            #expect(await bench.hear(-81, by: "hci1"))
            let before = bench.log.sightings.count
            try await bench.fake.hear(Bench.tag, by: "hci0", rssi: -63)
            #expect(await bench.until { bench.log.sightings.count > before })
            let told = bench.log.sightings.filter { $0.rssi != nil }
            #expect(told.filter { $0.adapter == Bench.adapterAddress }.map(\.rssi) == [-60, -62])
            #expect(told.filter { $0.adapter != Bench.adapterAddress }.map(\.rssi) == [-80, -81])
            #expect(Set(told.map(\.tag)) == [Bench.tagAddress])
        }
    }
}
