/// The parameters of a Pairing Request or Response: Core Specification 5.4, volume 3, part H, section 3.5.1.
struct PairingFeatures: Hashable, Sendable {
    /// The bits of the authentication requirements: table 3.4.
    struct Requirements: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let bonding = Self(rawValue: 0x01)
        static let protection = Self(rawValue: 0x04)
        static let secureConnections = Self(rawValue: 0x08)
    }

    /// The keys that a side hands over once the link is encrypted: section 3.6.1.
    struct Keys: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let encryption = Self(rawValue: 0x01)
        static let identity = Self(rawValue: 0x02)
        static let signing = Self(rawValue: 0x04)
    }

    var inputOutput: InputOutput
    var hasOutOfBand: Bool
    var requirements: Requirements
    /// The longest key in bytes: 7 to 16.
    var keySize: UInt8
    var initiatorKeys: Keys
    var responderKeys: Keys

    /// Nil for bytes that the specification does not allow.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 6, let inputOutput = InputOutput(rawValue: bytes[0]), bytes[1] <= 1,
            (7...16).contains(bytes[3])
        else { return nil }
        self.inputOutput = inputOutput
        hasOutOfBand = bytes[1] == 1
        requirements = Requirements(rawValue: bytes[2])
        keySize = bytes[3]
        initiatorKeys = Keys(rawValue: bytes[4])
        responderKeys = Keys(rawValue: bytes[5])
    }

    init(_ settings: SecuritySettings) {
        inputOutput = settings.inputOutput
        hasOutOfBand = false
        requirements = settings.requirements
        keySize = UInt8(settings.keySizes.upperBound)
        initiatorKeys = []
        responderKeys = []
    }

    var wantsBond: Bool { requirements.rawValue & 0x03 == Requirements.bonding.rawValue }

    var bytes: [UInt8] {
        [
            inputOutput.rawValue, hasOutOfBand ? 1 : 0, requirements.rawValue, keySize, initiatorKeys.rawValue,
            responderKeys.rawValue,
        ]
    }

    /// IOcapA or IOcapB for f6: the requirements first.
    var capabilities: [UInt8] { [requirements.rawValue, hasOutOfBand ? 1 : 0, inputOutput.rawValue] }
}
