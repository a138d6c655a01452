public import Settings
public import Tracking

/// Finds device profiles by name: `tagalong-t1` is the file `tagalong-t1.yaml` in one of the directories.
public struct DeviceLibrary: Hashable, Sendable {
    /// Searched first.
    public var directories: [String]
    /// Searched last, where the package keeps its data.
    public var installed: [String]

    /// The profile that needs no file, though a file of its name takes its place.
    public static let standardName = "tagalong-t1"

    public init(directories: [String] = [], installed: [String] = []) {
        self.directories = directories
        self.installed = installed
    }

    /// Reads the profile of a name.
    ///
    /// The name is the file's without `.yaml`; `devices` and `../devices` beside the asking file are searched too.
    /// - Throws: ``SettingsError`` in the asking place when there is none, or in the profile when that is wrong.
    public func profile(_ name: Name, for place: Place) throws(SettingsError) -> DeviceProfile {
        let beside = FilePlace.directory(of: place.file)
        let searched = directories + [beside + "devices", beside + "../devices"] + installed
        for directory in searched {
            let file = FilePlace.join(directory, "\(name).yaml")
            if try FileBytes.exists(file) { return try DeviceProfile(SettingsFile(path: file)) }
        }
        if name.text == Self.standardName { return DeviceProfile() }
        let message = "device '\(name)' is unknown: there is no \(name).yaml in \(WordList.alternatives(searched))"
        throw SettingsError(place, message)
    }
}

enum FilePlace {
    /// What standard input is called in errors, as compilers do.
    static let standardInput = "<stdin>"

    /// The directory of a file with a slash at the end; empty for a file in the working directory, and for what a shell
    /// hands over as an open file, which has no place of its own.
    static func directory(of file: String) -> String {
        let handed = ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"]
        if handed.contains(where: { file.hasPrefix($0) }) { return "" }
        guard let slash = file.lastIndex(of: "/") else { return "" }
        return String(file[...slash])
    }

    /// A name within a directory; an absolute name stays as it is.
    static func join(_ directory: String, _ name: String) -> String {
        if name.hasPrefix("/") || directory.isEmpty { return name }
        return directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    }
}
