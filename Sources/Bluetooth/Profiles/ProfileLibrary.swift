public import Settings
public import Tracking

/// All profiles of tags that the gateway knows; a value, made once and asked often.
public struct ProfileLibrary: Hashable, Sendable {
    /// In the order of their names.
    public let profiles: [TagProfile]

    /// The first of several profiles of one name stays.
    public init(_ profiles: [TagProfile]) {
        var known: Set<Name> = []
        self.profiles = profiles.filter { known.insert($0.name).inserted }.sorted { $0.name < $1.name }
    }

    /// Reads every `NAME.yaml` of some directories.
    ///
    /// - Parameters:
    ///   - directories: Of a person's own, which have to be there; the first profile of a name stays.
    ///   - installed: Searched last; they need not be there.
    /// - Throws: ``SettingsError`` for a directory that cannot be read, or for the first wrong profile.
    public init(directories: [String], installed: [String] = []) throws(SettingsError) {
        self.init([])
    }

    /// The profile of a name.
    public subscript(name: Name) -> TagProfile? { profiles.first { $0.name == name } }

    /// Finds out what sent an advertisement.
    ///
    /// The pattern that settles the most bits of the advertisement wins; among equals, the profile whose name comes
    /// first.
    ///
    /// - Parameter advertisement: What the tag says of itself.
    /// - Returns: Its profile and what the frame tells; nil when no profile fits.
    public func recognise(_ advertisement: Advertisement) -> Recognition? {
        nil
    }
}

extension ProfileLibrary {
    /// What is known without any file: our own tracker.
    public static let standard = ProfileLibrary([])
}
