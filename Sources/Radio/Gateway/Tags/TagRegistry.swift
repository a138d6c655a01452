public import Bluetooth
public import Tracking

/// The tags that are registered at a gateway.
///
/// No two have a device, an identity or an address in common.
public struct TagRegistry: Hashable, Sendable {
    private var byDevice: [DeviceID: TagEntry] = [:]
    private var byName: [TagIdentity: DeviceID] = [:]

    /// Why a tag cannot be added.
    public enum Conflict: Error, Hashable, Sendable, CustomStringConvertible {
        /// The device is another tag already.
        case device(DeviceID)
        /// The tag is registered already.
        case tag(TagIdentity, as: DeviceID)

        public var description: String {
            switch self {
            case .device(let device): "\(device) is another tag already: forget that one first, or choose another name"
            case .tag(let identity, let device): "\(identity.text) is paired already, as \(device)"
            }
        }
    }

    public init() {}

    /// In the order of their devices.
    public var entries: [TagEntry] { byDevice.values.sorted { $0.device < $1.device } }

    public subscript(device: DeviceID) -> TagEntry? { byDevice[device] }

    /// The tag of an identity or address.
    public subscript(identity: TagIdentity) -> TagEntry? { byName[identity].flatMap { byDevice[$0] } }

    /// Adds a tag.
    ///
    /// - Throws: ``Conflict`` when another one has something in common with it; nothing has changed then.
    public mutating func add(_ entry: TagEntry) throws(Conflict) {
        guard byDevice[entry.device] == nil else { throw .device(entry.device) }
        for name in entry.names {
            if let other = byName[name] { throw .tag(name, as: other) }
        }
        byDevice[entry.device] = entry
        for name in entry.names { byName[name] = entry.device }
    }

    /// Removes a tag, and answers with it; nil when there is none.
    @discardableResult
    public mutating func remove(_ device: DeviceID) -> TagEntry? {
        guard let entry = byDevice.removeValue(forKey: device) else { return nil }
        for name in entry.names { byName[name] = nil }
        return entry
    }

    /// Keeps with a tag how strongly it is heard, nil for as its profile says; false when there is no such tag.
    public mutating func calibrate(_ device: DeviceID, _ pathLoss: PathLoss?) -> Bool {
        guard byDevice[device] != nil else { return false }
        byDevice[device]?.calibration = pathLoss
        return true
    }

    /// A name for a thing's tracker that none of its owner's tags has yet: `Sam's Keys` becomes `sams-keys`.
    public func freeName(for item: ItemName, of owner: Name) -> DeviceID? {
        for number in 1...10_000 {
            guard let name = try? Name(item.deviceName(number, else: "tag")) else { return nil }
            let device = DeviceID(owner: owner, device: name)
            if byDevice[device] == nil { return device }
        }
        return nil
    }
}
