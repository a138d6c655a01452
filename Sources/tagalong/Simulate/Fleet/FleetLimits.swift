import Glibc

/// What the system grants a fleet.
enum FleetLimits {
    /// Three sockets (the library wakes itself by two), two pipes by which its thread and its task wake each other, and a
    /// copy of the socket while it takes its leave.
    private static let filesOfConnection = 8
    /// All else that a process has open.
    private static let others = 64

    /// Raises the limit of open files as far as a fleet needs and the system allows.
    ///
    /// - Throws: ``CommandFailure`` when that is not enough.
    static func expectFiles(connections: Int) throws(CommandFailure) {
        let wanted = rlim_t(connections * filesOfConnection + others)
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(kind, &limit) == 0, limit.rlim_cur < wanted else { return }
        let granted = limit.rlim_max
        guard granted >= wanted else {
            throw CommandFailure(
                .badInput,
                """
                --connections: \(connections) connections take \(wanted) open files, and this process may have \
                \(granted) (RLIMIT_NOFILE); raise the limit ('ulimit -Hn', LimitNOFILE=), or have more trackers share one
                """
            )
        }
        limit.rlim_cur = wanted
        guard unsafe setrlimit(kind, &limit) == 0 else {
            throw CommandFailure(.failure, "the limit of open files cannot be raised to \(wanted)")
        }
    }
}
