import Bluetooth

/// Reads bytes that may end anywhere.
struct ByteCursor {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func uint8() -> UInt8? { bytes(1)?.first }
    mutating func uint16() -> UInt16? { bytes(2).map { $0.reversed().reduce(0) { $0 << 8 | UInt16($1) } } }

    mutating func address() -> BluetoothAddress? {
        bytes(6).map { BluetoothAddress(bits: $0.reversed().reduce(0) { $0 << 8 | UInt64($1) }) }
    }
}
