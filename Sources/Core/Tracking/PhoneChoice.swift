/// Which of an owner's devices is the phone that tells where the owner is.
///
/// The configured one; else the one called `phone`; else the first device that is none of our trackers.
public struct PhoneChoice: Hashable, Sendable {
    private var configured: [Name: Name]
    private var found: [Name: Name] = [:]

    /// The name that settles the choice by itself.
    public static let customary = "phone"

    /// A choice that holds for some owners, and is yet to be made for the others.
    public init(configured: [Name: Name] = [:]) { self.configured = configured }

    /// Whether a device that sent a position is its owner's phone; `sendsMarks` tells that it is one of our trackers.
    public mutating func isPhone(_ id: DeviceID, sendsMarks: Bool) -> Bool {
        if let phone = configured[id.owner] { return phone == id.device }
        if let phone = found[id.owner] {
            if phone == id.device { return true }
            guard id.device.text == Self.customary else { return false }
        } else if sendsMarks {
            return false
        }
        found[id.owner] = id.device
        return true
    }

    /// Leaves the choice open again where it was this device.
    public mutating func forget(_ id: DeviceID) {
        if found[id.owner] == id.device { found[id.owner] = nil }
    }

    /// Whether the owner's phone was named by somebody, so that every other device of that owner is a thing.
    public func isCertain(for owner: Name) -> Bool {
        configured[owner] != nil || found[owner]?.text == Self.customary
    }
}
