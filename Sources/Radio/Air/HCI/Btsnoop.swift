public import Bluetooth
public import Tracking

/// The btsnoop file format of BlueZ: one header, then a record for each packet; all numbers are big-endian.
///
/// The data link is the Linux monitor's (2001), whose records tell adapter and kind, so that one file holds the packets
/// of several adapters. Described in BlueZ's `doc/btsnoop.txt`.
public struct Btsnoop: Hashable, Sendable {
    /// Which way a packet goes.
    public enum Direction: Hashable, Sendable {
        case toController
        case toHost
    }

    /// The moment at which the air's clock began.
    public let start: Timestamp

    /// What a file begins with.
    public var header: [UInt8] { Array("btsnoop\0".utf8) + Self.octets(UInt32(1)) + Self.octets(UInt32(2001)) }

    /// A packet, with the byte for its kind in front, as the file keeps it: without that byte; nothing for a kind that
    /// the format has not.
    public func record(_ packet: [UInt8], _ direction: Direction, adapter: UInt16, at time: AirTime) -> [UInt8] {
        guard let kind = Self.code(packet.first, direction) else { return [] }
        return record(Array(packet.dropFirst()), kind: kind, adapter: adapter, at: time)
    }

    /// The record that introduces an adapter by its controller's address: without it readers do not know the index.
    public func introduction(of address: BluetoothAddress, adapter: UInt16) -> [UInt8] {
        var writer = HCI.Writer([0, 0])
        writer.put(address)
        writer.put(Array("air\0\0\0\0\0".utf8))
        return record(writer.bytes, kind: 0, adapter: adapter, at: .zero)
    }

    private func record(_ data: [UInt8], kind: UInt32, adapter: UInt16, at time: AirTime) -> [UInt8] {
        let length = Self.octets(UInt32(clamping: data.count))
        // The format counts microseconds from the year 0; this many lie before 1970.
        let moment = 0x00DC_DDB3_0F2F_8000 + start.milliseconds * 1000 + time.microseconds
        let flags = UInt32(adapter) << 16 | kind
        return length + length + Self.octets(flags) + Self.octets(UInt32(0)) + Self.octets(moment) + data
    }

    private static func code(_ kind: UInt8?, _ direction: Direction) -> UInt32? {
        switch (kind, direction) {
        case (1, _): 2
        case (4, _): 3
        case (2, .toController): 4
        case (2, .toHost): 5
        default: nil
        }
    }

    private static func octets(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
