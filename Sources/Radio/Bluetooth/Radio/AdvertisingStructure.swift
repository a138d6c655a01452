/// The types of advertising structures that are read and written here.
///
/// Assigned Numbers, section 2.3; Core Specification Supplement 11, part A, section 1.
enum AdvertisingStructure {
    static let flags: UInt8 = 0x01
    static let someServices16: UInt8 = 0x02
    static let services16: UInt8 = 0x03
    static let someServices32: UInt8 = 0x04
    static let services32: UInt8 = 0x05
    static let someServices128: UInt8 = 0x06
    static let services128: UInt8 = 0x07
    static let shortName: UInt8 = 0x08
    static let name: UInt8 = 0x09
    static let txPower: UInt8 = 0x0A
    static let serviceData16: UInt8 = 0x16
    static let serviceData32: UInt8 = 0x20
    static let serviceData128: UInt8 = 0x21
    static let manufacturer: UInt8 = 0xFF
}
