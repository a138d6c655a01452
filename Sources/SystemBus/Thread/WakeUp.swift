internal import CSystemd
internal import Glibc

/// A bell that a thread can wait for together with its socket: an eventfd.
final class WakeUp: Sendable {
    /// Readable once the bell has been rung, until ``clear()``.
    let descriptor: Int32

    init() throws(BusError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .disconnected("no event descriptor: \(reason(errno))") }
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
}
