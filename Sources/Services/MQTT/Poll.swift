internal import Glibc
internal import Tracking

/// The system call `poll` for a few descriptors.
enum Poll {
    /// Waits until one of the descriptors is ready or the time is over, and returns the events seen on each.
    static func wait(_ wanted: [(descriptor: Int32, events: Int16)], for duration: Duration) -> [Int16] {
        var entries = wanted.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        // Rounded up, so that a rest below a millisecond does not spin.
        let timeout = max(0, Int32(clamping: (duration + .microseconds(999)).milliseconds))
        _ = unsafe poll(&entries, nfds_t(entries.count), timeout)
        return entries.map(\.revents)
    }
}
