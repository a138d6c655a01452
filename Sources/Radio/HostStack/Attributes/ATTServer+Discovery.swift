import Bluetooth

/// How a client finds out what there is: Core Specification 5.4, volume 3, part F, sections 3.4.3 and 3.4.4.
extension ATTServer {
    func findInformation(_ range: HandleRange, to output: inout LinkOutput) {
        let opcode = ATTOpcode.findInformation
        guard range.isValid else { return fail(opcode, range.first, .invalidHandle, to: &output) }
        let found = database.attributes(in: range)
        guard let first = found.first else { return fail(opcode, range.first, .attributeNotFound, to: &output) }
        let length = first.type.littleEndian.count
        let entries = found.prefix { $0.type.littleEndian.count == length }.prefix((bearer.mtu - 2) / (2 + length))
        let list = entries.flatMap { $0.handle.littleEndianBytes + $0.type.littleEndian }
        output.send([ATTOpcode.response(to: opcode), length == 2 ? 1 : 2] + list, on: .attributes)
    }

    func find(_ range: HandleRange, _ type: BluetoothUUID, _ value: [UInt8], to output: inout LinkOutput) {
        let opcode = ATTOpcode.findByTypeValue
        guard range.isValid else { return fail(opcode, range.first, .invalidHandle, to: &output) }
        // Only what never changes is compared: what cannot be read at once does not match, as the section allows.
        let found = database.attributes(in: range).lazy.filter { $0.type == type && $0.fixedValue == value }
        let list = found.prefix((bearer.mtu - 1) / 4).flatMap {
            $0.handle.littleEndianBytes + $0.groupEnd.littleEndianBytes
        }
        guard !list.isEmpty else { return fail(opcode, range.first, .attributeNotFound, to: &output) }
        output.send([ATTOpcode.response(to: opcode)] + list, on: .attributes)
    }

    mutating func readByType(_ range: HandleRange, _ type: BluetoothUUID, to output: inout LinkOutput) {
        let opcode = ATTOpcode.readByType
        guard range.isValid else { return fail(opcode, range.first, .invalidHandle, to: &output) }
        let found = database.attributes(in: range).filter { $0.type == type }
        guard !found.isEmpty else { return fail(opcode, range.first, .attributeNotFound, to: &output) }
        bearer.job = ATTJob(opcode, .readByType, found.map { .read($0.handle) })
    }

    func readByGroupType(_ range: HandleRange, _ type: BluetoothUUID, to output: inout LinkOutput) {
        let opcode = ATTOpcode.readByGroupType
        guard range.isValid else { return fail(opcode, range.first, .invalidHandle, to: &output) }
        guard type == AttributeType.primaryService || type == AttributeType.secondaryService else {
            return fail(opcode, range.first, .unsupportedGroupType, to: &output)
        }
        let found = database.attributes(in: range).filter { $0.type == type }
        guard let length = found.first?.fixedValue?.count else {
            return fail(opcode, range.first, .attributeNotFound, to: &output)
        }
        let same = found.prefix { $0.fixedValue?.count == length }.prefix((bearer.mtu - 2) / (4 + length))
        let list = same.flatMap {
            $0.handle.littleEndianBytes + $0.groupEnd.littleEndianBytes + ($0.fixedValue ?? [])
        }
        output.send([ATTOpcode.response(to: opcode), UInt8(4 + length)] + list, on: .attributes)
    }
}
