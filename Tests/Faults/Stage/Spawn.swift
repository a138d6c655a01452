// The shim shows what is GNU of the C library.
import CLinux
import Glibc

/// Starts processes; without Foundation's `Process`, which wants a run loop and does not outlive a change of program.
enum Spawn {
    /// Starts a program that is found by the path, with no input and no other files than its output.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - environment: All that it sees of the environment.
    ///   - output: Where it writes to.
    /// - Returns: Its process.
    /// - Throws: ``Trouble`` when it cannot be started.
    static func start(_ words: [String], environment: [String: String], output: Int32) throws -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        var process: pid_t = 0
        let pairs = environment.map { "\($0.key)=\($0.value)" }
        let status = unsafe withStrings(words) { arguments in
            unsafe withStrings(pairs) { variables in
                unsafe posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
            }
        }
        guard status == 0 else {
            throw Trouble("'\(words[0])' cannot be started: \(unsafe String(cString: strerror(status)))")
        }
        return process
    }

    /// Waits for the end: the exit status, or the negative signal.
    static func wait(for process: Int32) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    /// Becomes another program; returns only when that cannot be.
    static func replace(_ words: [String]) {
        _ = unsafe withStrings(words) { unsafe execvp(words[0], $0) }
    }

    /// Calls the body with a C array of C strings that ends with a null pointer.
    private static func withStrings(
        _ strings: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        var copies = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe copies.withUnsafeMutableBufferPointer { pointers in
            guard let first = pointers.baseAddress else { return ENOMEM }
            return unsafe body(first)
        }
    }
}
