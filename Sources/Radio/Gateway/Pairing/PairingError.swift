public import Bluetooth
public import Tracking

/// Why a tag could not be paired, in one sentence; both sides are as before then.
public enum PairingError: Error, Hashable, Sendable {
    case item(ItemName.Invalid)
    /// An owner's name that stands where it must not.
    case owner(Name)
    /// All names that follow from the thing's are taken.
    case noFreeName(ItemName)
    case registration(Registration.Invalid)
    /// There is no adapter, or none has power.
    case bluetoothOff(String)
    case notFound(String)
    /// Its profile is not known: nothing can be done with it.
    case unknownKind(String)
    /// Its address is another before long, and nothing else tells who it is.
    case rotating(String)
    /// The tracker has another owner.
    case otherOwner(TrackerNumber)
    case radio(RadioError)
    case malformed(GATTValueError)
    /// The link broke when the tracker was to confirm, and it is not reached: it may be bound already.
    case unsure(RadioError)
    /// The tracker did not answer the registration.
    case silent
    case registry(RegistryError)
    /// The broker's owner gives the tracker no credential, or does not take it back.
    case credential(String)
    case busClosed
    case cancelled
}

extension PairingError {
    /// Whether the tracker may be bound already.
    var isUnsure: Bool { if case .unsure = self { true } else { false } }
}

extension PairingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .item(let error): "\(error)"
        case .owner(let name): "no owner can be called '\(name)': the name has another meaning in topics"
        case .noFreeName(let item):
            "too many tags are called like '\(item)' already: say how the tracker is to be called"
        case .registration(let error): "\(error)"
        case .bluetoothOff(let found):
            "Bluetooth is off (\(found)): turn it on, with 'rfkill unblock bluetooth' and 'bluetoothctl power on'"
        case .notFound(let tag): "\(tag) is not heard: bring it near, wake it by its button, and try again"
        case .unknownKind(let tag): "\(tag) is no kind of tag that a profile describes"
        case .rotating(let tag):
            "\(tag) changes its address every few minutes and bonds with nobody here, so it would not be recognised for "
                + "long: give its owner's keys with 'tagalong pair --key FILE', or leave it to its maker's app"
        case .otherOwner(let number):
            "tracker \(number) has another owner, who has to unregister it first, or somebody has to reset it"
        case .radio(let error): "\(error)"
        case .malformed(let error): "the tag answered nonsense: \(error)"
        case .unsure(let error): "the pairing broke off at its last step (\(error)): pair the tag once more"
        case .silent: "the tracker did not answer the registration in time"
        case .registry(let error): "\(error)"
        case .credential(let reason): "the tracker's credential for the broker: \(reason)"
        case .busClosed: "the connection to the broker has been closed"
        case .cancelled: "stopped before the end; nothing has changed"
        }
    }
}
