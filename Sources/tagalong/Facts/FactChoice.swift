import Facts
import Foundation
import Settings

/// The sources of facts of one call, and where they are written down.
struct FactChoice: Sendable {
    let file: String
    let configuration: FactConfiguration

    /// Reads the file that somebody has named, else the first that is where it usually is, with the secrets that it names;
    /// nil where there is none, or none is wanted.
    ///
    /// - Throws: ``SettingsError`` with the place in the file.
    static func read(flag: String?, _ settings: CommandSettings) throws -> FactChoice? {
        guard let path = try settings.file(.facts, flag: flag, usually: "facts.yaml") else { return nil }
        let environment = ProcessInfo.processInfo.environment
        let configuration = try FactConfiguration(SettingsFile(path: path), environment: environment)
        return FactChoice(file: path, configuration: configuration)
    }
}
