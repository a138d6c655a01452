import Files
import Settings

/// Which files a scenario may name as paths.
///
/// A file of this machine may name any that its reader can read; a text that has come over the network may not.
public enum ScenarioReach: Hashable, Sendable {
    case everywhere
    /// Any file that is named as it is: no pipe, and nothing outside of its directory by a link.
    case files
    /// Those in its own directory, or below it.
    case directory
    case nowhere

    /// Checks a name; where no file may be named, `inPlace` says what to write in place of what.
    ///
    /// - Throws: ``SettingsError`` for a file that is out of reach.
    func check(
        _ name: String, _ place: Place, inPlace: (wanted: String, found: String) = ("'points'", "path")
    ) throws(SettingsError) {
        switch self {
        case .everywhere, .files: return
        case .directory:
            guard name.hasPrefix("/") || name.split(separator: "/").contains("..") else { return }
            throw SettingsError(
                place, "a path within the directory of the scenarios is expected, found \(quoted(name))"
            )
        case .nowhere:
            throw SettingsError(
                place,
                "\(inPlace.wanted) are expected, found a \(inPlace.found): there is no directory of scenarios that it "
                    + "could be in"
            )
        }
    }

    /// What a name leads to, in the directory of the scenarios: nobody waits for the end of a pipe in a service.
    ///
    /// - Throws: ``SettingsError`` for what is out of reach.
    func check(_ name: String, leadingTo file: String, in directory: String, _ place: Place) throws(SettingsError) {
        if self == .everywhere { return }
        guard FileReader.extent(of: file) != .open else {
            throw SettingsError(place, "a file is expected, found a directory, pipe or device: \(quoted(name))")
        }
        let isWithin = !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
        guard !isWithin || !FileReader.leads(file, outOf: directory.isEmpty ? "." : directory) else {
            throw SettingsError(
                place, "a file in the directory of the scenarios is expected, found a link out of it: \(quoted(name))"
            )
        }
    }
}
