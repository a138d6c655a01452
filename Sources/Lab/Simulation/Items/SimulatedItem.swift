public import Tracking

/// An item whose tracker is a program: for who wants to try Tagalong without hardware.
public struct SimulatedItem: Hashable, Sendable {
    public let device: DeviceID
    /// What it is called.
    public var name: ItemName
    public let roaming: Roaming
    /// What its tracker was told last, which it knows after a loss of power.
    public var desired: DesiredState
    /// Whether the item was deleted, and its tracker has only still to say goodbye.
    public var isDeleted = false

    public init(device: DeviceID, name: ItemName, roaming: Roaming, desired: DesiredState) {
        (self.device, self.name, self.roaming, self.desired) = (device, name, roaming, desired)
    }

    /// The days for which a charge lasts, as of a tracker whose receiver always runs; our choice.
    private static let chargeLasts = 5.0
    /// What is left when it is charged again, in per cent; our choice.
    private static let chargedAt = 20.0

    /// The charge at a moment, in per cent: it falls evenly from 100, and somebody charges it before it is empty.
    public func battery(at time: Timestamp) -> Double {
        let days = max(0, time.seconds - roaming.start.seconds) / 86_400
        let share = days / Self.chargeLasts
        return 100 - (100 - Self.chargedAt) * (share - share.rounded(.down))
    }
}
