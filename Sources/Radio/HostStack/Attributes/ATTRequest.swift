import Bluetooth

/// What a client asks of the attribute server: Core Specification 5.4, volume 3, part F, sections 3.4.2 to 3.4.6.
enum ATTRequest: Hashable, Sendable {
    case exchangeMTU(UInt16)
    case findInformation(HandleRange)
    case findByTypeValue(HandleRange, BluetoothUUID, [UInt8])
    case readByType(HandleRange, BluetoothUUID)
    case read(UInt16)
    case readBlob(UInt16, offset: UInt16)
    case readMultiple([UInt16], isVariable: Bool)
    case readByGroupType(HandleRange, BluetoothUUID)
    case write(UInt16, [UInt8])
    case writeCommand(UInt16, [UInt8])
    case prepareWrite(UInt16, offset: UInt16, [UInt8])
    case executeWrite(isCommitted: Bool)

    /// Why bytes are no request.
    enum Invalid: Error {
        /// An opcode that is not known.
        case opcode
        /// Too many or too few bytes for the opcode, or a value that it does not allow.
        case content
    }

    init(opcode: UInt8, parameters: [UInt8]) throws(Invalid) {
        var reader = PDUReader(parameters)
        let request: ATTRequest? =
            switch opcode {
            case ATTOpcode.exchangeMTU: reader.number(UInt16.self).map(Self.exchangeMTU)
            case ATTOpcode.findInformation: reader.range().map(Self.findInformation)
            case ATTOpcode.findByTypeValue: Self.findByTypeValue(&reader)
            case ATTOpcode.readByType: reader.typedRange().map(Self.readByType)
            case ATTOpcode.read: reader.number(UInt16.self).map(Self.read)
            case ATTOpcode.readBlob: Self.readBlob(&reader)
            case ATTOpcode.readMultiple: Self.readMultiple(&reader, isVariable: false)
            case ATTOpcode.readMultipleVariable: Self.readMultiple(&reader, isVariable: true)
            case ATTOpcode.readByGroupType: reader.typedRange().map(Self.readByGroupType)
            case ATTOpcode.write: reader.number(UInt16.self).map { .write($0, reader.remainder()) }
            case ATTOpcode.writeCommand: reader.number(UInt16.self).map { .writeCommand($0, reader.remainder()) }
            case ATTOpcode.prepareWrite: Self.prepareWrite(&reader)
            case ATTOpcode.executeWrite: Self.executeWrite(&reader)
            default: throw .opcode
            }
        guard let request, reader.isAtEnd else { throw .content }
        self = request
    }

    private static func findByTypeValue(_ reader: inout PDUReader) -> ATTRequest? {
        guard let range = reader.range(), let type = reader.number(UInt16.self) else { return nil }
        return .findByTypeValue(range, BluetoothUUID(type), reader.remainder())
    }

    private static func readBlob(_ reader: inout PDUReader) -> ATTRequest? {
        guard let handle = reader.number(UInt16.self), let offset = reader.number(UInt16.self) else { return nil }
        return .readBlob(handle, offset: offset)
    }

    private static func readMultiple(_ reader: inout PDUReader, isVariable: Bool) -> ATTRequest? {
        var handles: [UInt16] = []
        while let handle = reader.number(UInt16.self) { handles.append(handle) }
        return handles.count >= 2 ? .readMultiple(handles, isVariable: isVariable) : nil
    }

    private static func prepareWrite(_ reader: inout PDUReader) -> ATTRequest? {
        guard let handle = reader.number(UInt16.self), let offset = reader.number(UInt16.self) else { return nil }
        return .prepareWrite(handle, offset: offset, reader.remainder())
    }

    private static func executeWrite(_ reader: inout PDUReader) -> ATTRequest? {
        guard let flags = reader.number(UInt8.self), flags <= 1 else { return nil }
        return .executeWrite(isCommitted: flags == 1)
    }
}

extension PDUReader {
    fileprivate mutating func range() -> HandleRange? {
        guard let first = number(UInt16.self), let last = number(UInt16.self) else { return nil }
        return HandleRange(first: first, last: last)
    }

    fileprivate mutating func typedRange() -> (HandleRange, BluetoothUUID)? {
        // A UUID of 32 bits never travels in this protocol.
        guard let range = range(), count != 4, let type = BluetoothUUID(littleEndian: remainder()) else { return nil }
        return (range, type)
    }
}
