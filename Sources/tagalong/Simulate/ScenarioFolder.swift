import Files
import Foundation
import Settings
import Simulation
import Tracking
import Web

/// Scenarios in a directory, for the simulation view of the pages; without one, those that are written there.
struct ScenarioFolder: SimulationShelf {
    /// Nil where none are kept.
    let path: String?

    private static let library = DeviceLibrary(installed: InstalledFiles.devices)
    private static let ending = ".yaml"
    /// A scenario is no larger, in bytes; a file that is does not come from here.
    private static let longest = 1 << 20

    var keeps: Bool { path != nil }

    func listing() -> ScenarioListing {
        var listing = ScenarioListing()
        for name in names {
            do throws(ScenarioProblem) {
                let scenario = try load(name)
                listing.entries.append(ScenarioEntry(name: name, title: scenario.name, about: scenario.about))
            } catch { listing.broken.append(ScenarioEntry.Broken(name: name, problem: error)) }
        }
        return listing
    }

    func text(of name: String) throws(SimulationShelfError) -> String? {
        guard let file = file(name), names.contains(name) else { return nil }
        guard !leadsOut(file) else { throw .failed(reason: "\(name)\(Self.ending): \(Self.link)") }
        let read: [UInt8]?
        do throws(FileError) { read = try FileReader.read(file) } catch { throw .failed(reason: error.reason) }
        guard let bytes = read else { return nil }
        guard bytes.count <= Self.longest, let text = String(validating: bytes, as: UTF8.self) else {
            throw .failed(reason: "\(name)\(Self.ending) is no text")
        }
        return text
    }

    func check(_ text: String) throws(ScenarioProblem) -> ScenarioSummary { ScenarioSummary(try parse(text)) }

    func plan(_ order: SimulationOrder) throws(ScenarioProblem) -> SimulationStart? {
        var scenario: Scenario
        switch order.source {
        case .named(let name):
            // Only what is listed: a name is no path.
            guard names.contains(name) else { return nil }
            scenario = try load(name)
        case .text(let text): scenario = try parse(text)
        }
        if let seed = order.seed { scenario.seed = seed }
        try ScenarioPlay.check(scenario, fleet: order.fleet)
        let played = scenario
        return { try ScenarioPlay(played, order) }
    }

    func keep(_ text: String, as name: String) throws(SimulationShelfError) {
        guard let file = file(name) else { throw .closed }
        guard !leadsOut(file) else { throw .failed(reason: "\(name)\(Self.ending): \(Self.link)") }
        let draft = FileDraft(of: file)
        do throws(FileError) {
            do throws(FileError) {
                // As a file that an editor has made: it tells of nobody.
                let writer = try draft.begin(mode: 0o644)
                try writer.write(Array(text.utf8))
                try writer.finish()
            } catch {
                draft.discard()
                throw error
            }
            try draft.place()
        } catch { throw .failed(reason: error.reason) }
    }

    func remove(_ name: String) throws(SimulationShelfError) {
        guard let file = file(name) else { throw .closed }
        do { try FileManager.default.removeItem(atPath: file) } catch {
            throw .failed(reason: "\(name)\(Self.ending) cannot be removed: \(error.localizedDescription)")
        }
    }

    private var names: [String] {
        guard let path, let files = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [] }
        // Of a pipe there is no end to wait for.
        let regular = files.filter { file in
            let extent = file.hasSuffix(Self.ending) ? FileReader.extent(of: "\(path)/\(file)") : nil
            return extent.map { $0 != .open } ?? false
        }
        return regular.sorted().map { String($0.dropLast(Self.ending.count)) }
    }

    private func file(_ name: String) -> String? { path.map { "\($0)/\(name)\(Self.ending)" } }

    /// One of those that are listed: a name is no path.
    private func load(_ name: String) throws(ScenarioProblem) -> Scenario {
        guard let file = file(name) else { throw ScenarioProblem("there is no scenario '\(name)'") }
        guard !leadsOut(file) else { throw ScenarioProblem(Self.link) }
        return try told(of: file) { () throws(SettingsError) in
            try Scenario.load(file: file, devices: Self.library, reach: .files)
        }
    }

    /// Whoever may change what is in the directory is not asked about what is elsewhere.
    private func leadsOut(_ file: String) -> Bool { path.map { FileReader.leads(file, outOf: $0) } ?? false }

    private static let link = "a file in the directory of the scenarios is expected, found a link out of it"

    private func parse(_ text: String) throws(ScenarioProblem) -> Scenario {
        let file = SettingsFile(name: path.map { "\($0)/\(Self.draft)" } ?? Self.draft, text: text)
        return try told(of: file.name) { () throws(SettingsError) in
            try Scenario.parse(file, devices: Self.library, reach: path == nil ? .nowhere : .directory)
        }
    }

    /// What a text is called while it has no name.
    private static let draft = "<draft>"

    /// What is wrong, without where on this machine that is.
    private func told<Value>(
        of file: String, _ work: () throws(SettingsError) -> Value
    ) throws(ScenarioProblem) -> Value {
        do throws(SettingsError) { return try work() } catch {
            // A device's profile has lines of its own.
            let isOwn = error.file == file
            let sentence = isOwn ? error.message : error.description
            let shown = path.map { sentence.replacing("\($0)/", with: "") } ?? sentence
            throw ScenarioProblem(shown, line: isOwn ? error.line : nil)
        }
    }
}

extension ScenarioSummary {
    fileprivate init(_ scenario: Scenario) {
        self.init(
            title: scenario.name,
            about: scenario.about,
            durationS: scenario.duration.inSeconds,
            stepS: scenario.step.inSeconds,
            seed: scenario.seed,
            owners: scenario.owners.count,
            trackers: scenario.trackers.count,
            gateways: scenario.gateways.count,
            events: scenario.events.count,
            expectations: scenario.expectations.count
        )
    }
}
