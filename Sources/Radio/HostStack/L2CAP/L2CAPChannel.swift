/// The fixed channels of an LE link: Core Specification 5.4, volume 3, part A, section 2.1.
enum L2CAPChannel: UInt16, Sendable {
    case attributes = 0x0004
    case signalling = 0x0005
    case security = 0x0006
}
