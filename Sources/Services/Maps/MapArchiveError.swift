/// Why an archive, or a tile of it, cannot be read, in one sentence.
public struct MapArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: String
    /// What was found, and what is expected.
    public let detail: String

    init(_ path: String, _ detail: String) { (self.path, self.detail) = (path, detail) }

    public var description: String { "\(path): \(detail)" }
}
