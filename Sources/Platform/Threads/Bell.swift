internal import Glibc

/// A bell that a thread can wait for together with its descriptors: a pipe.
public final class Bell: Sendable {
    /// Readable once the bell has been rung, until ``clear()``.
    public let descriptor: Int32
    private let rope: Int32

    /// A bell that has not been rung.
    public init() throws(NoDescriptor) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw NoDescriptor() }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        rope = ends[1]
    }

    deinit {
        close(descriptor)
        close(rope)
    }

    /// Wakes the thread that waits, or keeps it from going to sleep the next time.
    public func ring() {
        var byte: UInt8 = 1
        // A failure means that the pipe is full: the bell rings already.
        _ = unsafe write(rope, &byte, 1)
    }

    /// Takes note of all rings so far.
    public func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(descriptor, &bytes, bytes.count) == bytes.count {}
    }

    /// Sleeps until the bell rings, or for so long; nil for ever.
    public func wait(for limit: Duration? = nil) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Rounded up, so that a rest below a millisecond does not spin.
        let timeout = limit.map { Int32(min(86_400_000, max(0, ($0 / .milliseconds(1)).rounded(.up)))) } ?? -1
        _ = unsafe poll(&entry, 1, timeout)
        clear()
    }
}

/// The process has no file descriptor left.
public struct NoDescriptor: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String { "the process has no file descriptor left" }
}
