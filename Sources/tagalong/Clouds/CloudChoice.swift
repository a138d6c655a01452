import Clouds
import Foundation
import Settings

/// The clouds of one call, and where they are written down.
struct CloudChoice: Sendable {
    let file: String
    let configuration: CloudConfiguration

    /// Reads the file that somebody has named, else the first that is where it usually is, with the secrets that it names;
    /// nil where there is none, or none is wanted.
    ///
    /// - Throws: ``SettingsError`` with the place in the file.
    static func read(flag: String?, _ settings: CommandSettings) throws -> CloudChoice? {
        guard let path = try settings.file(.clouds, flag: flag, usually: "clouds.yaml") else { return nil }
        let environment = ProcessInfo.processInfo.environment
        let configuration = try CloudConfiguration(SettingsFile(path: path), environment: environment)
        return CloudChoice(file: path, configuration: configuration)
    }
}
