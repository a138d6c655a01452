import Settings

/// Which files a scenario may name as paths.
///
/// A file of this machine may name any that its reader can read; a text that has come over the network may not.
public enum ScenarioReach: Hashable, Sendable {
    case everywhere
    /// Those in its own directory, or below it.
    case directory
    case nowhere

    /// - Throws: ``SettingsError`` for a file that is out of reach.
    func check(_ name: String, _ place: Place) throws(SettingsError) {
        switch self {
        case .everywhere: return
        case .directory:
            guard name.hasPrefix("/") || name.split(separator: "/").contains("..") else { return }
            throw SettingsError(
                place, "a path within the directory of the scenarios is expected, found \(quoted(name))"
            )
        case .nowhere:
            throw SettingsError(
                place, "'points' are expected, found a path: there is no directory of scenarios that it could be in"
            )
        }
    }
}
