import Foundation
import Settings

/// What the service manager hands to this process alone: settings and secrets as files in a directory of memory.
///
/// `LoadCredential=tagalong.broker` in a unit, with the URL in `/etc/credstore/tagalong.broker`, is the setting `broker`.
/// Of a setting that names a file, such as `password-file`, the credential is that file.
struct Credentials {
    private let directory: String?

    init(_ environment: [String: String]) {
        directory = environment["CREDENTIALS_DIRECTORY"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// A setting that was handed over; nil when it was not.
    ///
    /// - Throws: ``SettingsError`` for one that cannot be read, ``CommandFailure`` for an empty one.
    func value(_ key: SettingKey) throws -> Given? {
        guard let directory else { return nil }
        let name = "tagalong.\(key.rawValue)"
        let path = "\(directory)/\(name)"
        guard try FileBytes.exists(path) else { return nil }
        if key.isPath { return Given(text: path, origin: .credential(name)) }
        let text = try SettingsFile(path: path).text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw CommandFailure(.badInput, "the credential \(name) is empty") }
        return Given(text: text, origin: .credential(name))
    }
}
