public import Settings
public import Tracking

/// All profiles of tags that the gateway knows; a value, made once and asked often.
public struct ProfileLibrary: Sendable {
    /// In the order of their names.
    public let profiles: [TagProfile]
    private let index: PatternIndex

    /// The first of several profiles of one name stays.
    public init(_ profiles: [TagProfile]) {
        var known: Set<Name> = []
        let kept = profiles.filter { known.insert($0.name).inserted }.sorted { $0.name < $1.name }
        self.profiles = kept
        index = PatternIndex(kept)
    }

    /// The profile of a name.
    public subscript(name: Name) -> TagProfile? { profiles.first { $0.name == name } }

    /// Finds out what sent an advertisement.
    ///
    /// The pattern that settles the most bits of the advertisement wins; among equals, the profile whose name comes
    /// first. What some frames mean depends on the address that they came from.
    public func recognise(_ advertisement: Advertisement, from address: BluetoothAddress? = nil) -> Recognition? {
        guard let found = index.profile(of: advertisement) else { return nil }
        var recognition = Recognition(profile: profiles[found])
        recognition.read(advertisement, from: address)
        return recognition
    }
}

extension ProfileLibrary {
    /// Reads every `NAME.yaml` of some directories, and adds what is known without any file.
    ///
    /// A person's own directories have to be there, and the first profile of a name stays; where the package keeps its
    /// data is searched last, and need not be there.
    ///
    /// - Throws: ``SettingsError`` for a directory that cannot be read, or for the first wrong profile.
    public init(directories: [String], installed: [String] = []) throws(SettingsError) {
        var profiles: [TagProfile] = []
        for directory in directories { try profiles += Self.read(directory) }
        for directory in installed where FileBytes.isDirectory(directory) { try profiles += Self.read(directory) }
        self.init(profiles + Self.standard.profiles)
    }

    private static func read(_ directory: String) throws(SettingsError) -> [TagProfile] {
        var profiles: [TagProfile] = []
        let prefix = directory.isEmpty || directory.hasSuffix("/") ? directory : directory + "/"
        for name in try FileBytes.names(in: directory) where name.hasSuffix(".yaml") && !name.hasPrefix(".") {
            profiles.append(try TagProfile(SettingsFile(path: prefix + name)))
        }
        return profiles
    }
}
