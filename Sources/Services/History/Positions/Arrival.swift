import Store
import Tracking

/// A fix that has come and is stored, and that nothing has followed from yet.
struct Arrival: Sendable {
    let stored: StoredFix
    /// The index of its device's stream.
    let stream: Int
    /// How fast the life runs that it is of; nil for one that says nothing of how it runs now.
    var timeScale: Double?
    /// Whether one of its device with a later time had come before.
    var isOutOfOrder = false

    var fix: Fix { stored.fix }
    var mark: FixMark? { stored.mark }

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
