internal import Glibc

/// The clock of sd-bus's time limits.
enum MonotonicClock {
    /// Microseconds since some moment in the past.
    static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }

    /// How many milliseconds `poll` has to wait for a moment of this clock; the greatest number stands for never.
    ///
    /// They are rounded up so that a rest below one does not spin; -1 for ever.
    static func wait(until moment: UInt64) -> Int32 {
        guard moment < .max else { return -1 }
        let now = now
        return moment <= now ? 0 : Int32(clamping: (moment - now) / 1_000 + 1)
    }
}

extension Duration {
    /// Whole microseconds, at least one: sd-bus takes none for its default.
    var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 1 }
        // A century is for ever.
        guard seconds < 3_000_000_000 else { return 3_000_000_000_000_000 }
        return max(1, UInt64(seconds) * 1_000_000 + UInt64(attoseconds) / 1_000_000_000_000)
    }
}
