import Bluetooth
import SystemBus

/// What a failure on the bus means to a person.
extension RadioError {
    static let noService = RadioError.unavailable(
        "bluetoothd is not running", advice: "install the package bluez and run `systemctl start bluetooth`"
    )
    static let noAdapter = RadioError.unavailable(
        "there is no Bluetooth adapter", advice: "plug one in, and see with `bluetoothctl list` that it is there"
    )
    static let blocked = RadioError.unavailable(
        "Bluetooth is blocked", advice: "run `rfkill unblock bluetooth`, or use the switch for flight mode"
    )
    /// BlueZ before 5.84 leaves a characteristic with a program whose link was lost while it took it.
    private static let taken = "another program has its values to itself, or had; end it, or restart bluetoothd"
    static let cancelled = RadioError.failed("it was cancelled")
    static let denied = RadioError.unavailable(
        "bluetoothd refuses this program",
        advice: "run it as root or as a member of the group bluetooth, whom the D-Bus policy admits"
    )

    static func poweredOff(_ adapter: String) -> RadioError {
        .unavailable(
            "the adapter \(adapter) is switched off", advice: "run `bluetoothctl power on`, or give --power-on"
        )
    }

    static func noBus(_ error: BusError) -> RadioError {
        .unavailable("the system's message bus cannot be reached (\(error.words))", advice: "start the service dbus")
    }

    static func notChosen(_ wanted: [String]) -> RadioError {
        .unavailable(
            "there is no Bluetooth adapter \(wanted.joined(separator: " or "))",
            advice: "see with `bluetoothctl list` which ones there are"
        )
    }

    /// A failure that says something about Bluetooth altogether, whatever was asked; nil for all others.
    init?(general error: BusError) {
        switch error {
        case .disconnected, .closed: self = .noBus(error)
        case .cancelled: self = .cancelled
        case .failed, .timedOut, .nameTaken, .invalid:
            switch error.kind {
            case .blocked: self = .blocked
            case .accessDenied: self = .denied
            case .serviceUnknown, .nameHasNoOwner, .noReply: self = .noService
            case .notReady: self = .poweredOff("for this tag")
            default: return nil
            }
        }
    }

    /// Why a tag could not be connected.
    init(connecting tag: BluetoothAddress, _ error: BusError) {
        if let general = RadioError(general: error) {
            self = general
        } else if case .timedOut = error {
            self = .timedOut(tag, doing: "connecting")
        } else if error.isUnknownObject {
            self = .unknownTag(tag)
        } else {
            self = .connectionFailed(tag, reason: error.words)
        }
    }

    /// Why a tag could not be paired.
    init(pairing tag: BluetoothAddress, _ error: BusError) {
        if case .cancelled = error {
            self = .pairingFailed(tag, .canceled)
        } else if case .timedOut = error {
            self = .pairingFailed(tag, .timedOut)
        } else {
            switch error.kind {
            case .authenticationCanceled, .canceled: self = .pairingFailed(tag, .canceled)
            case .authenticationFailed: self = .pairingFailed(tag, .authentication)
            case .authenticationRejected, .rejected: self = .pairingFailed(tag, .rejected)
            case .authenticationTimeout: self = .pairingFailed(tag, .timedOut)
            case .connectionAttemptFailed: self = .connectionFailed(tag, reason: error.words)
            case .notConnected: self = .disconnected(tag)
            case .unknownObject, .unknownMethod, .doesNotExist: self = .unknownTag(tag)
            default: self = RadioError(general: error) ?? .pairingFailed(tag, .refused(error.words))
            }
        }
    }

    /// Why an attribute of a tag could not be read, written or subscribed to.
    init(_ error: BusError, _ tag: BluetoothAddress, doing: String) {
        if case .timedOut = error {
            self = .timedOut(tag, doing: doing)
            return
        }
        switch error.kind {
        case .notConnected: self = .disconnected(tag)
        case .notPermitted where error.words.contains("Not paired"):
            self = .refused(tag, doing: "\(doing): it wants to be paired first", code: 0x05)
        case .notPermitted where error.words.contains("Notify acquired"):
            self = .refused(tag, doing: "\(doing): \(Self.taken)", code: nil)
        case .notPermitted where error.words.contains("Write acquired"):
            self = .refused(tag, doing: "\(doing): another program keeps others from writing; end it", code: nil)
        case .notPermitted: self = .refused(tag, doing: "\(doing): it does not permit that", code: nil)
        case .notAuthorized: self = .refused(tag, doing: "\(doing): it authorises nobody", code: 0x08)
        case .notSupported: self = .refused(tag, doing: "\(doing): it does not support that", code: 0x06)
        case .invalidOffset: self = .refused(tag, doing: doing, code: 0x07)
        case .invalidValueLength: self = .refused(tag, doing: "\(doing): the value has a wrong length", code: 0x0D)
        case .inProgress: self = .failed("\(tag) is still busy with the request before, \(doing)")
        case .failed where error.words == "Not connected": self = .disconnected(tag)
        case .failed: self = .refused(tag, doing: doing, code: error.attributeCode)
        case .unknownObject, .unknownMethod, .doesNotExist: self = .disconnected(tag)
        default: self = RadioError(general: error) ?? .failed("\(doing) on \(tag) failed: \(error.words)")
        }
    }
}
