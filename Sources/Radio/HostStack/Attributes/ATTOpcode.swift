/// The opcodes of the attribute protocol: Core Specification 5.4, volume 3, part F, section 3.4.8.
enum ATTOpcode {
    static let errorResponse: UInt8 = 0x01
    static let exchangeMTU: UInt8 = 0x02
    static let findInformation: UInt8 = 0x04
    static let findByTypeValue: UInt8 = 0x06
    static let readByType: UInt8 = 0x08
    static let read: UInt8 = 0x0A
    static let readBlob: UInt8 = 0x0C
    static let readMultiple: UInt8 = 0x0E
    static let readByGroupType: UInt8 = 0x10
    static let write: UInt8 = 0x12
    static let prepareWrite: UInt8 = 0x16
    static let executeWrite: UInt8 = 0x18
    static let notification: UInt8 = 0x1B
    static let indication: UInt8 = 0x1D
    static let confirmation: UInt8 = 0x1E
    static let readMultipleVariable: UInt8 = 0x20
    static let writeCommand: UInt8 = 0x52

    /// A response has the number of its request and 1.
    static func response(to request: UInt8) -> UInt8 { request &+ 1 }

    /// What only a server sends: a server that receives it passes it over.
    static let fromServer: Set<UInt8> = [
        0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x1B, 0x21, 0x23,
    ]
}
