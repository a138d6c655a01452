import Bluetooth

extension TagSighting {
    /// Whether the tag has nothing by which it is recognised once its address is another, as it is before long.
    var isRotating: Bool {
        guard !isBonded, identity == .address(address) else { return false }
        return addressKind?.rotates == true || isOfRotatingNetwork
    }

    /// Whether it belongs to a network whose tags change their addresses, and that keeps their keys to itself.
    ///
    /// By the networks' documents: Find My Network Accessory Specification, section 5; Find Hub Network Accessory
    /// Specification 1.3; for Samsung's, Yu and others, "Privacy Analysis of Samsung's Crowd-Sourced Bluetooth Location
    /// Tracking System" (2022). Their addresses look static in part, so that ``AddressKind`` does not tell.
    var isOfRotatingNetwork: Bool {
        // 004C: Apple.
        if advertisement.manufacturerData[0x004C].flatMap({ FindMyFrame($0) }) != nil { return true }
        return advertisement.serviceData.contains { service, data in
            switch service {
            case FMDNFrame.service: FMDNFrame(data) != nil
            case SmartTagFrame.service: SmartTagFrame(data) != nil
            default: false
            }
        }
    }
}
