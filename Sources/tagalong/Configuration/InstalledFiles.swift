import Foundation

/// Files that come with the program.
enum InstalledFiles {
    /// The file of this program.
    static var program: String { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path }

    /// Where the device profiles are: in the package's directory, or in the checkout that the program was built in.
    static var devices: [String] {
        let program = URL(fileURLWithPath: Self.program)
        let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
        let package = prefix.appendingPathComponent("share/tagalong/devices").path
        return checkout(of: program.pathComponents).map { [package, "\($0)/devices"] } ?? [package]
    }

    private static func checkout(of program: [String]) -> String? {
        guard let build = program.lastIndex(of: ".build") else { return nil }
        return NSString.path(withComponents: Array(program[..<build]))
    }
}
