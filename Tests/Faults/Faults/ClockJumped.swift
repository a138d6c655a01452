import Foundation
import TestSupport

/// The clock of the history service is set forward and back.
///
/// There is no namespace for the time of day. So a small library before the C library's answers this process' questions
/// for it, and for nothing else: what waits, waits by the clock that nobody sets, as it would with a machine's own clock.
/// (libfaketime would move the timers as well, which no setting of a clock does.)
struct ClockJumped: Fault {
    let name = "clock-jumped"
    let summary = "clock of the history service 2 h ahead, right, 2 h behind, right"
    let times = 4
    /// While the clock is ahead every fix is late, and late ones raise no alert.
    let keepsAlerts = false

    func obstacle(_ plan: Plan) -> String? {
        let outcome = Command.output(["cc", "--version"])
        return outcome.status == 0 ? nil : "there is no C compiler: run scripts/setup"
    }

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {
        let library = try Self.library(in: stage.directory)
        try Data(count: 8).write(to: URL(fileURLWithPath: file(stage)))
        stage.environment = ["LD_PRELOAD": library, "CLOCK_OFFSET_FILE": file(stage)]
    }

    /// Makes the library.
    static func library(in directory: String) throws -> String {
        let (source, library) = ("\(directory)/clock.c", "\(directory)/clock.so")
        try Self.source.write(toFile: source, atomically: true, encoding: .utf8)
        try Command.run("cc", "-shared", "-fPIC", "-o", library, source)
        return library
    }

    /// What the library reads.
    static func bytes(of seconds: Int64) -> Data {
        Data((0..<8).map { UInt8(truncatingIfNeeded: seconds >> ($0 * 8)) })
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        let seconds: Int64 = [7200, 0, -7200, 0][number % 4]
        guard let handle = FileHandle(forWritingAtPath: file(stage)) else { throw Trouble("the clock cannot be set") }
        try handle.write(contentsOf: Self.bytes(of: seconds))
        try handle.close()
        try await Task.sleep(for: .seconds(2))
    }

    private func file(_ stage: Stage) -> String { "\(stage.directory)/clock" }

    /// Adds the seconds in a file, which is read anew for each question, to the time of day.
    private static let source = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static volatile long long none, *offset = &none;

        __attribute__((constructor)) static void begin(void) {
            const char *path = getenv("CLOCK_OFFSET_FILE");
            int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
            void *found = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
            if (found != MAP_FAILED) offset = found;
        }

        int clock_gettime(clockid_t clock, struct timespec *now) {
            int status = (int)syscall(SYS_clock_gettime, clock, now);
            if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *offset;
            return status;
        }

        int gettimeofday(struct timeval *now, void *zone) {
            struct timespec exact;
            (void)zone;
            if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
            now->tv_sec = exact.tv_sec;
            now->tv_usec = exact.tv_nsec / 1000;
            return 0;
        }

        time_t time(time_t *place) {
            struct timespec exact;
            if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
            if (place) *place = exact.tv_sec;
            return exact.tv_sec;
        }
        """
}
