import Foundation

/// A file that holds one secret on its first line, and that only its owner may read.
public enum SecretFile {
    /// Reads the secret at a path relative to the directory of the file that names it, from `~/`, or from
    /// `$CREDENTIALS_DIRECTORY/`, where systemd puts what only the service may read.
    public static func read(
        _ path: String, at place: Place, environment: [String: String]
    ) throws(SettingsError) -> SecretText {
        let file = try resolve(path, place, environment)
        let mode = (try? FileManager.default.attributesOfItem(atPath: file))?[.posixPermissions] as? NSNumber
        // systemd lets the user of a service read a credential by an access list, which shows as a right of the group.
        let others = isCredential(path) ? 0o007 : 0o077
        if let mode = mode?.intValue, mode & others != 0 {
            throw SettingsError(place, "\(file) may be read by others than its owner; say chmod 600 \(file)")
        }
        let bytes: [UInt8]
        do { bytes = try FileBytes.read(file) } catch { throw SettingsError(place, "\(file): \(error.message)") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SettingsError(place, "\(file) is not UTF-8 text")
        }
        let line = String(text.prefix { !$0.isNewline })
        guard !line.isEmpty else { throw SettingsError(place, "\(file): a secret is expected on the first line") }
        return SecretText(line)
    }

    /// A path as the file that names it means it.
    public static func resolve(
        _ path: String, _ place: Place, _ environment: [String: String]
    ) throws(SettingsError) -> String {
        if isCredential(path) {
            guard let directory = credentials(environment) else { throw noCredentials(place) }
            return "\(directory)/\(path.dropFirst(prefix.count))"
        }
        if path.hasPrefix("~/") { return "\(environment["HOME"] ?? "")/\(path.dropFirst(2))" }
        if path.hasPrefix("/") { return path }
        let directory = (place.file as NSString).deletingLastPathComponent
        return directory.isEmpty ? path : "\(directory)/\(path)"
    }

    private static let prefix = "$CREDENTIALS_DIRECTORY/"

    /// Whether a path leads to what systemd hands to a service alone.
    public static func isCredential(_ path: String) -> Bool { path.hasPrefix(prefix) }

    /// Where the credentials of this process are; nil when it is no service.
    public static func credentials(_ environment: [String: String]) -> String? {
        environment["CREDENTIALS_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
    }

    public static func noCredentials(_ place: Place) -> SettingsError {
        SettingsError(place, "CREDENTIALS_DIRECTORY is not set: only a systemd service has credentials")
    }
}
