import Messages
import Store
import Tracking

/// A fix that has come and is stored, and that nothing has followed from yet.
struct Arrival: Sendable {
    /// The index of its device's stream.
    var stream: Int
    var fix: Fix
    var mark: FixMark?
    var battery: Int?
    var mode: Mode?
    var gateway: Name?
    var received: Timestamp
    /// How fast the life runs that it is of; nil for one that says nothing of how it runs now.
    var timeScale: Double?
    /// Whether one of its device with a later time had come before.
    var isOutOfOrder = false
}

extension Arrival {
    init(_ location: LocationMessage, _ fix: Fix, stream: Int, received: Timestamp, isKept: Bool) {
        self.init(
            stream: stream,
            fix: fix,
            mark: location.mark,
            battery: location.battery,
            mode: location.mode,
            gateway: location.gateway,
            received: received,
            timeScale: isKept ? nil : location.timeScale ?? 1
        )
    }

    /// One that an earlier life of the service had stored.
    init(_ stored: StoredFix, stream: Int) {
        self.init(
            stream: stream,
            fix: stored.fix,
            mark: stored.mark,
            battery: stored.battery,
            mode: stored.mode,
            gateway: stored.gateway,
            received: stored.received
        )
    }

    /// The order in which fixes are handed on: by time, an owner's phone before the trackers.
    ///
    /// It does not depend on the order of arrival, as far as the fixes of one device go.
    static func precedes(_ left: Arrival, _ right: Arrival) -> Bool {
        if left.fix.time != right.fix.time { return left.fix.time < right.fix.time }
        if left.stream == right.stream {
            if left.mark != right.mark { return isNumberedBefore(left, right) }
            let (here, there) = (left.fix.coordinate, right.fix.coordinate)
            return (here.latitude, here.longitude) < (there.latitude, there.longitude)
        }
        return left.mark == nil && right.mark != nil
    }

    /// The order of sending; those without a number come first.
    static func isNumberedBefore(_ left: Arrival, _ right: Arrival) -> Bool {
        guard let mark = right.mark else { return false }
        return left.mark.map { $0 < mark } ?? true
    }
}
