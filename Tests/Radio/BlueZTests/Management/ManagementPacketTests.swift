import Bluetooth
import Testing

@testable import BlueZ

/// The kernel's management interface, byte for byte (BlueZ, doc/mgmt-api.txt).
struct ManagementPacketTests {
    private static let peer = ManagementAddress(address: BluetoothAddress(bits: 0xC0FF_EE00_1234), kind: 2)
    private static let peerBytes: [UInt8] = [0x34, 0x12, 0x00, 0xEE, 0xFF, 0xC0, 0x02]

    @Test func `commands are written as the kernel reads them`() {
        #expect(ManagementCommand.connections(of: 1).bytes == [0x15, 0x00, 0x01, 0x00, 0x00, 0x00])
        let asked = ManagementCommand.information(of: Self.peer, on: 258).bytes
        #expect(asked == [0x31, 0x00, 0x02, 0x01, 0x07, 0x00] + Self.peerBytes)
    }

    @Test func `a strength, and that there is none, is read`() {
        // Command complete of 0x0031 on hci1, success; the tag's power and the most it can have follow the strength.
        func answer(_ rssi: UInt8) -> [UInt8] {
            [0x01, 0x00, 0x01, 0x00, 0x0D, 0x00, 0x31, 0x00, 0x00] + Self.peerBytes + [rssi, 0x7F, 0x7F]
        }
        #expect(ManagementEvent(answer(0xB5)) == .strength(-75, of: Self.peer, controller: 1))
        for none: UInt8 in [0x7F, 0] {
            #expect(ManagementEvent(answer(none)) == .strength(nil, of: Self.peer, controller: 1))
        }
    }

    @Test func `the connections of a controller are read`() {
        let other: [UInt8] = [0x06, 0x05, 0x04, 0x03, 0x02, 0x01, 0x00]
        let packet = [0x01, 0x00, 0x00, 0x00, 0x13, 0x00, 0x15, 0x00, 0x00, 0x02, 0x00] + Self.peerBytes + other
        let phone = ManagementAddress(address: BluetoothAddress(bits: 0x0102_0304_0506), kind: 0)
        #expect(ManagementEvent(packet) == .connections([Self.peer, phone], controller: 0))
        #expect(!phone.isLowEnergy && Self.peer.isLowEnergy)
    }

    @Test(arguments: [(UInt8(1), true), (0, false), (2, false), (3, false), (4, false), (5, false)])
    func `of the reasons for which a link ends only the timeout counts`(reason: UInt8, isLoss: Bool) {
        let packet = [0x0C, 0x00, 0x00, 0x00, 0x08, 0x00] + Self.peerBytes + [reason]
        #expect(ManagementEvent(packet) == (isLoss ? .timedOut(Self.peer, controller: 0) : nil))
    }

    @Test func `a kernel that tells nothing says so`() {
        #expect(ManagementEvent([0x02, 0x00, 0x00, 0x00, 0x03, 0x00, 0x15, 0x00, 0x14]) == .forbidden)
        #expect(ManagementEvent([0x01, 0x00, 0x00, 0x00, 0x03, 0x00, 0x31, 0x00, 0x14]) == .forbidden)
        // Not powered, and not connected, are no reasons never to ask again.
        #expect(ManagementEvent([0x02, 0x00, 0x00, 0x00, 0x03, 0x00, 0x15, 0x00, 0x0F]) == nil)
        let gone = [0x01, 0x00, 0x00, 0x00, 0x0A, 0x00, 0x31, 0x00, 0x02] + Self.peerBytes
        #expect(ManagementEvent(gone) == nil)
    }

    @Test(arguments: [true, false]) func `a kernel wants a capability where it says so`(isForbidden: Bool) {
        let reason = BluetoothSocket.Unavailable.ended(isForbidden: isForbidden).description
        #expect(reason.contains("CAP_NET_ADMIN") == isForbidden)
    }

    @Test func `what is cut off anywhere is nothing`() {
        let packets: [[UInt8]] = [
            [0x01, 0x00, 0x01, 0x00, 0x0D, 0x00, 0x31, 0x00, 0x00] + Self.peerBytes + [0xB5, 0x7F, 0x7F],
            [0x01, 0x00, 0x00, 0x00, 0x0C, 0x00, 0x15, 0x00, 0x00, 0x01, 0x00] + Self.peerBytes,
            [0x0C, 0x00, 0x00, 0x00, 0x08, 0x00] + Self.peerBytes + [1],
        ]
        for packet in packets {
            #expect(ManagementEvent(packet) != nil)
            for length in 0..<packet.count { #expect(ManagementEvent(Array(packet.prefix(length))) == nil) }
        }
    }
}
