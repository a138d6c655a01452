public import Tracking

/// Why a device cannot be made an item, or taken off the items.
public enum ItemRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody has heard where it is.
    case unheard(DeviceID)
    /// Distances are measured from it; whether somebody has said so, with `--phone`.
    case phone(DeviceID, isConfigured: Bool)
    /// It is the item of a tracker that is told what it is.
    case tracker(DeviceID)

    public var description: String {
        switch self {
        case .unheard(let device):
            "no position of \(device) has been heard: it can be added once it has sent one"
        case .phone(let device, true):
            "\(device) is the phone that the distances of \(device.owner) are measured from: "
                + "start Tagalong with another one, --phone \(device.owner)=DEVICE, and add it then"
        case .phone(let device, false):
            "\(device) is what the distances of \(device.owner) are measured from, as no other phone is known: "
                + "start Tagalong with --phone \(device.owner)=DEVICE, which names the phone, and add it then"
        case .tracker(let device):
            "\(device) is a tracker that is told what it is: "
                + "'tagalong set \(device)' renames it, and 'tagalong delete \(device)' releases it"
        }
    }
}
