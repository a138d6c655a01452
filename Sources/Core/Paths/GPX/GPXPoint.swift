public import Tracking

/// A point of a GPX document with all that a history keeps of it.
public struct GPXPoint: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case track, route, waypoint }

    public let kind: Kind
    /// Nil only where ``fault`` says why.
    public let coordinate: Coordinate?
    /// Metres.
    public let altitude: Double?
    public let time: Timestamp?
    /// Metres a second, from GPX 1.0 or from an extension.
    public let speed: Double?
    /// Degrees clockwise from north.
    public let course: Double?
    /// Metres, from our own extension or another program's.
    public let accuracy: Double?
    /// Where it begins among the document's bytes.
    public let offset: Int
    /// What is wrong with it; nil for nothing.
    public let fault: String?
}

/// Reads a GPX document in pieces, and hands out its points as they come.
public struct GPXStream: ~Copyable {
    private var parser: ExpatParser

    /// - Throws: ``PathError`` without memory for it.
    public init() throws(PathError) {
        guard let parser = ExpatParser(GPXDocument(recording: true)) else {
            throw PathError(file: "", message: ExpatParser.Failure.noMemory.message)
        }
        self.parser = parser
    }

    /// Reads the next piece, of less than 2 GB.
    ///
    /// - Parameters:
    ///   - bytes: The piece.
    ///   - isLast: Whether the document ends with it.
    ///   - file: What the document is called in errors.
    /// - Returns: The points that have ended since the last piece.
    /// - Throws: ``PathError`` when it is no well-formed XML, or no GPX.
    public mutating func feed(_ bytes: [UInt8], isLast: Bool, file: String) throws(PathError) -> [GPXPoint] {
        if let failure = parser.feed(bytes[...], isLast: isLast) {
            throw PathError(file: file, line: failure.line, message: failure.message)
        }
        return parser.takePoints()
    }
}
