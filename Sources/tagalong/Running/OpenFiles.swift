import Glibc

/// How many files and connections this process may have open.
enum OpenFiles {
    /// What a service asks for: its connections, the database's files, and room beside them.
    private static let wanted: rlim_t = 8192

    /// Raises the limit that counts (1024 in most shells) towards the one that the system allows.
    ///
    /// The console alone takes 1000 connections, and one that is not accepted for want of a file would keep everybody
    /// out. Where it is not allowed to, as in our units, which say how many themselves, it stays as it is.
    static func raiseLimit() {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(kind, &limit) == 0, limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(limit.rlim_max, wanted)
        _ = unsafe setrlimit(kind, &limit)
    }
}
