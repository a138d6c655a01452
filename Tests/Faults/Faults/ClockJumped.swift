import Foundation
import TestSupport

/// The clock of the history service is set forward and back.
///
/// By libfaketime, so that it is this process' clock alone: there is no namespace for the time of day. What waits, waits
/// by the clock that nobody sets.
struct ClockJumped: Fault {
    let name = "clock-jumped"
    let summary = "clock of the history service 2 h ahead, right, 2 h behind, right (libfaketime)"
    let times = 4
    /// While the clock is ahead every fix is late, and late ones raise no alert.
    let keepsAlerts = false

    private static let library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"

    func obstacle(_ plan: Plan) -> String? {
        FileManager.default.fileExists(atPath: Self.library) ? nil : "there is no libfaketime: run scripts/setup"
    }

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {
        try set("+0", stage)
        stage.environment = [
            "LD_PRELOAD": Self.library, "FAKETIME_TIMESTAMP_FILE": file(stage), "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
        ]
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        try set(["+2h", "+0", "-2h", "+0"][number % 4], stage)
        // The library looks once a second.
        try await Task.sleep(for: .seconds(2))
    }

    private func set(_ offset: String, _ stage: Stage) throws {
        try offset.write(toFile: file(stage), atomically: true, encoding: .utf8)
    }

    private func file(_ stage: Stage) -> String { "\(stage.directory)/clock" }
}
