public import Tracking

/// How files are taken in.
public struct ImportOptions: Hashable, Sendable {
    /// What the files are; nil to tell it by their content.
    public var format: ImportFormat?
    /// Whether positions that cannot be used are left out and counted; otherwise one refuses everything.
    public var skipsBad: Bool
    /// Whether fixes keep their boot and sequence numbers.
    ///
    /// Only for the history of this very tracker: numbers of another one would make its own fixes seem to have come.
    public var keepsNumbers: Bool
    /// The most bytes that all files may have together.
    public var byteLimit: Int
    /// From when on fixes are kept; older ones are not stored at all, and nil keeps all.
    public var keptSince: Timestamp?
    /// The present moment, after which no fix can have been measured.
    public var now: Timestamp

    public init(
        now: Timestamp,
        format: ImportFormat? = nil,
        skipsBad: Bool = false,
        keepsNumbers: Bool = false,
        keptSince: Timestamp? = nil,
        byteLimit: Int = .max
    ) {
        self.now = now
        self.format = format
        self.skipsBad = skipsBad
        self.keepsNumbers = keepsNumbers
        self.keptSince = keptSince
        self.byteLimit = byteLimit
    }
}
