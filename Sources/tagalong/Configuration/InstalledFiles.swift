import Foundation

/// Files that a package installs beside the program.
enum InstalledFiles {
    /// Where the device profiles are.
    static var devices: [String] {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
        return [prefix.appendingPathComponent("share/tagalong/devices").path]
    }
}
