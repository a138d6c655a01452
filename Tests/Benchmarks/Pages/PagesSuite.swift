import Foundation

/// The pages in a real browser, with 200 things that each tell their position once a second.
///
/// `scripts/browser --bench` drives the browser; what it measures goes into the table of all.
struct PagesSuite {
    private let load: Load
    private static let browser = "/usr/bin/chromium"

    init(_ load: Load) {
        self.load = load
    }

    func run() throws -> [Measurement] {
        guard FileManager.default.isExecutableFile(atPath: Self.browser) else {
            load.say("  left out: there is no \(Self.browser)")
            return []
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("pages-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try drive(writing: file)
        return try JSONDecoder().decode([Line].self, from: Data(contentsOf: file)).map(\.measurement)
    }

    private func drive(writing file: URL) throws {
        let script = Process()
        script.executableURL = URL(fileURLWithPath: "scripts/browser")
        let minutes = load.isQuick ? "0.2" : "10"
        script.arguments = ["--bench", "--minutes", minutes, "--json", file.path]
        script.environment = ProcessInfo.processInfo.environment.merging(["TAGALONG": load.tagalong]) { $1 }
        // Its own lines tell how far it is.
        script.standardOutput = FileHandle.standardError
        try script.run()
        script.waitUntilExit()
        let status = Int(script.terminationStatus)
        if status != 0 { throw WrongCount("scripts/browser --bench: exit status", expected: 0, found: status) }
    }

    /// A measurement as `Tests/Browser/bench.py` writes it.
    private struct Line: Decodable {
        var name: String
        var value: Double
        var unit: String
        var atMost: Double?

        var measurement: Measurement {
            Measurement(name, value, unit, target: atMost.map { .atMost($0) })
        }
    }
}
