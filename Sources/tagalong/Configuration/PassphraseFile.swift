import Foundation
import History
import Messages
import Settings
import Tracking

/// `owntracks-keys.yaml`: the passphrases that OwnTracks' apps encrypt with.
enum PassphraseFile {
    private enum Key: String, SettingsKey { case keys }

    /// Reads the file that is named somewhere, else the one at its usual place; no keys where there is none, or `off` is
    /// given.
    ///
    /// - Throws: ``SettingsError`` with file and line, in which no passphrase is.
    static func read(flag: String?, _ settings: CommandSettings) throws -> PassphraseKeys {
        guard let path = try settings.file(.ownTracksKeys, flag: flag, usually: PassphraseKeys.file) else {
            return PassphraseKeys()
        }
        return try read(path)
    }

    static func read(_ path: String) throws(SettingsError) -> PassphraseKeys {
        let file = try SettingsFile(path: path)
        let mode = (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? NSNumber
        if let mode = mode?.intValue, mode & 0o077 != 0 {
            let sentence = "it has passphrases and may be read by others than its owner; say chmod 600 \(path)"
            throw SettingsError(file: path, message: sentence)
        }
        var keys = PassphraseKeys()
        var places: [String: Int] = [:]
        for (text, value) in try file.root(Key.self).required(.keys).named() {
            let names = text.split(separator: "/", omittingEmptySubsequences: false).map { try? Name(written: $0) }
            guard (1...2).contains(names.count), let owner = names[0], let last = names[names.count - 1],
                !Topics.isReserved(owner)
            else {
                throw SettingsError(
                    value.place, "keys: '\(text.printable)' is given, USER or USER/DEVICE as in the app is expected"
                )
            }
            let passphrase = try value.string()
            guard !passphrase.isEmpty, !passphrase.utf8.contains(0) else {
                throw SettingsError(value.place, "keys: a passphrase is expected for \(text.printable), found none")
            }
            let device = names.count == 2 ? DeviceID(owner: owner, device: last) : nil
            // Two ways to write a name are one.
            guard places.updateValue(1, forKey: device.map { "\($0)" } ?? owner.text) == nil else {
                throw SettingsError(value.place, "keys: \(text.printable) has a passphrase already, one is expected")
            }
            if let device { keys.set(passphrase, of: device) } else { keys.set(passphrase, of: owner) }
        }
        return keys
    }
}
