internal import Bluetooth

extension HCI {
    /// Takes little-endian fields off the parameters of a command.
    struct Reader {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) { rest = bytes[...] }

        mutating func bytes(_ count: Int) throws(Status) -> [UInt8] {
            guard count <= rest.count else { throw .invalidParameters }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }

        mutating func number<Number: FixedWidthInteger>(
            _: Number.Type = Number.self, octets: Int = Number.bitWidth / 8
        ) throws(Status) -> Number {
            var value: Number = 0
            for byte in try bytes(octets).reversed() { value = value << 8 | Number(truncatingIfNeeded: byte) }
            return value
        }

        mutating func number<Number: FixedWidthInteger>(in range: ClosedRange<Number>) throws(Status) -> Number {
            let value = try number(Number.self)
            guard range.contains(value) else { throw .invalidParameters }
            return value
        }

        mutating func flag() throws(Status) -> Bool { try number(in: UInt8(0)...1) == 1 }

        /// A connection handle; the reserved ones above 0x0EFF are no handles.
        mutating func handle() throws(Status) -> UInt16 { try number(in: 0...0x0EFF) }

        mutating func address() throws(Status) -> BluetoothAddress { BluetoothAddress(bits: try number(octets: 6)) }

        /// A type and an address; the types 2 and 3 are identities, public and random.
        mutating func linkAddress() throws(Status) -> LinkAddress {
            let kind = try number(in: UInt8(0)...3)
            return LinkAddress(try address(), isRandom: kind & 1 == 1)
        }

        mutating func end() throws(Status) {
            guard rest.isEmpty else { throw .invalidParameters }
        }
    }

    /// Puts little-endian fields together.
    struct Writer {
        private(set) var bytes: [UInt8]

        init(_ bytes: [UInt8] = []) { self.bytes = bytes }

        mutating func put(_ value: some FixedWidthInteger, octets: Int? = nil) {
            for index in 0..<(octets ?? value.bitWidth / 8) {
                bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
            }
        }

        mutating func put(_ address: BluetoothAddress) { put(address.bits, octets: 6) }
        mutating func put(_ more: [UInt8]) { bytes += more }
        mutating func put(_ status: Status) { bytes.append(status.rawValue) }
    }
}
