import Foundation
import Simulation
import Testing

/// Where scenarios may come from.
struct ScenarioSourceTests {
    private let directory: PathDirectory

    init() throws { directory = try PathDirectory() }

    @Test func `a byte-order mark before the first key is no part of it`() throws {
        let file = directory.url.appending(path: "marked.yaml").path
        try (Data([0xEF, 0xBB, 0xBF]) + Data(PathDirectory.walk.utf8)).write(to: URL(filePath: file))
        #expect(try Scenario.load(file: file, devices: DeviceLibrary()).name == "Walk")
        let fault = directory.fault("\u{FEFF}" + PathDirectory.walk + "seeds: 3")
        #expect(fault == "x.yaml:4: unknown key 'seeds', did you mean 'seed'?")
    }

    /// More than a pipe holds, and with paths relative to it as of any other file.
    @Test(arguments: [0, 200_000])
    func `a scenario is read from a pipe to its end`(comment: Int) throws {
        let pipe = directory.url.appending(path: "pipe.yaml").path
        let made = unsafe mkfifo(pipe, 0o600)
        try #require(made == 0)
        let text = PathDirectory.walk + String(repeating: "# long\n", count: comment / 7)
        let writer = Thread { try? Data(text.utf8).write(to: URL(filePath: pipe)) }
        writer.start()
        let scenario = try Scenario.load(file: pipe, devices: DeviceLibrary())
        #expect(scenario.name == "Walk" && scenario.duration == .seconds(60))
    }

    @Test func `what comes from a pipe that ends at once is empty`() throws {
        let error = errorText { _ = try Scenario.load(file: "/dev/null", devices: DeviceLibrary()) }
        #expect(error.hasPrefix("/dev/null: the file is empty"))
    }
}
