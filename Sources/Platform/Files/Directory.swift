internal import Glibc

/// Directories for their owner alone.
public enum Directory {
    /// Makes a directory, with those above it; one that is there stays as it is.
    public static func make(_ path: String) throws(FileError) {
        if unsafe access(path, F_OK) == 0 { return }
        try make(parent(of: path))
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(path, .makingDirectory) }
    }

    /// The directory that a file is in.
    public static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
