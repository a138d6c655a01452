import Bluetooth
import Foundation
import Testing
import Tracking

@testable import tagalong

struct ScanRecordingTests {
    private static let start = Timestamp(seconds: 1_800_000_000)
    private static let tag = BluetoothAddress(bits: 0xCBB8_334C_884F)

    private func sighting(
        _ advertisement: Advertisement, from tag: BluetoothAddress = tag, rssi: Int? = -61
    ) -> Sighting {
        Sighting(tag: tag, adapter: BluetoothAddress(bits: 1), advertisement: advertisement, rssi: rssi)
    }

    @Test func `the first line tells what the file is`() {
        let recording = ScanRecording(library: .standard, from: Self.start)
        #expect(
            recording.heading.line
                == #"{"recording":"tagalong scan","version":1,"started":"2027-01-15T08:00:00.000Z"}"#
        )
    }

    @Test func `a line has all that was advertised, and of the address the first byte`() {
        var recording = ScanRecording(library: .standard, from: Self.start)
        let advertisement = Advertisement(
            name: "iTAG",
            services: [BluetoothUUID(0x180F), BluetoothUUID(0xFFE0)],
            serviceData: [BluetoothUUID(0xFE33): [0x10, 0x01]],
            manufacturerData: [0x0499: [0x05, 0xAB]],
            txPower: -4
        )
        let line = recording.line(sighting(advertisement), at: Self.start.advanced(by: .milliseconds(1250)))
        #expect(
            line.line
                == #"{"seconds":1.25,"tag":1,"address":"CB:…","rssi":-61,"tx_power_dbm":-4,"name":"iTAG","#
                + #""services":["180F","FFE0"],"service_data":{"FE33":"1001"},"manufacturer_data":{"0499":"05AB"}}"#
        )
    }

    @Test func `the type of an address is told where it is known`() {
        var recording = ScanRecording(library: .standard, from: Self.start)
        var sighting = sighting(Advertisement(), rssi: nil)
        sighting.addressKind = .resolvable
        let line = recording.line(sighting, at: Self.start).line
        #expect(line == #"{"seconds":0.0,"tag":1,"address":"CB:…","address_type":"resolvable"}"#)
    }

    @Test func `an address is a number, which it keeps`() {
        var recording = ScanRecording(library: .standard, from: Self.start)
        let other = BluetoothAddress(bits: 0x4000_0000_0001)
        let lines = [Self.tag, other, Self.tag].map {
            recording.line(sighting(Advertisement(), from: $0, rssi: nil), at: Self.start).line
        }
        #expect(lines[0] == #"{"seconds":0.0,"tag":1,"address":"CB:…"}"#)
        #expect(lines[1] == #"{"seconds":0.0,"tag":2,"address":"40:…"}"#)
        #expect(lines[2] == lines[0])
    }

    /// The data of a RuuviTag ends with its address, that of a Minew beacon has it the other way round.
    @Test(arguments: [
        ([0x00, 0xCD, 0xCB, 0xB8, 0x33, 0x4C, 0x88, 0x4F] as [UInt8], "00CD000000000000"),
        ([0x64, 0x4F, 0x88, 0x4C, 0x33, 0xB8, 0xCB, 0x50], "6400000000000050"),
        ([0xCB, 0xB8, 0x33, 0x4C, 0x88], "CBB8334C88"), ([], ""),
    ])
    func `an address in the data is zeros`(data: [UInt8], told: String) {
        var recording = ScanRecording(library: .standard, from: Self.start)
        let line = recording.line(sighting(Advertisement(manufacturerData: [0x0499: data])), at: Self.start)
        #expect(line.line.hasSuffix(#""manufacturer_data":{"0499":"\#(told)"}}"#))
    }

    @Test func `a file begins with its heading and has a line for each sighting`() throws {
        let path = NSTemporaryDirectory() + "recording-\(UUID().uuidString).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try RecordingFile(path: path, library: .standard, from: Self.start)
        try file.record(sighting(Advertisement(name: "Tag")), at: Self.start)
        try file.close()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2 && lines[1].contains(#""name":"Tag""#))
    }
}
