internal import CMosquitto
internal import Glibc
internal import Tracking

/// A bell that a thread can wait for together with its socket: an eventfd.
@safe
final class WakeUp: Sendable {
    /// Readable once the bell has been rung, until ``clear()``.
    let descriptor: Int32

    init() throws(MQTTError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .badSetting("the process has no file descriptor left") }
    }

    deinit { close(descriptor) }

    func ring() {
        // A failure means that the counter is full: the bell rings already.
        _ = eventfd_write(descriptor, 1)
    }

    func clear() {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &count)
    }

    /// Sleeps until the bell rings.
    func wait() {
        _ = Poll.wait([(descriptor, Int16(POLLIN))], for: nil)
        clear()
    }
}

/// The system call `poll` for a few descriptors.
enum Poll {
    /// Waits until one of the descriptors is ready or the time is over.
    ///
    /// - Parameters:
    ///   - wanted: descriptors, each with the events waited for.
    ///   - duration: longest wait; `nil` for ever.
    /// - Returns: the events seen on each.
    static func wait(_ wanted: [(descriptor: Int32, events: Int16)], for duration: Duration?) -> [Int16] {
        var entries = wanted.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        // Rounded up, so that a rest below a millisecond does not spin.
        let timeout = duration.map { max(0, Int32(clamping: ($0 + .microseconds(999)).milliseconds)) } ?? -1
        _ = unsafe poll(&entries, nfds_t(entries.count), timeout)
        return entries.map(\.revents)
    }
}
