import Foundation
import Rehearsal
import Simulation
import Synchronization
import Web

/// Scenarios in a directory, for the simulation view of the pages.
struct ScenarioFolder: Sendable {
    let path: String

    /// What the pages are given.
    var shelf: SimulationShelf { SimulationShelf(entries: entries, open: open) }

    private static let library = DeviceLibrary(installed: InstalledFiles.devices)

    /// The scenarios that can be run; the others are left out.
    @Sendable
    private func entries() -> [SimulationShelf.Entry] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.filter { $0.hasSuffix(".yaml") }.sorted().compactMap { file in
            guard let scenario = try? Scenario.load(file: "\(path)/\(file)", devices: Self.library) else { return nil }
            return SimulationShelf.Entry(
                name: String(file.dropLast(".yaml".count)), title: scenario.name, about: scenario.about
            )
        }
    }

    @Sendable
    private func open(_ name: String) throws -> any SimulationRun {
        try FolderRun(Scenario.load(file: "\(path)/\(name).yaml", devices: Self.library))
    }
}

/// A scenario played step by step, as fast as its trace is read.
private struct FolderRun: SimulationRun {
    private let lines: Lines
    private var rehearsal: Rehearsal
    private var step = 0

    init(_ scenario: Scenario) throws {
        let lines = Lines()
        self.lines = lines
        rehearsal = try Rehearsal(scenario, trace: TraceWriter { lines.append($0) })
    }

    mutating func next() throws -> [UInt8]? {
        while step < rehearsal.steps, lines.count < 1 << 16 {
            try rehearsal.play(step: step)
            step += 1
        }
        return lines.drain()
    }

    /// What has been traced and not read yet.
    private final class Lines: Sendable {
        private let bytes = Mutex<[UInt8]>([])

        var count: Int { bytes.withLock { $0.count } }
        func append(_ line: [UInt8]) { bytes.withLock { $0 += line } }

        func drain() -> [UInt8]? {
            bytes.withLock { bytes in
                defer { bytes.removeAll() }
                return bytes.isEmpty ? nil : bytes
            }
        }
    }
}
