import Foundation

/// A program that is started, does what it has to, and ends: the time of that.
///
/// Not with `Process`, which takes as long as a small program itself, and tells no processor time.
struct ProgramStart {
    let program: String
    let arguments: [String]
    /// Where the program finds neither settings nor data of anybody.
    let home: String

    /// Starts it and waits until it has ended.
    ///
    /// - Parameter expected: The status that it shall end with.
    /// - Returns: Milliseconds by the clock and of processor time, its and the kernel's for it.
    /// - Throws: ``WrongCount`` for another status.
    func milliseconds(status expected: Int = 0) throws -> (clock: Double, processor: Double) {
        let watch = Stopwatch()
        let identifier = spawn()
        guard identifier > 0 else { throw WrongCount("starts of \(program)", expected: 1, found: 0) }
        var (status, usage) = (Int32(0), rusage())
        while unsafe wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
        let clock = watch.seconds * 1e3
        // A signal stands in the lower bits, an exit status above them.
        let found = status & 0x7f == 0 ? Int(status >> 8) : -Int(status & 0x7f)
        guard found == expected else {
            let command = "\(program) \(arguments.joined(separator: " "))"
            throw WrongCount("status of \(command)", expected: expected, found: found)
        }
        return (clock, Self.milliseconds(usage.ru_utime) + Self.milliseconds(usage.ru_stime))
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
    }

    /// The process's number; 0 when it could not be started.
    private func spawn() -> pid_t {
        let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        let variables = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"].map { "\($0)=\(home)" } + ["PATH=/usr/bin:/bin"]
        let environment = unsafe variables.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + environment).forEach { unsafe free($0) } }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var identifier = pid_t()
        let failure = unsafe posix_spawn(&identifier, program, &actions, nil, words, environment)
        return failure == 0 ? identifier : 0
    }
}
