import Bluetooth
import Tracking

/// Why a link to a tag is of no use, in one sentence.
enum LinkError: Error, Hashable, CustomStringConvertible {
    case radio(RadioError)
    /// What answers is another one.
    case otherTracker(DeviceID, found: TrackerNumber)
    /// The tracker has forgotten its owner.
    case reset(DeviceID)
    case malformed(DeviceID, GATTValueError)

    var description: String {
        switch self {
        case .radio(let error): "\(error)"
        case .otherTracker(let device, let found): "what answers in the place of \(device) is tracker \(found)"
        case .reset(let device): "\(device) has been reset: forget it and pair it again"
        case .malformed(let device, let error): "\(device): \(error)"
        }
    }
}
