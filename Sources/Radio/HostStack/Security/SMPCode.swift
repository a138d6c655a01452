/// The codes of the Security Manager Protocol: Core Specification 5.4, volume 3, part H, section 3.3.
enum SMPCode: UInt8, Sendable {
    case pairingRequest = 0x01
    case pairingResponse = 0x02
    case pairingConfirm = 0x03
    case pairingRandom = 0x04
    case pairingFailed = 0x05
    case encryptionInformation = 0x06
    case centralIdentification = 0x07
    case identityInformation = 0x08
    case identityAddress = 0x09
    case signingInformation = 0x0A
    case securityRequest = 0x0B
    case publicKey = 0x0C
    case checkValue = 0x0D
    case keypress = 0x0E

    /// How many bytes follow the code.
    var length: Int {
        switch self {
        case .pairingRequest, .pairingResponse: 6
        case .pairingConfirm, .pairingRandom, .encryptionInformation, .identityInformation: 16
        case .signingInformation, .checkValue: 16
        case .pairingFailed, .securityRequest, .keypress: 1
        case .centralIdentification: 10
        case .identityAddress: 7
        case .publicKey: 64
        }
    }
}
