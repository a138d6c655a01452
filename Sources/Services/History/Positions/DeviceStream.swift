import Tracking

/// What the service has in mind of the fixes of one device, whatever it is.
struct DeviceStream: Sendable {
    let device: DeviceID
    /// The index of its tracker, once it is known to be one.
    var tracker: Int?
    /// Whether the device is gone, and only its number stays taken.
    var isRemoved = false
    /// How far its clock is ahead, in milliseconds; 0 when that is not much.
    var clockAhead: Int64 = 0
    var order = ArrivalOrder()
    var plausibility = Plausibility()
    /// Whether nothing of it was known before the running batch.
    var isFirst = true
    /// The latest time of a fix that has come, and of one that was handed on.
    var newest = Timestamp(milliseconds: .min)
    var handed = Timestamp(milliseconds: .min)
    /// The time of the first fix that waits, as it was last saved; nil for none.
    var savedHold: Timestamp?

    init(_ device: DeviceID) { self.device = device }

    /// The time of the first fix that waits.
    var hold: Timestamp? { order.waiting.map(\.fix.time).min() }
}
