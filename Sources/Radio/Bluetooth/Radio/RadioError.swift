/// Why something could not be done over Bluetooth, in words for a person.
public enum RadioError: Error, Hashable, Sendable {
    /// There is no Bluetooth to be had: no service, no adapter, blocked, no permission. What, and what to do about it.
    case unavailable(String, advice: String)
    /// The tag is not heard at present.
    case unknownTag(BluetoothAddress)
    case connectionFailed(BluetoothAddress, reason: String)
    /// The link ended while something was under way.
    case disconnected(BluetoothAddress)
    case timedOut(BluetoothAddress, doing: String)
    case pairingFailed(BluetoothAddress, PairingFailure)
    case noCharacteristic(BluetoothUUID, BluetoothAddress)
    /// The tag refused, with the code of the attribute protocol where it is known.
    case refused(BluetoothAddress, doing: String, code: UInt8?)
    case failed(String)
}

/// Why a tag could not be paired.
public enum PairingFailure: Hashable, Sendable {
    /// The numbers did not agree, or the passkey was wrong.
    case authentication
    /// The tag refused before there was a number: one that keeps a bond from before may take no other.
    case refusedUnasked
    /// The person or the tag said no.
    case rejected
    case canceled
    case timedOut
    /// The tag has no room for another bond, or wants none.
    case refused(String)
}

extension RadioError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unavailable(let what, let advice): "\(what): \(advice)"
        case .unknownTag(let tag): "\(tag) is not heard at present: bring it near and wake it"
        case .connectionFailed(let tag, let reason): "\(tag) could not be connected: \(reason)"
        case .disconnected(let tag): "\(tag) broke the link"
        case .timedOut(let tag, let doing): "\(tag) did not answer in time, \(doing)"
        case .pairingFailed(let tag, let failure): "\(tag) could not be paired: \(failure)"
        case .noCharacteristic(let uuid, let tag): "\(tag) has no characteristic \(uuid)"
        case .refused(let tag, let doing, let code):
            "\(tag) refused, \(doing)" + (code.map { " (attribute error 0x\(String($0, radix: 16)))" } ?? "")
        case .failed(let reason): reason
        }
    }
}

extension PairingFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .authentication: "the numbers did not agree"
        case .refusedUnasked: "it refused; if it was paired before, reset it and try again"
        case .rejected: "one side said no"
        case .canceled: "it was cancelled"
        case .timedOut: "nobody answered in time"
        case .refused(let reason): reason
        }
    }
}
