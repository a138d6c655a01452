import Foundation
import Settings

/// Where files of a user lie, after the XDG base directory specification.
enum Directories {
    static func home(_ environment: [String: String]) -> String {
        if let home = environment["HOME"], home.hasPrefix("/") { return home }
        return FileManager.default.homeDirectoryForCurrentUser.path
    }

    /// What a program keeps for its user: `$XDG_DATA_HOME/tagalong`.
    static func data(_ environment: [String: String]) -> String {
        base("XDG_DATA_HOME", environment) ?? "\(home(environment))/.local/share/tagalong"
    }

    /// What its user tells a program: `$XDG_CONFIG_HOME/tagalong`.
    static func configuration(_ environment: [String: String]) -> String {
        base("XDG_CONFIG_HOME", environment) ?? "\(home(environment))/.config/tagalong"
    }

    /// What a program may lose: `$XDG_CACHE_HOME/tagalong`, or what the service manager has made for it.
    static func cache(_ environment: [String: String]) -> String {
        let managed = environment["CACHE_DIRECTORY"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return base("XDG_CACHE_HOME", environment) ?? managed ?? "\(home(environment))/.cache/tagalong"
    }

    /// Whether there may be a file or a directory at a path: false only when there is none for sure.
    static func isThere(_ path: String) throws(CommandFailure) -> Bool {
        do { return try FileBytes.isThere(path) } catch { throw CommandFailure(.failure, "\(error)") }
    }

    /// Makes a directory, for its owner alone, and those above it, unless it is there.
    static func create(_ path: String) throws(CommandFailure) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CommandFailure(
                .failure,
                "the directory \(path) cannot be made: \(unsafe String(cString: strerror(errno)))"
            )
        }
    }

    /// The specification has relative paths ignored.
    private static func base(_ variable: String, _ environment: [String: String]) -> String? {
        guard let path = environment[variable], path.hasPrefix("/") else { return nil }
        return "\(path)/tagalong"
    }
}
