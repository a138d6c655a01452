import Tracking

/// A fix in whole units, as it is packed.
struct FixRecord: Hashable, Sendable {
    /// What names the fix within its device and orders the fixes.
    struct Key: Hashable, Sendable {
        /// Milliseconds since 1970.
        var time: Int64
        /// 0/0 for a fix of a device that does not number its fixes.
        var mark: FixMark
        /// Units of 1e-7 degrees.
        var latitude: Int32
        var longitude: Int32
    }

    var key: Key
    /// Tenths: of a metre, of a kilometre an hour, of a degree.
    var accuracy: Int32?
    var altitude: Int32?
    var verticalAccuracy: Int32?
    var speed: Int32?
    var course: Int32?
    /// Per cent.
    var battery: Int32?
    /// The row of `fix_contexts`.
    var context: Int64
    /// Milliseconds from the measurement to the arrival.
    var delay: Int64
    /// Seconds from the second of the measurement to that of the sending.
    var sent: Int32?
    /// Whether nothing could have come there so fast.
    var isImplausible = false
    /// Whether `fix_extras` has a row of this key.
    var hasExtra: Bool
}

extension FixRecord.Key: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        if left.time != right.time { return left.time < right.time }
        if left.mark != right.mark { return left.mark < right.mark }
        return (left.latitude, left.longitude) < (right.latitude, right.longitude)
    }
}

extension FixRecord {
    /// The record before the first of a block: what the first one is told apart from.
    static func before(_ time: Int64) -> FixRecord {
        FixRecord(
            key: Key(time: time, mark: FixMark(boot: 0, sequence: 0), latitude: 0, longitude: 0),
            context: 0,
            delay: 0,
            hasExtra: false
        )
    }

    /// The mark to expect next: unmarked fixes follow unmarked ones, and numbers rise by one.
    var nextMark: FixMark {
        let mark = key.mark
        return mark == .none ? mark : FixMark(boot: mark.boot, sequence: mark.sequence &+ 1)
    }
}

extension FixMark {
    /// Stands for the mark of a fix that has none; trackers count both numbers from 1.
    static let none = FixMark(boot: 0, sequence: 0)
}
