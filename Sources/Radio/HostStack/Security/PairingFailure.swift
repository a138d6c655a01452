/// Why a pairing came to nothing.
public enum PairingFailure: Error, Hashable, Sendable {
    /// The tag has refused it.
    case refused(PairingFailureReason)
    /// The central has given up, with the code that it sent.
    case byPeer(code: UInt8)
    /// Nothing came for 30 s: no further pairing on this link.
    case timeout
    /// The link went away meanwhile.
    case linkLost
}

/// The reasons of a Pairing Failed: Core Specification 5.4, volume 3, part H, section 3.5.5.
public enum PairingFailureReason: UInt8, Error, Hashable, Sendable {
    case passkeyEntryFailed = 0x01
    case outOfBandNotAvailable = 0x02
    case authenticationRequirements = 0x03
    case confirmValueFailed = 0x04
    case pairingNotSupported = 0x05
    case encryptionKeySize = 0x06
    case commandNotSupported = 0x07
    case unspecified = 0x08
    case repeatedAttempts = 0x09
    case invalidParameters = 0x0A
    case checkValueFailed = 0x0B
    case numericComparisonFailed = 0x0C
    case keyRejected = 0x0F

    /// Whether somebody may have been guessing: what makes the next attempt wait.
    var isWrongGuess: Bool {
        switch self {
        case .confirmValueFailed, .checkValueFailed, .numericComparisonFailed, .passkeyEntryFailed: true
        case .outOfBandNotAvailable, .authenticationRequirements, .pairingNotSupported, .encryptionKeySize,
            .commandNotSupported, .unspecified, .repeatedAttempts, .invalidParameters,
            .keyRejected:
            false
        }
    }
}

extension PairingFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused(let reason): "The tag has refused to pair: \(reason)."
        case .byPeer(let code): "The central has ended the pairing with reason \(code)."
        case .timeout: "The central has said nothing for 30 s while pairing."
        case .linkLost: "The link was lost while pairing."
        }
    }
}
