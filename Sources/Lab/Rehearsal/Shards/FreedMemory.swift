internal import CLinux

/// What becomes of memory that is freed.
public enum FreedMemory {
    /// Bytes at the end of each heap.
    private static let kept: Int32 = 64 << 20

    /// Has the process keep freed memory at the end of its heaps, up to 64 MiB each, for what needs some next.
    ///
    /// As glibc comes, a thread gives it back beyond 128 KiB and fetches it anew with the next message: a quarter of the
    /// time of a simulation. Not for services, which live on when a flood is over.
    public static func keep() { _ = mallopt(M_TRIM_THRESHOLD, kept) }
}
