/// Which of an owner's devices is the phone that tells where the owner is.
///
/// The configured one; else the one called `phone`; else the first device that is none of our trackers, and of those that
/// were there before anybody listened, the first one by name.
public struct PhoneChoice: Hashable, Sendable {
    private var configured: [Name: Name]
    private var found: [Name: Found] = [:]

    private struct Found: Hashable, Sendable {
        var device: Name
        /// Whether nothing has come from it but a position that was there before.
        var isEarlier: Bool
    }

    /// The name that settles the choice by itself.
    public static let customary = "phone"

    /// A choice that holds for some owners, and is yet to be made for the others.
    public init(configured: [Name: Name] = [:]) { self.configured = configured }

    /// Whether a device that sent a position is its owner's phone.
    ///
    /// `sendsMarks` tells that it is one of our trackers, which is asked only where it matters, and `isEarlier` that the position was there before, as one that a
    /// broker kept: such come in no order.
    public mutating func isPhone(
        _ id: DeviceID, sendsMarks: @autoclosure () -> Bool, isEarlier: Bool = false
    ) -> Bool {
        choose(id, sendsMarks: sendsMarks(), isEarlier: isEarlier).isPhone
    }

    /// The same, and whether it is the phone only from now on, where another one was, or none.
    public mutating func choose(
        _ id: DeviceID, sendsMarks: @autoclosure () -> Bool, isEarlier: Bool = false
    ) -> (isPhone: Bool, isNew: Bool) {
        if let phone = configured[id.owner] { return (phone == id.device, false) }
        if let phone = found[id.owner] {
            if phone.device == id.device {
                if !isEarlier, phone.isEarlier { found[id.owner]?.isEarlier = false }
                return (true, false)
            }
            let isBefore = isEarlier && phone.isEarlier && !sendsMarks() && id.device < phone.device
            let isSettled = phone.device.text == Self.customary
            guard id.device.text == Self.customary || isBefore && !isSettled else { return (false, false) }
        } else if sendsMarks() {
            return (false, false)
        }
        found[id.owner] = Found(device: id.device, isEarlier: isEarlier)
        return (true, true)
    }

    /// The device that is an owner's phone; nil while there is none.
    public func phone(of owner: Name) -> Name? { configured[owner] ?? found[owner]?.device }

    /// Leaves the choice open again where it was this device.
    public mutating func forget(_ id: DeviceID) {
        if found[id.owner]?.device == id.device { found[id.owner] = nil }
    }

    /// Whether the owner's phone was named by somebody, so that every other device of that owner is a thing.
    public func isCertain(for owner: Name) -> Bool {
        configured[owner] != nil || found[owner]?.device.text == Self.customary
    }
}
